import type { Exchange } from "../http/exchange.ts";
import type { Cause, ErrorRule, OperationRule } from "../rules.ts";
import type { Service } from "../service.ts";
import { errorBody, errorFor, errorType, findContentType } from "./error-body.ts";

/** Sends what an operation answers, unless the request has its response. */
export function sendResponse(
  operation: OperationRule,
  exchange: Exchange,
  status: number,
  body: string | Uint8Array,
): void {
  if (!exchange.isSent) exchange.end(status, body, findContentType(operation, status));
}

/** Sends an error; a 401 with the challenge of the operation's security scheme. @param operation undefined if there is none */
export function sendError(
  { contract, clock }: Service,
  operation: OperationRule | undefined,
  exchange: Exchange,
  error: ErrorRule,
  message?: string,
  details?: unknown,
): void {
  if (exchange.isSent) return;
  if (error.status === 401 && operation?.security) {
    exchange.setHeader("www-authenticate", operation.security.challenge);
  }
  exchange.end(
    error.status,
    errorBody(contract, error, clock(), message, details),
    errorType(contract, error),
  );
}

/** Sends the error that the contract has for a cause. @param operation undefined if there is none */
export function sendCause(
  service: Service,
  operation: OperationRule | undefined,
  exchange: Exchange,
  cause: Cause,
  message?: string,
  details?: unknown,
): void {
  sendError(
    service,
    operation,
    exchange,
    errorFor(service.contract, cause, operation),
    message,
    details,
  );
}

/** Answers a failure of the server: nothing of it leaves but the request's id, which the log has too. */
export function sendInternal(
  service: Service,
  operation: OperationRule | undefined,
  exchange: Exchange,
  failure: unknown,
): void {
  const { id, log } = exchange.request;
  log.error({ err: failure, ...(operation && { operation: operation.id }) }, "A request failed.");
  if (exchange.isSent) return;
  exchange.failure = failure;
  sendCause(service, operation, exchange, "internal", undefined, { requestId: id });
}
