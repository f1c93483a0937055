import { resolvedDocument } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Response} Response */

/**
 * A response with a body that lists its errors, each of which the catalogue has.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Response>}
 */
export default function errorListed({ content, "x-errors": codes = [] }, _options, context) {
  if (!content) return [];
  if (codes.length === 0) return [{ message: "An error body without a code" }];
  const known = (resolvedDocument(context)["x-error-catalogue"] ?? []).map(({ code }) => code);
  return codes
    .filter((code) => !known.includes(code))
    .map((code) => ({ message: `The error ${code}, which the catalogue does not have,` }));
}
