import { makeReaders, type Reader } from "../../contract/src/check/read.ts";
import type { FormatCheck } from "../../contract/src/check/run.ts";
import type { Row } from "../../contract/src/check/table.ts";
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
  /** The same without patterns and formats of texts, which take most of the time. */
  readonly quickReaders: (row: number) => Reader;
  /** Share of the responses whose texts are checked for their patterns and formats. */
  readonly checked: number;
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
    quickReaders: makeReaders(checks.table.map(withoutForms), {}, checks.shells),
    log,
    checked: shareToCheck(options.checkResponses),
    deadline: options.deadline ?? 30_000,
    bodyLimit: options.bodyLimit ?? contract.bodyLimit ?? mebibyte,
    rateLimits: options.rateLimits ?? new MemoryRateLimitStore(),
    idempotency: (options.idempotency as IdempotencyStore<unknown> | undefined) ?? new MemoryIdempotencyStore(),
    running: new Running(),
    clock: options.clock ?? Date.now,
  };
}

/** A row without what texts have to look like. */
function withoutForms(row: Row): Row {
  if (row.kind !== "text" || !row.rules) return row;
  return { ...row, rules: row.rules.filter(([rule]) => rule !== "pattern" && rule !== "format") };
}

function shareToCheck(asked: boolean | number | undefined): number {
  if (asked === undefined) return globalThis.process?.env.NODE_ENV === "production" ? 0 : 1;
  return Math.min(1, Math.max(0, Number(asked)));
}
