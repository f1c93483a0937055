// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Server } from "node:http";
import { type ContractServer, createContractServer } from "@packages/server/src/hosts/node/create-server.ts";
import { prepareServer as prepare } from "@packages/server/src/hosts/node/prepare-server.ts";
import type { ServerSettings, Timeouts } from "@packages/server/src/hosts/node/settings.ts";
import { makeRedactor } from "@packages/server/src/observe/redact.ts";
import { makeBodyCheck } from "@packages/server/src/request/check-body.ts";
import { errorBody as printError } from "@packages/server/src/response/error-body.ts";
import { bindings } from "./bindings.ts";
import { contract } from "./contract.ts";
import type { GivenPixOptions, StoreOf } from "./handlers.ts";

/**
 * Makes a server with every operation of PIX payments, ready to `listen`; `close` waits for requests that still run.
 *
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export async function createPixServer<Caller, Transaction = undefined, Part extends boolean = false>(
  options: GivenPixOptions<Caller, Transaction, Part> & ServerSettings & StoreOf<Transaction>,
): Promise<ContractServer> {
  return createContractServer(bindings, options as never);
}

/**
 * Prepares a server of Node's for Express or Hono, before it listens: what the framework never sees is answered in the
 * contract's shape, paths such as `/x/../y` lead nowhere, and `close` ends without resetting a connection.
 */
export function prepareServer(server: Server, settings?: { timeouts?: Timeouts; clock?: () => number }): void {
  prepare(server, contract, settings);
}

/** Copies what is logged without credentials and personal fields; for pino's `formatters.log`. */
export const redactLog = makeRedactor(contract.sensitive);

/**
 * The body of an error of the contract, as JSON, for parts of a server that answer by themselves.
 *
 * @param facts `now`: epoch milliseconds; `message`: the contract's if absent
 * @throws {TypeError} if the contract has no such error
 */
export function errorBody(code: string, facts: { now?: number; message?: string; details?: unknown } = {}): string {
  const error = contract.errors[code];
  if (!error) throw new TypeError(`The contract has no error ${code}.`);
  return printError(contract, error, facts.now ?? Date.now(), facts.message, facts.details);
}

/** Checks a value as the body of an operation's requests. Returns the violations, or nothing. */
export const checkBody = makeBodyCheck(bindings);

export type { SignatureRule, SigningOptions } from "@packages/contract/src/signature.ts";
export { SetupError } from "@packages/server/src/check-setup.ts";
export type { Context, Handler, OperationShape, Reply } from "@packages/server/src/handler-types.ts";
export type { TrustProxy } from "@packages/server/src/hosts/node/client-address.ts";
export type { ContractServer } from "@packages/server/src/hosts/node/create-server.ts";
export type { ServerSettings, Timeouts } from "@packages/server/src/hosts/node/settings.ts";
export type { Authenticated, ServerRequest } from "@packages/server/src/http/exchange.ts";
export {
  FailureAfterWork,
  type IdempotencyStore,
  type IdempotentOutcome,
  type IdempotentRequest,
  MemoryIdempotencyStore,
  type StoredResponse,
  type Work,
} from "@packages/server/src/idempotency/idempotency.ts";
export { type Lifecycle, TransitionError } from "@packages/server/src/lifecycle.ts";
export { DeadlineError } from "@packages/server/src/limits/deadline.ts";
export {
  MemoryRateLimitStore,
  type RateLimitHit,
  type RateLimitState,
  type RateLimitStore,
} from "@packages/server/src/limits/rate-limit.ts";
export type { Logger, LoggerSettings } from "@packages/server/src/observe/logger.ts";
export type {
  Observe,
  ObservedOperation,
  RequestEvent,
  RequestObserver,
} from "@packages/server/src/observe/observe.ts";
export type { CommonOptions, InvalidResponse, ResponseViolation } from "@packages/server/src/options.ts";
export type {
  Authentication,
  BasicAuthenticator,
  BasicCredentials,
  BearerAuthenticator,
  Refused,
} from "@packages/server/src/request/credentials.ts";
export type { InvalidValue, Violation } from "@packages/server/src/request/violations.ts";
export type { Result } from "@packages/server/src/response/result.ts";
export type { components, operations, paths, webhooks } from "../../openapi/types.d.ts";
export { formats } from "./all-formats.ts";
export type {
  AnyContext,
  Authenticators,
  ContextOf,
  Handlers,
  HandlersOptions,
  OperationId,
  OperationTypes,
  PixOptions,
  PixServerOptions,
  StoreOf,
} from "./handlers.ts";
export * from "./lifecycles.ts";
export * from "./notifications.ts";
export type * from "./types.ts";
