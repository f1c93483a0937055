import { at } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Schema} Schema */

/**
 * The schema of an error whose code, found in its body by these names, is the constant that `x-error` says.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Schema, { at: string[] }>}
 */
export default function errorCode(schema, { at: names }, { path }) {
  const code = schema["x-error"]?.code;
  const place = names.flatMap((name) => ["properties", name]);
  const field = /** @type {Schema | undefined} */ (at(schema, place));
  const values = field?.enum ?? (field?.const === undefined ? [] : [field.const]);
  if (values.length === 1 && values[0] === code) return [];
  const found = values.length === 0 ? "any text" : values.join(" or ");
  return [{ message: `The body has ${found} where x-error says ${code}`, path: [...path, ...place] }];
}
