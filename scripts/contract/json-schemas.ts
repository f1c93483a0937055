import type { Document, Schema } from "./openapi.ts";
import { type Shape, shapeUnder } from "./shape.ts";

/**
 * The component schemas as JSON Schemas of their own, by file name. A schema refers to another by its file:
 * `Book.json` from `Loan.json`.
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

/** A schema whose references name files instead of places in the document. */
export function pointAtFiles(value: unknown, shape: Shape = "words"): unknown {
  if (Array.isArray(value)) return value.map((entry) => pointAtFiles(entry, shape));
  if (value === null || typeof value !== "object" || shape === "data") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      key === "$ref" && typeof entry === "string"
        ? entry.replace(/^#\/components\/schemas\/(.+)$/, "$1.json")
        : pointAtFiles(entry, shapeUnder(shape, key, entry)),
    ]),
  );
}
