// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { ApiError, type ApiErrorFacts } from "../../../packages/client/src/errors/api-error.ts";
import { ClientError, type ErrorFacts } from "../../../packages/client/src/errors/client-error.ts";
import type { ErrorClass } from "../../../packages/client/src/errors/error-class.ts";
import { WaitEndedError as Ended } from "../../../packages/client/src/errors/wait-ended-error.ts";
import { WaitTimeoutError as Expired } from "../../../packages/client/src/errors/wait-timeout-error.ts";
import { formatMoney } from "../../../packages/client/src/format-money.ts";
import type { PixApiError as AnyApiError, Transaction, TransactionStatus, Transfer, TransferStatus } from "./types.ts";

export type { Call, CallResult } from "../../../packages/client/src/call.ts";
export { AbortedError } from "../../../packages/client/src/errors/aborted-error.ts";
export type { ApiError, ApiErrorFacts } from "../../../packages/client/src/errors/api-error.ts";
export type { ErrorFacts, Outcome, Scope } from "../../../packages/client/src/errors/client-error.ts";
export { ConnectionError } from "../../../packages/client/src/errors/connection-error.ts";
export type { ErrorClass } from "../../../packages/client/src/errors/error-class.ts";
export { InvalidRequestError } from "../../../packages/client/src/errors/invalid-request-error.ts";
export { InvalidResponseError } from "../../../packages/client/src/errors/invalid-response-error.ts";
export { TimeoutError } from "../../../packages/client/src/errors/timeout-error.ts";
export { imageDataUrl } from "../../../packages/client/src/image-data-url.ts";
export { type KeyStore, type KeyUse, memoryKeyStore } from "../../../packages/client/src/key-store.ts";
export type * from "../../../packages/client/src/options.ts";
export type { RateLimitState } from "../../../packages/client/src/rate-limits.ts";
export type { StoredToken, TokenStore } from "../../../packages/client/src/token-store.ts";
export type { Wait, WaitOptions } from "../../../packages/client/src/wait.ts";
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
export const PixApiError: ErrorClass<AnyApiError, ApiErrorFacts> = ApiError as unknown as ErrorClass<
  AnyApiError,
  ApiErrorFacts
>;

/** Any error of this client. */
export type PixError = ClientError;

/**
 * Any error of this client.
 *
 * @example
 * if (error instanceof PixError && error.outcome === "unknown") await repeatLater(error.idempotencyKey);
 */
export const PixError: ErrorClass<ClientError, ErrorFacts> = ClientError as unknown as ErrorClass<
  ClientError,
  ErrorFacts
>;

/** The time of a wait ran out; `last` is the object as it was last seen. */
export type WaitTimeoutError = Expired<Transaction | Transfer>;

/** The time of a wait ran out; `last` is the object as it was last seen. */
export const WaitTimeoutError: ErrorClass<WaitTimeoutError, ErrorFacts & Pick<WaitTimeoutError, "last">> =
  Expired as unknown as ErrorClass<WaitTimeoutError, ErrorFacts & Pick<WaitTimeoutError, "last">>;

/** What was waited for will not come; `last` is the object as it ended. */
export type WaitEndedError = Ended<Transaction | Transfer>;

/** What was waited for will not come; `last` is the object as it ended. */
export const WaitEndedError: ErrorClass<WaitEndedError, ErrorFacts & Pick<WaitEndedError, "last" | "status">> =
  Ended as unknown as ErrorClass<WaitEndedError, ErrorFacts & Pick<WaitEndedError, "last" | "status">>;

/**
 * Whether nothing leaves a status. One that this version does not know is not final.
 *
 * @example
 * if (isFinal(data.status)) close(data.id);
 */
export function isFinal(status: TransactionStatus | TransferStatus): boolean {
  return ["canceled", "refunded", "completed", "refused"].includes(status);
}

/**
 * An amount in the smallest unit of BRL, as people write it.
 *
 * @throws {TypeError} where the amount is no whole number
 * @example
 * formatAmount(4990); // "R$ 49,90"
 */
export function formatAmount(amount: number, locale: string = "pt-BR"): string {
  return formatMoney(amount, "BRL", 2, locale);
}
