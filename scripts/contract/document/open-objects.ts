import { type Shape, shapeUnder } from "../shape.ts";

/**
 * TypeSpec writes an object of any fields as `unevaluatedProperties: {}`, which generators of types read as an object
 * without fields. Where nothing else is evaluated, `additionalProperties: {}` says the same.
 */
export function openObjects(value: unknown, shape: Shape = "words"): void {
  if (Array.isArray(value)) for (const entry of value) openObjects(entry, shape);
  else if (value !== null && typeof value === "object" && shape !== "data" && shape !== "extension") {
    const schema = value as Record<string, unknown>;
    const composed = ["$ref", "allOf", "anyOf", "oneOf"].some((key) => key in schema);
    if (shape === "words" && schema.type === "object" && "unevaluatedProperties" in schema && !composed) {
      schema.additionalProperties = schema.unevaluatedProperties;
      delete schema.unevaluatedProperties;
    }
    for (const [key, entry] of Object.entries(schema)) openObjects(entry, shapeUnder(shape, key, entry));
  }
}
