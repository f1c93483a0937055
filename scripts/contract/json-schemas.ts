import type { Document, Schema } from "./openapi.ts";

/**
 * The component schemas as JSON Schemas of their own, by file name. A schema refers to another by its file:
 * `Customer.json` from `ChargeRequest.json`.
 */
export function jsonSchemas(document: Document): Record<string, object> {
  return Object.fromEntries(
    Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
      `${name}.json`,
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: `${name}.json`,
        title: name,
        ...(pointAtFiles(schema) as Schema),
      },
    ]),
  );
}

function pointAtFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointAtFiles);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      key === "$ref" && typeof entry === "string"
        ? entry.replace(/^#\/components\/schemas\/(.+)$/, "$1.json")
        : pointAtFiles(entry),
    ]),
  );
}
