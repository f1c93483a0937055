import { listResponseErrors } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Response} Response */

/**
 * A response whose status is that of every error which it lists.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Response>}
 */
export default function errorStatus(response, _options, context) {
  const status = String(context.path.at(-1));
  return listResponseErrors(response, context)
    .filter((error) => String(error.status) !== status)
    .map((error) => ({ message: `The error ${error.code} has the status ${error.status} and stands under ${status}` }));
}
