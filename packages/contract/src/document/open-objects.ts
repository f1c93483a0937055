import { partsOf } from "../parts.ts";

/**
 * TypeSpec writes an object of any fields as `unevaluatedProperties: {}`, which generators of types read as an object
 * without fields. Where nothing else is evaluated, `additionalProperties: {}` says the same.
 */
export function openObjects(document: unknown): void {
  for (const { part: schema, kind } of partsOf(document)) {
    const composed = ["$ref", "allOf", "anyOf", "oneOf"].some((key) => key in schema);
    if (kind !== "words" || schema.type !== "object" || !("unevaluatedProperties" in schema) || composed) continue;
    schema.additionalProperties = schema.unevaluatedProperties;
    delete schema.unevaluatedProperties;
  }
}
