import type { Exchange } from "../http/exchange.ts";
import { limitMessage } from "../limits/rate-limit.ts";
import type { Cleaner, OperationRule } from "../rules.ts";
import type { Service } from "../service.ts";
import { reportInvalidResponse } from "./check-response.ts";
import { contentTypeOf } from "./content-types.ts";
import { errorBody } from "./error-body.ts";
import type { Answer, Failure, Success } from "./result.ts";

/** A response ready to be sent: its status and its body as JSON text, empty where it has none. */
export interface Finished {
  status: number;
  body: string | Uint8Array;
  /** Code of the error; absent on a success. */
  code?: string;
}

/** Makes the response of a success: what the contract knows of the result, and what it has around it. */
export function finishSuccess(
  service: Service,
  operation: OperationRule,
  exchange: Exchange,
  { data, message }: Success,
): Finished {
  if (!operation.success) throw new TypeError(`${operation.id} has no success of its own: answer with reply.send.`);
  const { status, envelope, constants, message: usual } = operation.success;
  const clean = service.cleaners[operation.id]?.data;
  const known = clean ? cleaned(service, operation, exchange, status, clean, data, envelope ? "data" : "") : data;
  if (envelope) return { status, body: JSON.stringify({ ...constants, message: message ?? usual, data: known }) };
  if (known instanceof Uint8Array) return { status, body: known };
  // A list or a scalar is its own body, and nothing is none.
  const isObject = typeof known === "object" && known !== null && !Array.isArray(known);
  if (typeof known === "string" && !contentTypeOf(operation, status).includes("json")) return { status, body: known };
  return { status, body: JSON.stringify(isObject ? { ...constants, ...known } : known) ?? "" };
}

/** Makes a response that a handler gives whole. @throws where the contract does not have its status */
export function finishAnswer(operation: OperationRule, exchange: Exchange, answer: Answer): Finished {
  const { status, body, headers } = answer;
  const declared = operation.responses.find(({ from, to }) => from <= status && status <= to);
  if (!declared) throw new TypeError(`${operation.id} cannot answer ${status}: the contract does not list it.`);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !exchange.isSent) exchange.setHeader(name.toLowerCase(), String(value));
  }
  if (declared.mediaType === undefined || body === undefined) return { status, body: "" };
  if (body instanceof Uint8Array || !declared.mediaType.endsWith("json")) {
    return { status, body: body instanceof Uint8Array ? body : String(body) };
  }
  return { status, body: JSON.stringify(body) };
}

/** Makes the response of an error that a handler answers with. @throws where the contract does not give it the operation */
export function finishFailure(
  service: Service,
  operation: OperationRule,
  exchange: Exchange,
  { code, message, details }: Failure,
): Finished {
  const error = service.contract.errors[code];
  if (!error || !operation.errors.includes(code)) {
    throw new TypeError(`${operation.id} cannot fail with ${code}: the contract does not list it.`);
  }
  const { status } = error;
  const isSent = exchange.isSent;
  if (!isSent && status === 401 && operation.security) {
    exchange.setHeader("www-authenticate", operation.security.challenge);
  }
  const retryAfter = code === operation.causes["rate-limit"] ? retryAfterOf(operation, details) : undefined;
  // A limit of the provider's own is told like the contract's: by a header too, and in words.
  if (!isSent && retryAfter !== undefined) exchange.setHeader("retry-after", String(retryAfter));
  const clean = service.cleaners[operation.id]?.errors?.[code];
  const known = clean ? cleaned(service, operation, exchange, status, clean, details, "error.details") : details;
  const text = message ?? (retryAfter === undefined ? undefined : limitMessage(retryAfter));
  return { status, body: errorBody(service.contract, error, service.clock(), text, known), code };
}

/** A copy with the fields that the contract knows; the others are reported. */
function cleaned(
  service: Service,
  operation: OperationRule,
  exchange: Exchange,
  status: number,
  clean: Cleaner,
  value: unknown,
  path: string,
): unknown {
  const dropped: string[] = [];
  const copy = clean(value, path, dropped);
  if (dropped.length > 0) {
    const message = "is not in the contract, and was not sent";
    const violations = dropped.map((field) => ({ path: field, rule: "additionalProperties", message }));
    reportInvalidResponse(service, operation, exchange, status, violations);
  }
  return copy;
}

/** Seconds to wait, as the details of a handler's own refusal say. */
function retryAfterOf(operation: OperationRule, details: unknown): number | undefined {
  const field = operation.rateLimit?.details.retryAfter;
  const seconds = field === undefined ? undefined : (details as Record<string, unknown> | undefined)?.[field];
  return typeof seconds === "number" ? Math.max(1, Math.ceil(seconds)) : undefined;
}
