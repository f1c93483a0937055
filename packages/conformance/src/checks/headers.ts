import { isBetween } from "../clock.ts";
import { isObject, type Json, type Operation, type Schema } from "../contract.ts";
import { documented } from "../exchange.ts";
import type { ExchangeCheck } from "../session.ts";

export const checkHeaders: ExchangeCheck = (exchange, { validator }) => {
  const { operation, response } = exchange;
  const { headers } = documented(exchange) ?? {};
  if (!operation || !headers) return undefined;
  const wrong = headers.flatMap(({ name, required, schema }) => {
    const value = response.headers.get(name);
    if (value === null) return required ? [`The header ${name} is missing.`] : [];
    const violations = validator.violations(schema, readHeader(schema, value));
    return violations.map(({ message }) => `The header ${name} is "${value}": it ${message}.`);
  });
  const allowed = new Set(headers.map(({ name }) => name));
  const elsewhere = new Set(operation.responses.flatMap(({ headers }) => headers.map(({ name }) => name)));
  // Other headers are free, but those that say something of the limit would be believed.
  const isOfLimit = (name: string): boolean => limitHeaders(operation).includes(name);
  const stray = [...elsewhere].filter((name) => !allowed.has(name) && isOfLimit(name) && response.headers.has(name));
  return [...wrong, ...stray.map((name) => `The header ${name} does not belong to a ${response.status}.`)];
};

const limitHeaders = ({ responses }: Operation): string[] =>
  responses.flatMap(({ headers }) => headers.filter(({ rateLimitPart }) => rateLimitPart).map(({ name }) => name));

function readHeader({ type }: Schema, value: string): Json {
  if (type !== "integer" && type !== "number") return value;
  return /^-?[0-9]+(\.[0-9]+)?$/.test(value) ? Number(value) : value;
}

/** The operation documents the status, or it is one that may come from anywhere. */
export const checkStatus: ExchangeCheck = ({ operation, response: { status } }, { contract }) => {
  const own = operation?.responses.map((response) => response.status) ?? [];
  const anywhere = contract.errors.filter((error) => error.anywhere).map((error) => error.status);
  return [...own, ...anywhere].includes(status)
    ? []
    : [`The status ${status} is none of ${own.join(", ") || anywhere.join(", ")}.`];
};

/** A 401 says how to authenticate. */
export const checkChallenge: ExchangeCheck = ({ operation, response }, { contract }) => {
  const scheme = contract.securitySchemes[operation?.security ?? ""]?.scheme;
  const value = response.headers.get("www-authenticate");
  if (response.status !== 401 || scheme === undefined || value === null) return undefined;
  const named = value.split(",").map((part) => part.trim().split(" ")[0]?.toLowerCase());
  return named.includes(scheme.toLowerCase()) ? [] : [`WWW-Authenticate is "${value}", not ${scheme}.`];
};

/** The time of an error is now. */
export const checkErrorTime: ExchangeCheck = ({ operation, response, sentAt, receivedAt }) => {
  const { json } = response;
  if (response.status < 400 || !isObject(json) || typeof json.timestamp !== "string") return undefined;
  // What is replayed was given earlier.
  if (operation?.idempotency && response.headers.has(operation.idempotency.replayedHeader)) return undefined;
  const time = Date.parse(json.timestamp);
  if (Number.isNaN(time)) return undefined;
  return isBetween(time, sentAt, receivedAt)
    ? []
    : [`The timestamp is ${json.timestamp}, the time was ${new Date(sentAt).toISOString()}.`];
};

/** A response is marked as a replay only where its key was sent before. */
export const checkReplayMark: ExchangeCheck = ({ operation, as, request, response }, { keys }) => {
  const { idempotency } = operation ?? {};
  if (!idempotency || !as || !response.headers.has(idempotency.replayedHeader)) return undefined;
  const key = request.headers[idempotency.header];
  if (key === undefined) return undefined;
  const isFirst = (keys.get(`${as.apiKey} ${key}`) ?? 0) <= 1;
  return isFirst ? [`${idempotency.replayedHeader} is set, although the key is new.`] : [];
};
