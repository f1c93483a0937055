/** @typedef {import("./support/openapi.js").Response} Response */

/**
 * Responses that neither are the answer beyond a rate limit nor have a header that reports one.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Record<string, Response>>}
 */
export default function noRateLimit(responses, _options, { path }) {
  return Object.entries(responses).flatMap(([status, { headers = {} }]) => {
    const reporting = Object.keys(headers).filter((name) => headers[name]?.["x-rate-limit-part"] !== undefined);
    return [
      ...(status === "429" ? [{ message: "A 429", path: [...path, status] }] : []),
      ...(reporting.length > 0
        ? [{ message: `A report of a rate limit in ${reporting.join(", ")}`, path: [...path, status, "headers"] }]
        : []),
    ];
  });
}
