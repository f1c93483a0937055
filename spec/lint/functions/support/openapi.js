// The part of OpenAPI that the functions read, and what several of them do with it.

/** @typedef {{ code: string, status: number }} ErrorStatement */
/** @typedef {{ subject: string, transitions: Transition[] }} Lifecycle */
/** @typedef {{ to: string, notification?: string }} Transition */
/**
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string} [description]
 * @property {string} [type]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {unknown[]} [enum]
 * @property {unknown[]} [examples]
 * @property {unknown} [default]
 * @property {Record<string, Schema>} [properties]
 * @property {Schema} [items]
 * @property {Schema[]} [allOf]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {Lifecycle} [x-lifecycle]
 */
/** @typedef {{ schema?: Schema, examples?: Record<string, { value?: unknown }> }} Media */
/** @typedef {{ headers?: Record<string, { "x-rate-limit-part"?: string }>, content?: Record<string, Media>, "x-errors"?: string[] }} Response */
/** @typedef {{ name: string, in: string, required?: boolean }} Parameter */
/**
 * @typedef {object} Idempotency
 * @property {string} header
 * @property {string} replayedHeader
 * @property {string} conflict
 * @property {string[]} keeps
 */
/**
 * @typedef {object} Operation
 * @property {string} [operationId]
 * @property {Record<string, string[]>[]} [security]
 * @property {Parameter[]} [parameters]
 * @property {{ content: Record<string, Media> }} [requestBody]
 * @property {Record<string, Response>} responses
 * @property {Idempotency} [x-idempotency]
 * @property {{ event: string, subject: string }} [x-notification]
 */
/** @typedef {Record<string, Record<string, Operation>>} PathItems */
/**
 * @typedef {object} Document
 * @property {PathItems} [paths]
 * @property {PathItems} [webhooks]
 * @property {ErrorStatement[]} [x-error-catalogue]
 * @property {{ schemas?: Record<string, Schema>, securitySchemes?: Record<string, { scheme?: string }> }} [components]
 */
/** @typedef {import("@stoplight/spectral-core").RulesetFunctionContext} Context */

/**
 * The document with every reference replaced by what it points at. Spectral's types keep quiet about it.
 * @param {Context} context
 * @returns {Document}
 */
export function resolvedDocument({ documentInventory }) {
  return /** @type {Document} */ (Reflect.get(documentInventory, "resolved"));
}

/**
 * What stands at a path, or nothing.
 * @param {unknown} value
 * @param {readonly (string | number)[]} path
 * @returns {unknown}
 */
export function at(value, path) {
  let part = value;
  for (const key of path) {
    if (part === null || typeof part !== "object") return undefined;
    part = /** @type {Record<string | number, unknown>} */ (part)[key];
  }
  return part;
}

/**
 * What the catalogue says of the errors that a response lists; those that it does not know are left out.
 * @param {Response} response
 * @param {Context} context
 * @returns {ErrorStatement[]}
 */
export function listResponseErrors(response, context) {
  const catalogue = resolvedDocument(context)["x-error-catalogue"] ?? [];
  return (response["x-errors"] ?? []).flatMap((code) => catalogue.find((error) => error.code === code) ?? []);
}

/**
 * Whether a value is, or holds at any depth, the given text.
 * @param {unknown} value
 * @param {unknown} text
 * @returns {boolean}
 */
export function holds(value, text) {
  if (value === null || typeof value !== "object") return value === text;
  return Object.values(value).some((entry) => holds(entry, text));
}
