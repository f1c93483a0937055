import type { FastifyReply, FastifyRequest } from "fastify";
import { checkResponse } from "./check-response.ts";
import type { Authenticated } from "./credentials.ts";
import { errorBody, errorFor } from "./error-body.ts";
import type { AnyOptions } from "./options.ts";
import type { RateLimitStore } from "./rate-limit.ts";
import type { Cause, ContractRules, ErrorRule, OperationRule, RequestChecks, ResponseChecks } from "./rules.ts";

/** What all operations of a server share. */
export interface Service {
  readonly contract: ContractRules;
  readonly options: AnyOptions;
  readonly rateLimits: RateLimitStore;
  readonly clock: () => number;
  /** Bytes. */
  readonly bodyLimit: number;
  readonly requests: Readonly<Record<string, RequestChecks>>;
  /** Absent where answers are not checked. */
  readonly responses?: ResponseChecks;
  /** Share of the answers that is checked. */
  readonly checked: number;
}

/** Who calls a request, once that is known. */
const callers = Symbol("caller");
type WithCaller = FastifyRequest & { [callers]?: Authenticated<unknown> };

export function setCaller(request: FastifyRequest, caller: Authenticated<unknown>): void {
  (request as WithCaller)[callers] = caller;
}

export function callerOf(request: FastifyRequest): Authenticated<unknown> | undefined {
  return (request as WithCaller)[callers];
}

const json = "application/json; charset=utf-8";

/** Sends a text of JSON, unless the request was answered meanwhile, as after a timeout. */
export function sendJson(reply: FastifyReply, status: number, body: string): void {
  if (reply.sent) return;
  reply.code(status).header("content-type", json).send(body);
}

/** Sends what an operation answers, checked against the contract where the server does that. */
export function sendAnswer(
  service: Service,
  operation: OperationRule,
  reply: FastifyReply,
  status: number,
  body: string,
): void {
  if (reply.sent) return;
  reply.code(status);
  checkResponse(service, operation, reply, body);
  sendJson(reply, status, body);
}

/** Sends an error; a 401 with the challenge of the operation's security scheme. */
export function sendError(
  service: Service,
  operation: OperationRule,
  reply: FastifyReply,
  error: ErrorRule,
  message?: string,
  details?: unknown,
): void {
  if (error.status === 401 && operation.security) reply.header("www-authenticate", operation.security.challenge);
  const body = JSON.stringify(errorBody(error, service.clock(), message, details));
  sendAnswer(service, operation, reply, error.status, body);
}

/** Sends the error that the contract has for a cause. */
export function sendCause(
  service: Service,
  operation: OperationRule,
  reply: FastifyReply,
  cause: Cause,
  message?: string,
  details?: unknown,
): void {
  sendError(service, operation, reply, errorFor(service.contract, cause, operation), message, details);
}

/** Answers a failure of the server: nothing of it leaves but the request's id, which the log has too. */
export function sendInternal(service: Service, operation: OperationRule, reply: FastifyReply, failure: unknown): void {
  reply.log.error({ err: failure, operation: operation.id }, "A request failed.");
  sendCause(service, operation, reply, "internal", undefined, { requestId: reply.request.id });
}
