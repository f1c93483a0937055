import { at } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Media} Media */
/** @typedef {import("./support/openapi.js").Schema} Schema */

/**
 * A body that, if it is a list or an envelope with one in the given field, has an example with entries and one without.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Media, { field: string }>}
 */
export default function listExamples({ schema, examples = {} }, { field }) {
  const enveloped = schema?.properties?.[field]?.type === "array";
  if (!enveloped && schema?.type !== "array") return [];
  const lists = Object.values(examples).map(({ value }) => (enveloped ? at(value, [field]) : value));
  const lengths = lists.filter(Array.isArray).map(({ length }) => length);
  const missing = [];
  if (!lengths.some((length) => length > 0)) missing.push("No example of a list with entries");
  if (!lengths.includes(0)) missing.push("No example of an empty list");
  return missing.map((message) => ({ message }));
}
