import { at, resolvedDocument } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Document} Document */
/** @typedef {import("./support/openapi.js").Operation} Operation */
/** @typedef {import("./support/openapi.js").Response} Response */
/** @typedef {{ parts: string[], exempt?: { status: string, scheme: string } }} Options */

/**
 * A response with a header for each of the parts that report a rate limit, whatever the headers are called.
 * Exempt is a status of the operations that a security scheme of the given kind protects.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Response, Options>}
 */
export default function rateLimitHeaders(response, { parts, exempt }, context) {
  const document = resolvedDocument(context);
  const operation = /** @type {Operation} */ (at(document, context.path.slice(0, 3)));
  if (exempt && context.path.at(-1) === exempt.status && isSecuredBy(document, operation, exempt.scheme)) return [];
  const present = Object.values(response.headers ?? {}).map((header) => header["x-rate-limit-part"]);
  const missing = parts.filter((part) => !present.includes(part));
  if (missing.length === 0) return [];
  return [{ message: `No header with x-rate-limit-part ${missing.join(", ")}` }];
}

/**
 * @param {Document} document
 * @param {Operation} operation
 * @param {string} scheme
 */
function isSecuredBy(document, operation, scheme) {
  const names = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
  return names.some((name) => document.components?.securitySchemes?.[name]?.scheme?.toLowerCase() === scheme);
}
