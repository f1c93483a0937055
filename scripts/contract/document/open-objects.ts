/**
 * TypeSpec writes an object of any fields as `unevaluatedProperties: {}`, which generators of types read as an object
 * without fields. Where nothing else is evaluated, `additionalProperties: {}` says the same.
 */
export function openObjects(value: unknown): void {
  if (Array.isArray(value)) for (const entry of value) openObjects(entry);
  else if (value !== null && typeof value === "object") {
    const schema = value as Record<string, unknown>;
    const composed = ["$ref", "allOf", "anyOf", "oneOf"].some((key) => key in schema);
    if (schema.type === "object" && "unevaluatedProperties" in schema && !composed) {
      schema.additionalProperties = schema.unevaluatedProperties;
      delete schema.unevaluatedProperties;
    }
    for (const entry of Object.values(schema)) openObjects(entry);
  }
}
