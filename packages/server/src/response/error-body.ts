import { writeJson } from "@packages/contract/src/exact-json.ts";
import type {
  Cause,
  ContractTable,
  ErrorBodyParts,
  ErrorEntry,
  OperationEntry,
} from "../contract-table.ts";

/** Content type of JSON. */
export const jsonType = "application/json; charset=utf-8";

/** The content type of an operation's response. */
export function findContentType(operation: OperationEntry | undefined, status: number): string {
  const { responses = [] } = operation ?? {};
  for (const { from, to, mediaType } of responses) {
    const isOther = mediaType !== undefined && mediaType !== "application/json";
    if (isOther && from <= status && status <= to) return withCharset(mediaType);
    if (from === status) return jsonType;
  }
  return jsonType;
}

/** A media type as a response states it. A range stands for bytes of any type. */
export function withCharset(mediaType: string): string {
  if (mediaType.includes("*")) return "application/octet-stream";
  return /^text\/|^application\/json$/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
}

/** Errors for causes that a contract has no code for. They have the form of its errors. */
const fallbacks = {
  validation: [400, "VALIDATION_ERROR", "The request is invalid."],
  "malformed-body": [400, "MALFORMED_BODY", "The body cannot be read."],
  "body-too-large": [413, "PAYLOAD_TOO_LARGE", "The body is too large."],
  "media-type": [415, "UNSUPPORTED_MEDIA_TYPE", "The content type is not supported."],
  "not-acceptable": [
    406,
    "NOT_ACCEPTABLE",
    "The response has other media types than those accepted.",
  ],
  "credentials-missing": [401, "UNAUTHORIZED", "Credentials are missing."],
  "credentials-malformed": [401, "UNAUTHORIZED", "Credentials cannot be read."],
  "credentials-invalid": [401, "UNAUTHORIZED", "Credentials are wrong."],
  "credentials-expired": [401, "UNAUTHORIZED", "Credentials have expired."],
  "rate-limit": [429, "RATE_LIMIT_EXCEEDED", "Too many requests."],
  "idempotency-key-missing": [400, "MISSING_IDEMPOTENCY_KEY", "The idempotency key is missing."],
  "idempotency-conflict": [
    409,
    "DUPLICATE_IDEMPOTENCY_KEY",
    "The idempotency key was used before.",
  ],
  "unknown-path": [404, "NOT_FOUND", "The path does not exist."],
  "unknown-method": [405, "METHOD_NOT_ALLOWED", "The path does not have this method."],
  internal: [500, "INTERNAL_ERROR", "Something went wrong."],
  "not-implemented": [501, "NOT_IMPLEMENTED", "The operation is not implemented yet."],
  "malformed-request": [400, "MALFORMED_REQUEST", "The request is not HTTP."],
  "request-timeout": [408, "REQUEST_TIMEOUT", "The request took too long to arrive."],
  "headers-too-large": [431, "HEADERS_TOO_LARGE", "The headers are too large."],
} as const satisfies Record<Cause, readonly [number, string, string]>;

/** Statuses that stand for a cause if its usual one is not declared. */
const substitutes: Partial<Record<Cause, number>> = {
  validation: 422,
  "malformed-body": 422,
  "credentials-missing": 403,
  "credentials-malformed": 403,
  "credentials-invalid": 403,
  "credentials-expired": 403,
};

/**
 * The error for a cause: the operation's own, or one that the contract gives anywhere, or the one that it declares for the
 * status.
 */
export function errorFor(
  contract: ContractTable,
  cause: Cause,
  operation?: OperationEntry,
): ErrorEntry {
  const own = operation?.causes[cause] ?? contract.anywhere[cause];
  const known = own === undefined ? undefined : contract.errors[own];
  if (known) return known;
  const [usual, code, message] = fallbacks[cause];
  const { responses = [] } = operation ?? {};
  const exact = [usual, substitutes[cause]].find((one) =>
    responses.some(({ from, to, error }) => error && from === one && to === one),
  );
  const status = exact ?? usual;
  const declared = responses.find(({ from, to, error }) => error && from <= status && status <= to);
  const form = declared?.error && { body: declared.error, type: declared.mediaType ?? jsonType };
  return { code, status, message, list: false, ...form };
}

/** The body of an error: JSON, or plain text for a content type of text. */
export function errorBody(
  contract: ContractTable,
  error: ErrorEntry,
  now: number,
  given?: string,
  details?: unknown,
): string {
  const make = error.body ?? contract.errorBody ?? problemDetails;
  const message = given ?? usualMessage(error, details);
  const { status, code } = error;
  const body = make({ status, code, message, details, timestamp: new Date(now).toISOString() });
  if (typeof body === "string" && errorType(contract, error).startsWith("text/"))
    return withoutInvalidCharacters(body);
  // JSON has these characters as escapes.
  return writeJson(body).replace(/\\(?:u0000|ud[89a-f]..|.)/g, (sequence) =>
    sequence.length > 2 ? "\ufffd" : sequence,
  );
}

/** The message of an error whose figures are those of its details, or else of the contract's example. */
function usualMessage({ message, figures }: ErrorEntry, details: unknown): string {
  if (!figures) return message;
  return message.replace(/\{([^{}]+)\}/g, (all, name: string) => {
    const usual = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (usual === undefined) return all;
    const value = (details as Record<string, unknown> | undefined)?.[name];
    return typeof value === "number" ? writeFigure(value, usual) : usual;
  });
}

/** Writes a number as its example is written. */
function writeFigure(value: number, example: string): string {
  if (!/ [KM]iB$/.test(example)) return String(value);
  return value > 0 && value % 1024 === 0 ? `${value / 1024} KiB` : `${value} bytes`;
}

/** A message that names parts of a request may contain lone surrogates, which are not sent back. */
function withoutInvalidCharacters(string: string): string {
  return string.replace(/\0|\p{Surrogate}/gu, "\ufffd");
}

/** Steps to code, message and details in the body of a contract's errors; undefined if it has no code. */
export function findErrorPlaces({ errorBody: make = problemDetails }: ContractTable) {
  const facts = { status: 0, code: "\0code", message: "\0message", details: {}, timestamp: "" };
  const body = make(facts);
  const code = findSteps(body, facts.code);
  const message = findSteps(body, facts.message);
  const details = findSteps(body, facts.details);
  return code && { code, message, details };
}

/** Steps to a part of a value. */
function findSteps(value: unknown, part: unknown): string[] | undefined {
  if (value === part) return [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const steps = findSteps(inner, part);
    if (steps) return [name, ...steps];
  }
  return undefined;
}

/** The content type of an error. */
export function errorType(contract: ContractTable, error: ErrorEntry): string {
  return (
    error.type ?? contract.errorType ?? (contract.errorBody ? jsonType : "application/problem+json")
  );
}

/** The response to a cause if there is no operation. @param now epoch milliseconds */
export function makeCauseResponse(contract: ContractTable, cause: Cause, now: number) {
  const error = errorFor(contract, cause);
  const { status, code } = error;
  return { status, code, body: errorBody(contract, error, now), type: errorType(contract, error) };
}

/** Problem details (RFC 9457), for contracts without errors. */
function problemDetails({ status, code, message, details }: ErrorBodyParts): object {
  return {
    type: "about:blank",
    title: message,
    status,
    code,
    ...(details !== undefined && { details }),
  };
}
