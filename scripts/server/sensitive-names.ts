import { type Document, resolve, type Schema } from "../contract/openapi.ts";

/** Names of the fields that the contract calls personal or that have one of some formats, in order. */
export function sensitiveNames(document: Document, formats: readonly string[]): string[] {
  const names = new Set<string>();
  const isSensitive = (schema: Schema): boolean => {
    if (schema["x-personal"]) return true;
    const { format, anyOf = [], oneOf = [], items, "x-format-by": by } = resolve<Schema>(document, schema);
    const named = [format ?? "", ...Object.values(by?.formats ?? {})];
    return (
      named.some((name) => formats.includes(name)) || [...anyOf, ...oneOf, ...(items ? [items] : [])].some(isSensitive)
    );
  };
  const visit = (schema: Schema): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (isSensitive(property)) names.add(name);
      visit(property);
    }
    if (schema.items) visit(schema.items);
  };
  for (const schema of Object.values(document.components?.schemas ?? {})) visit(schema);
  return [...names].sort();
}
