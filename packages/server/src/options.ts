import type { ServerRequest } from "./http/exchange.ts";
import type { IdempotencyStore } from "./idempotency/idempotency.ts";
import type { RateLimitStore } from "./limits/rate-limit.ts";
import type { Observe } from "./observe/observe.ts";
import type { BasicAuthenticator, BearerAuthenticator } from "./request/credentials.ts";
import type { InvalidValue, Violation } from "./request/violations.ts";
import type { Result } from "./response/result.ts";

/** A rule that a response breaks. */
export interface ResponseViolation extends Violation {
  /** Figure, pattern or format of the rule. */
  limit?: string | number;
  /** Where the rule comes from if the provider's document does not state it. */
  basis?: "implied" | "observed" | "assumed";
}

/** A response that does not fit the contract. */
export interface InvalidResponse {
  operation: string;
  status: number;
  /** Whether it was sent all the same, without the fields that the contract does not have. */
  isSent: boolean;
  violations: ResponseViolation[];
}

/** Options of every server, whatever its contract. */
export interface CommonOptions<Transaction, Caller = unknown> {
  /** Where requests are counted; in memory if absent. */
  rateLimits?: RateLimitStore;
  /**
   * The meaning of each scope of the contract's own: a limit counts by it, an idempotency key belongs to it. The caller is
   * undefined in operations without credentials, and in limits that are counted before credentials are checked.
   */
  scopes?: Readonly<Record<string, (request: ServerRequest, caller: Caller | undefined) => string>>;
  /** Where responses are remembered by idempotency key; in memory if absent. */
  idempotency?: IdempotencyStore<Transaction>;
  /** Now, in epoch milliseconds; `Date.now` if absent. */
  clock?: () => number;
  /** Bytes of the largest body that is read; the contract's if absent, else 1 MiB. */
  bodyLimit?: number;
  /**
   * Milliseconds for a whole request, authenticators, stores and transactions included, but not for its body to arrive;
   * then the caller gets a 500. 30,000 if absent, 0 for no limit.
   */
  deadline?: number;
  /**
   * Called with each response that breaks the contract, which becomes a 500 before anything is committed; with values whose
   * form breaks a rule that the provider's document does not state, which are sent; and with unknown fields, which are left
   * out. The first are logged each time, the others once for each field, and so is what the function throws.
   */
  onInvalidResponse?: (invalid: InvalidResponse) => void;
  /** Watches requests, for traces and metrics: `openTelemetry()`, or a function of your own. */
  observe?: Observe;
  /**
   * Accepts a value that does not fit the contract, as a server for tests may have to: return true to accept it. Missing
   * values are always rejected.
   */
  tolerate?: (invalid: InvalidValue) => boolean;
  /** Whether unknown paths and methods are answered too; false where they are the host's. */
  notFound?: boolean;
  /** Path of the health route, or false for none; only `create…Server` has one, `/health`, if absent. */
  health?: string | false;
  /** Whether the server can do its work, for the health route; always if absent. */
  ready?: () => boolean | Promise<boolean>;
}

/** The options of a server, as the runtime sees them. */
export interface AnyOptions extends CommonOptions<never, never> {
  authenticators: Readonly<
    Record<string, BearerAuthenticator<unknown> | BasicAuthenticator<unknown> | undefined>
  >;
  handlers: Readonly<Record<string, ((context: never) => Result | Promise<Result>) | undefined>>;
  around?: (context: never, next: () => Promise<Result>) => Result | Promise<Result>;
  partial?: boolean;
}
