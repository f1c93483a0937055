import { makeReaders, type Reader } from "../../contract/src/check/read.ts";
import type { FormatCheck } from "../../contract/src/check/run.ts";
import { checkSetup } from "./check-setup.ts";
import type { IdempotencyStore } from "./idempotency/idempotency.ts";
import { MemoryIdempotencyStore } from "./idempotency/idempotency.ts";
import { MemoryRateLimitStore, type RateLimitStore } from "./limits/rate-limit.ts";
import { Running } from "./limits/running.ts";
import { type Logger, silentLogger } from "./observe/logger.ts";
import type { AnyOptions } from "./options.ts";
import type { ContractChecks, ContractRules } from "./rules.ts";

/** What a contract brings to a server. */
export interface Bindings {
  contract: ContractRules;
  checks: ContractChecks;
  /** By name. */
  formats: Readonly<Record<string, FormatCheck>>;
}

/** What all operations of a server share. */
export interface Service {
  readonly contract: ContractRules;
  readonly options: AnyOptions;
  readonly rateLimits: RateLimitStore;
  readonly idempotency: IdempotencyStore<unknown>;
  /** What runs for requests, those included that were answered at their deadline. */
  readonly running: Running;
  readonly clock: () => number;
  readonly log: Logger;
  /** Milliseconds for a whole request; 0 for no limit. */
  readonly deadline: number;
  /** Bytes. */
  readonly bodyLimit: number;
  readonly checks: ContractChecks;
  /** Gives the reader of a row of the table. */
  readonly readers: (row: number) => Reader;
}

const mebibyte = 1024 * 1024;

/**
 * Puts together what a server needs.
 *
 * @throws {SetupError} where an authenticator is missing, or a handler without `partial`
 */
export function makeService(bindings: Bindings, options: AnyOptions, log: Logger = silentLogger): Service {
  const { contract, checks, formats } = bindings;
  const missing = checkSetup(contract, options);
  if (missing.length > 0) log.warn({ operations: missing }, "These operations have no handler and answer 501.");
  return {
    contract,
    options,
    checks,
    readers: makeReaders(checks.table, formats, checks.shells),
    log,
    deadline: options.deadline ?? 30_000,
    bodyLimit: options.bodyLimit ?? contract.bodyLimit ?? mebibyte,
    rateLimits: options.rateLimits ?? new MemoryRateLimitStore(),
    idempotency: (options.idempotency as IdempotencyStore<unknown> | undefined) ?? new MemoryIdempotencyStore(),
    running: new Running(),
    clock: options.clock ?? Date.now,
  };
}
