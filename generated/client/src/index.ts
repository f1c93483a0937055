// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import {
  ApiError,
  type ApiErrorFacts,
  ClientError,
  type ErrorClass,
  type ErrorFacts,
  nameClass,
} from "@packages/client/src/errors.ts";
import type { PixApiError as AnyApiError } from "./types.ts";

export type { Call, CallResult } from "@packages/client/src/call.ts";
export {
  AbortedError,
  type ApiError,
  type ApiErrorFacts,
  ConnectionError,
  type ErrorClass,
  type ErrorFacts,
  InvalidRequestError,
  InvalidResponseError,
  type Outcome,
  type Scope,
  TimeoutError,
} from "@packages/client/src/errors.ts";
export { type KeyStore, type KeyUse, memoryKeyStore } from "@packages/client/src/key-store.ts";
export type {
  Agent,
  AttemptStartEvent,
  BasicCredentials,
  CallEvent,
  CallOptions,
  ClientOptions,
  Credential,
  EndEvent,
  Fetch,
  Hooks,
  HooksFromWatch,
  KeyedCallOptions,
  Mismatch,
  RetryEvent,
  RetryOptions,
  StoredToken,
  TokenDelayEvent,
  TokenStore,
  WatchedCall,
  WatchedEvent,
} from "@packages/client/src/options.ts";
export * from "./client.ts";
export type * from "./types.ts";

/** An error that the service answered with; testing its `code` gives `details` their type. */
export type PixApiError = AnyApiError;

/**
 * An error that the service answered with.
 *
 * @example
 * if (error instanceof PixApiError && error.code === "INVALID_AMOUNT") console.warn(error.details);
 */
export const PixApiError: ErrorClass<AnyApiError, ApiErrorFacts> = /* @__PURE__ */ nameClass(
  ApiError as unknown as ErrorClass<AnyApiError, ApiErrorFacts>,
  "PixApiError",
);

/** Any error of this client. */
export type PixError = ClientError;

/**
 * Any error of this client.
 *
 * @example
 * if (error instanceof PixError && error.outcome === "unknown") await repeatLater(error.idempotencyKey);
 */
export const PixError: ErrorClass<ClientError, ErrorFacts> = /* @__PURE__ */ nameClass(
  ClientError as unknown as ErrorClass<ClientError, ErrorFacts>,
  "PixError",
);
