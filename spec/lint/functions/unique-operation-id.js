/** @typedef {import("./support/openapi.js").Document} Document */

/**
 * A document in which no operationId stands twice, in paths and webhooks together.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Document>}
 */
export default function uniqueOperationId(document) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  const results = [];
  for (const place of /** @type {const} */ (["paths", "webhooks"])) {
    for (const [path, item] of Object.entries(document[place] ?? {})) {
      for (const [method, { operationId }] of Object.entries(item)) {
        if (operationId === undefined) continue;
        const first = seen.get(operationId);
        if (first === undefined) seen.set(operationId, `${method} ${path}`);
        else {
          const message = `The operationId "${operationId}" of ${method} ${path} is that of ${first}`;
          results.push({ message, path: [place, path, method, "operationId"] });
        }
      }
    }
  }
  return results;
}
