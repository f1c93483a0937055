import { listAlternatives } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Media} Media */

/**
 * A body that is one error with a code, or one of several.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Media>}
 */
export default function errorListed({ schema }) {
  const alternatives = listAlternatives(schema);
  if (alternatives.length > 0 && alternatives.every((alternative) => alternative["x-error"])) return [];
  return [{ message: "An error body without a code" }];
}
