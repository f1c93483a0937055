import type { Cause, ContractRules, ErrorRule, OperationRule } from "../rules.ts";

/** An error as it is answered. */
export interface ErrorBody {
  success: false;
  error: { code: string; message: string; details?: unknown };
  /** ISO 8601 in UTC. */
  timestamp: string;
}

/** Errors for causes that a contract has no code for. They have its shape, so that a client needs no second reader. */
const fallbacks = {
  validation: [400, "VALIDATION_ERROR", "The request is invalid."],
  "malformed-body": [400, "MALFORMED_BODY", "The body cannot be read."],
  "body-too-large": [413, "PAYLOAD_TOO_LARGE", "The body is too large."],
  "media-type": [415, "UNSUPPORTED_MEDIA_TYPE", "The content type is not supported."],
  "credentials-missing": [401, "UNAUTHORIZED", "Credentials are missing."],
  "credentials-malformed": [401, "UNAUTHORIZED", "Credentials cannot be read."],
  "credentials-invalid": [401, "UNAUTHORIZED", "Credentials are wrong."],
  "credentials-expired": [401, "UNAUTHORIZED", "Credentials have expired."],
  "rate-limit": [429, "RATE_LIMIT_EXCEEDED", "Too many requests."],
  "idempotency-key-missing": [400, "MISSING_IDEMPOTENCY_KEY", "The idempotency key is missing."],
  "idempotency-conflict": [409, "DUPLICATE_IDEMPOTENCY_KEY", "The idempotency key was used before."],
  "unknown-path": [404, "NOT_FOUND", "There is nothing at this path."],
  "unknown-method": [405, "METHOD_NOT_ALLOWED", "The path does not have this method."],
  internal: [500, "INTERNAL_ERROR", "Something went wrong."],
  "not-implemented": [501, "NOT_IMPLEMENTED", "The operation is not implemented yet."],
  "malformed-request": [400, "MALFORMED_REQUEST", "The request is not HTTP."],
  "request-timeout": [408, "REQUEST_TIMEOUT", "The request took too long to arrive."],
  "headers-too-large": [431, "HEADERS_TOO_LARGE", "The headers are too large."],
} as const satisfies Record<Cause, readonly [number, string, string]>;

/** The error for a cause: the operation's own, or one that the contract gives anywhere, or a substitute. */
export function errorFor(contract: ContractRules, cause: Cause, operation?: OperationRule): ErrorRule {
  const own = operation?.causes[cause] ?? contract.anywhere[cause];
  const known = own === undefined ? undefined : contract.errors[own];
  if (known) return known;
  const [status, code, message] = fallbacks[cause];
  return { code, status, message, list: false };
}

/** The body of an error. */
export function errorBody(error: ErrorRule, now: number, message = error.message, details?: unknown): ErrorBody {
  return {
    success: false,
    error: details === undefined ? { code: error.code, message } : { code: error.code, message, details },
    timestamp: new Date(now).toISOString(),
  };
}
