import { isUtf8 } from "node:buffer";
import { withoutParameters } from "@packages/contract/src/media-types.ts";
import type { CataloguedError } from "@packages/contract/src/model.ts";
import type { BrokenRule } from "../basis.ts";
import { isBetween } from "../clock.ts";
import {
  type Contract,
  errorSchema,
  getPayload,
  isJsonObject,
  type Json,
  type Operation,
  type Schema,
} from "../contract.ts";
import { type Answered, documented, getErrorCode } from "../exchange.ts";
import { brokenMessages, valueAtPath } from "../json-values.ts";
import type { ExchangeCheck } from "../session.ts";
import { describeViolation, type SchemaViolation } from "../validate.ts";

/** Schema of the body: the operation's, or that of an error that may come from anywhere. */
function schemaFor(exchange: Answered, contract: Contract): Schema | undefined {
  const code = getErrorCode(exchange);
  const found = contract.errors.find(
    (error) => error.code === code && error.status === exchange.response.status,
  );
  // The schema of the one error names the mistake better than that of any error.
  const isListed = exchange.operation?.responses.some(
    ({ errors }) => found && errors.includes(found.code),
  );
  return found && (found.anywhere || isListed)
    ? errorSchema(contract, found)
    : documented(exchange)?.schema;
}

const jsonPattern = /^application\/json *(;.*)?$/i;

export const checkContentType: ExchangeCheck = (exchange) => {
  const { headers, json, text } = exchange.response;
  const response = documented(exchange);
  // The contract does not describe its content.
  if (response && response.mediaType === undefined) return undefined;
  const expected = response?.mediaType ?? "application/json";
  const given = headers.get("content-type");
  const bare = given === null ? undefined : withoutParameters(given);
  // The contract describes one of several contents alone.
  if (response?.others?.some(({ mediaType }) => withoutParameters(mediaType) === bare))
    return undefined;
  const same = bare === withoutParameters(expected);
  const charset = /charset="?([^";]+)/i.exec(given ?? "")?.[1];
  return brokenMessages(
    [same, `The content type is ${given ?? "missing"}, not ${expected}.`],
    [
      charset === undefined || /^utf-?8$/i.test(charset.trim()),
      `The charset of JSON is ${charset}.`,
    ],
    [
      json !== undefined || !jsonPattern.test(expected),
      `The body is not JSON: ${JSON.stringify(text.slice(0, 60))}.`,
    ],
  );
};

export const checkBytes: ExchangeCheck = ({ response: { bytes, json, headers } }) =>
  jsonPattern.test(headers.get("content-type") ?? "") ? findByteFaults(bytes, json) : undefined;

/** Faults of a JSON body that a parser ignores: byte order marks, invalid UTF-8, duplicate names. */
export function findByteFaults(bytes: Buffer, json: Json | undefined): string[] {
  const body = bytes.toString("utf8");
  const twice = json === undefined ? [] : duplicateNames(body);
  return [
    ...brokenMessages(
      [!body.startsWith("\ufeff"), "The body begins with a byte order mark."],
      [isUtf8(bytes), "The body is not UTF-8."],
    ),
    ...twice.map((name) => `${name} appears twice in one object.`),
  ];
}

/** Names that an object in a JSON document has more than once. */
export function duplicateNames(json: string): string[] {
  const open: Set<unknown>[] = [];
  const tokens = json.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g) ?? [];
  return tokens.flatMap((token, index) => {
    if (token === "{" || token === "[") open.push(new Set());
    if (token === "}" || token === "]") open.pop();
    if (tokens[index + 1] !== ":") return [];
    const names = open.at(-1);
    const name = String(JSON.parse(token));
    if (names?.has(name)) return [name];
    names?.add(name);
    return [];
  });
}

const mayAnswer = ({ anywhere, operations }: CataloguedError, operation?: Operation): boolean =>
  anywhere === true || (operation !== undefined && operations.includes(operation.id));

/** The error belongs to the operation and the status. */
export const checkErrorCode: ExchangeCheck = (exchange, { contract }) => {
  const { operation } = exchange;
  const { status } = exchange.response;
  if (status < 400 || contract.errors.length === 0) return undefined;
  const code = getErrorCode(exchange);
  if (code === undefined) {
    // It may have meant any of the errors.
    const basis = contract.errors.find(
      (error) => error.status === status && error.basis && mayAnswer(error, operation),
    )?.basis?.kind;
    return [{ text: `The ${status} has no error code.`, ...(basis && { basis }) }];
  }
  const found = contract.errors.find((error) => error.code === code);
  if (!found) return [`The contract has no error ${code}.`];
  if (found.status !== status) return [`${code} has the status ${status}, not ${found.status}.`];
  const isListed = exchange.operation?.responses.some(({ errors }) => errors.includes(code));
  // A handler of unknown paths and methods does not answer an operation.
  const isElsewhere =
    found.anywhere &&
    !(exchange.operation && found.causes?.some((cause) => cause.startsWith("unknown-")));
  return isListed || isElsewhere
    ? []
    : [`${exchange.operation?.id ?? "This request"} does not list the error ${code}.`];
};

export const checkBody: ExchangeCheck = (exchange, { contract, validator, created }) => {
  const schema = schemaFor(exchange, contract);
  const { status, json } = exchange.response;
  // Other checks report a body that is not JSON, and an error that does not belong there.
  if (!schema || json === undefined) return undefined;
  const isJudged = ({ path }: SchemaViolation) =>
    !isLoopback(valueAtPath(json, path)) && !created.isForeign(entryAt(json, path));
  return validator
    .violations(schema, json)
    .filter(isJudged)
    .slice(0, 5)
    .map((violation) => ({
      text: `In the body of the ${status}, ${describeViolation(violation)}.`,
      ...(violation.basis && { basis: violation.basis }),
    }));
};

/** A server that listens on its own machine alone also takes http: URLs of it (decision D33 of the contract). */
const isLoopback = (value: Json | undefined) =>
  /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(?=[:/]|$)/.test(String(value));

/** The entry of a list that a path leads to or into; undefined if it leads elsewhere. */
function entryAt(json: Json, path: readonly string[]): Json | undefined {
  const list = getPayload(json);
  const [entry] = list === json ? path : path.slice(1);
  return Array.isArray(list) && entry !== undefined ? list[Number(entry)] : undefined;
}

export const checkHeaders: ExchangeCheck = (exchange, { validator }) => {
  const { operation, response } = exchange;
  const { headers } = documented(exchange) ?? {};
  if (!operation || !headers) return undefined;
  const wrong = headers.flatMap(({ name, required, schema, basis }) => {
    const value = response.headers.get(name);
    const about = (text: string): BrokenRule => ({ text, ...(basis && { basis: basis.kind }) });
    if (value === null) return required ? [about(`The header ${name} is missing.`)] : [];
    const violations = validator.violations(schema, readHeader(schema, value));
    return violations.map(({ message }) =>
      about(`The header ${name} is "${value}": it ${message}.`),
    );
  });
  const allowed = new Set(headers.map(({ name }) => name));
  const elsewhere = new Set(
    operation.responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
  );
  // Other headers are free, but clients would rely on those that describe a limit.
  const isOfLimit = (name: string) => listLimitHeaders(operation).includes(name);
  const stray = [...elsewhere].filter(
    (name) => !allowed.has(name) && isOfLimit(name) && response.headers.has(name),
  );
  return [
    ...wrong,
    ...stray.map((name) => `The header ${name} does not belong to a ${response.status}.`),
  ];
};

const listLimitHeaders = ({ responses }: Operation) =>
  responses.flatMap(({ headers }) =>
    headers.filter(({ rateLimitPart }) => rateLimitPart).map(({ name }) => name),
  );

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
    : [`The status ${status} is not one of ${own.join(", ") || anywhere.join(", ")}.`];
};

/** A 401 names an authentication scheme. */
export const checkChallenge: ExchangeCheck = ({ operation, response }, { contract }) => {
  const scheme = contract.securitySchemes[operation?.scheme ?? ""]?.scheme;
  const value = response.headers.get("www-authenticate");
  if (response.status !== 401 || scheme === undefined || value === null) return undefined;
  const named = value.split(",").map((part) => part.trim().split(" ")[0]?.toLowerCase());
  return named.includes(scheme.toLowerCase())
    ? []
    : [`WWW-Authenticate is "${value}", not ${scheme}.`];
};

/** The time of an error is now. */
export const checkErrorTime: ExchangeCheck = ({ operation, response, sentAt, receivedAt }) => {
  const { json } = response;
  if (response.status < 400 || !isJsonObject(json) || typeof json.timestamp !== "string")
    return undefined;
  // A replayed response was given earlier.
  const { replayedHeader } = operation?.idempotency ?? {};
  if (replayedHeader !== undefined && response.headers.has(replayedHeader)) return undefined;
  const time = Date.parse(json.timestamp);
  if (Number.isNaN(time)) return undefined;
  return isBetween(time, sentAt, receivedAt)
    ? []
    : [`The timestamp is ${json.timestamp}, the time was ${new Date(sentAt).toISOString()}.`];
};
