import type { Document } from "../openapi.ts";

/**
 * Gives schemas whose names are no names in code, as those of a namespace inside the service (`Lists.Item`), one that is.
 * A name that is taken stays as it is.
 */
export function nameSchemas(document: Document): void {
  const schemas = document.components?.schemas ?? {};
  const renamed = new Map<string, string>();
  for (const name of Object.keys(schemas)) {
    const plain = name.replace(/[^\w$]+(\w?)/g, (_, next: string) => next.toUpperCase());
    if (plain !== name && !(plain in schemas)) renamed.set(name, plain);
  }
  if (renamed.size === 0) return;
  const prefix = "#/components/schemas/";
  const text = JSON.stringify(document, (_, value: unknown) => {
    if (typeof value !== "string" || !value.startsWith(prefix)) return value;
    return prefix + (renamed.get(value.slice(prefix.length)) ?? value.slice(prefix.length));
  });
  Object.assign(document, JSON.parse(text));
  const entries = Object.entries(document.components?.schemas ?? {});
  document.components = {
    ...document.components,
    schemas: Object.fromEntries(entries.map(([name, schema]) => [renamed.get(name) ?? name, schema])),
  };
}
