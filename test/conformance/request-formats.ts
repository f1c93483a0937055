import { type Document, operationsOf, type Schema } from "@packages/contract/src/openapi.ts";
import { valueAt } from "@packages/contract/src/pointer.ts";

/** Formats of strings in the bodies and parameters of requests, also those that another field selects: each with its schemas. */
export function listRequestFormats(document: Document): Map<string, Schema[]> {
  const found = new Map<string, Schema[]>();
  const add = (format: string, ...schemas: Schema[]) =>
    found.set(format, [...(found.get(format) ?? []), ...schemas]);
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    const { $ref, type, format, "x-format-by": formatBy } = value as Record<string, unknown>;
    if (typeof $ref === "string") visit(valueAt(document, $ref));
    if (type === "string" && typeof format === "string") add(format, value as Schema);
    const selected = (formatBy as { formats?: Record<string, string> } | undefined)?.formats;
    for (const one of Object.values(selected ?? {})) add(one);
    for (const [name, inner] of Object.entries(value)) if (!/^examples?$/.test(name)) visit(inner);
  };
  for (const { operation } of operationsOf(document.paths)) {
    visit(operation.requestBody);
    visit(operation.parameters);
  }
  return found;
}
