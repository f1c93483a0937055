import { listResponseErrors } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Operation} Operation */

/**
 * An operation that keeps what its `x-idempotency` promises. The compiler knows that header and errors are declared.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Operation>}
 */
export default function idempotency(operation, _options, context) {
  const { path } = context;
  const { "x-idempotency": promise, parameters = [], responses } = operation;
  if (!promise) return [];
  const results = [];

  const key = parameters.find(({ in: place, name }) => place === "header" && isSameHeader(name, promise.header));
  if (key && key.required !== true) {
    const message = `The header ${promise.header} is optional`;
    results.push({ message, path: [...path, "parameters", parameters.indexOf(key)] });
  }

  for (const [status, response] of Object.entries(responses)) {
    const place = [...path, "responses", status];
    const codes = listResponseErrors(response, context).map(({ code }) => code);
    const headers = Object.keys(response.headers ?? {});
    const repeated = status.startsWith("2") || codes.some((code) => promise.keeps.includes(code));
    if (repeated && !headers.some((name) => isSameHeader(name, promise.replayedHeader)))
      results.push({ message: `No header ${promise.replayedHeader} on response ${status}`, path: place });
    if (!codes.includes(promise.conflict)) continue;
    if (status !== "409")
      results.push({ message: `The conflict ${promise.conflict} answers ${status} instead of 409`, path: place });
    if (!headers.some((name) => isSameHeader(name, "Retry-After")))
      results.push({ message: `No header Retry-After on response ${status} of the conflict`, path: place });
  }
  return results;
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSameHeader(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}
