/** @typedef {import("../../../packages/contract/src/openapi.ts").Operation} Operation */

/**
 * An operation that keeps what its `x-idempotency` promises. The compiler knows that header and errors are declared.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Operation>}
 */
export default function idempotency({ "x-idempotency": promise, parameters = [], responses }, _options, { path }) {
  if (!promise) return [];
  const results = [];
  const index = parameters.findIndex((one) => "in" in one && one.in === "header" && isSame(one.name, promise.header));
  const key = parameters[index];
  if (key && "in" in key && key.required !== true)
    results.push({ message: `The header ${promise.header} is optional`, path: [...path, "parameters", index] });

  for (const [status, { headers = {}, "x-errors": codes = [] }] of Object.entries(responses)) {
    const place = [...path, "responses", status];
    /** @param {string} name */
    const lacks = (name) => !Object.keys(headers).some((header) => isSame(header, name));
    const repeated = status.startsWith("2") || codes.some((code) => promise.keeps.includes(code));
    if (repeated && lacks(promise.replayedHeader))
      results.push({ message: `No header ${promise.replayedHeader} on response ${status}`, path: place });
    if (!codes.includes(promise.conflict)) continue;
    if (status !== "409")
      results.push({ message: `The conflict ${promise.conflict} answers ${status} instead of 409`, path: place });
    if (lacks("Retry-After"))
      results.push({ message: `No header Retry-After on response ${status} of the conflict`, path: place });
  }
  return results;
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSame(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}
