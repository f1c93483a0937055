// Short ways to write schemas.
import type { Json } from "../tree.ts";

/** The schemas before and after an edit, and the review's reason if it cannot decide: then the edit is risky. */
export type Pair = [base: Json, head: Json, unclear?: "unclear"];

export const str = (rules: object = {}): Json => ({ type: "string", ...rules }) as Json;
export const int = (rules: object = {}): Json => ({ type: "integer", ...rules }) as Json;
export const num = (rules: object = {}): Json => ({ type: "number", ...rules }) as Json;
export const list = (rules: object = {}): Json => ({ type: "array", ...rules }) as Json;
export const object = (properties: Record<string, Json>, ...required: string[]): Json => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
export const closed = (properties: Record<string, Json>, ...required: string[]): Json => ({
  ...(object(properties, ...required) as object),
  additionalProperties: false,
});
export const oneOf = (...forms: Json[]): Json => ({ oneOf: forms });
export const anyOf = (...forms: Json[]): Json => ({ anyOf: forms });
export const allOf = (...forms: Json[]): Json => ({ allOf: forms });
/** A schema with more keywords. */
export const withRules = (schema: Json, rules: object): Json => ({
  ...(schema as object),
  ...rules,
});
export const enumOf = (...values: Json[]): Json => ({ enum: values });

/** Open objects that demand one field each, so that an object with both fits both. */
export const foo = object({ foo: str() }, "foo");
export const bar = object({ bar: str() }, "bar");
