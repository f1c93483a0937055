import { makeReaders } from "@packages/contract/src/check/read.ts";
import type { FormatCheck } from "@packages/contract/src/check/run.ts";
import { checkSetup } from "./check-setup.ts";
import type { ContractChecks, ContractTable } from "./contract-table.ts";
import { type IdempotencyStore, MemoryIdempotencyStore } from "./idempotency/idempotency.ts";
import { Deadlines, Running } from "./limits/deadline.ts";
import { MemoryRateLimitStore, type RateLimitStore } from "./limits/rate-limit.ts";
import { type Logger, silentLogger } from "./observe/logger.ts";
import type { AnyOptions } from "./options.ts";
import { monotonicNow } from "./timers.ts";

/** The part of a server that its contract gives. */
export interface Bindings {
  contract: ContractTable;
  checks: ContractChecks;
  /** Keyed by name. */
  formats: Readonly<Record<string, FormatCheck>>;
}

export type Service = ReturnType<typeof makeService>;

/**
 * Makes the parts that all operations of a server share.
 *
 * @param isTimerShared whether one timer has the deadlines of all requests
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export function makeService(
  bindings: Bindings,
  options: AnyOptions,
  log: Logger = silentLogger,
  isTimerShared = true,
) {
  const { contract, checks, formats } = bindings;
  const { deadline = 30_000 } = options;
  const deadlines = new Deadlines(deadline);
  const missing = checkSetup(contract, options);
  if (missing.length > 0)
    log.warn({ operations: missing }, "These operations have no handler and answer 501.");
  return {
    contract,
    options,
    checks,
    log,
    /** Gives the reader of a row of the table. */
    readers: makeReaders(checks.table, formats, checks.reads),
    /** Milliseconds for a whole request; 0 for no limit. */
    deadline,
    /** Gives the deadlines to which that of a request belongs. */
    deadlinesFor: isTimerShared ? () => deadlines : () => new Deadlines(deadline, false),
    /** Bytes. */
    bodyLimit: options.bodyLimit ?? contract.bodyLimit ?? 2 ** 20,
    rateLimits: options.rateLimits ?? (new MemoryRateLimitStore() as RateLimitStore),
    idempotency: (options.idempotency ?? new MemoryIdempotencyStore()) as IdempotencyStore<unknown>,
    /** Work that runs for requests, those included that were answered at their deadline. */
    running: new Running(),
    clock: options.clock ?? Date.now,
    /** Gives epoch milliseconds for times that are kept in memory: a clock that is set meanwhile does not change them. */
    steadyClock: options.clock ?? (() => performance.timeOrigin + monotonicNow()),
  };
}
