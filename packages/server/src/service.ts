import { checkSetup } from "./check-setup.ts";
import type { IdempotencyStore } from "./idempotency/idempotency.ts";
import { MemoryIdempotencyStore } from "./idempotency/idempotency.ts";
import { MemoryRateLimitStore, type RateLimitStore } from "./limits/rate-limit.ts";
import { Running } from "./limits/running.ts";
import { type Logger, silentLogger } from "./observe/logger.ts";
import type { AnyOptions } from "./options.ts";
import type { ContractRules, LoadedChecks, RequestChecks, ResponseCleaners } from "./rules.ts";

/** What a contract brings to a server. */
export interface Bindings {
  contract: ContractRules;
  requests: Readonly<Record<string, RequestChecks>>;
  cleaners: ResponseCleaners;
  /** Loaded only where responses are checked. */
  loadResponses: () => Promise<LoadedChecks>;
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
  readonly requests: Readonly<Record<string, RequestChecks>>;
  readonly cleaners: ResponseCleaners;
  /** Undefined where responses are not checked, or until the checks are loaded. */
  responses: LoadedChecks | undefined;
  /** Share of the responses that is checked. */
  readonly checked: number;
}

const mebibyte = 1024 * 1024;

/**
 * Puts together what a server needs.
 *
 * @throws {SetupError} where an authenticator is missing, or a handler without `partial`
 */
export function makeService(bindings: Bindings, options: AnyOptions, log: Logger = silentLogger): Service {
  const { contract, requests, cleaners } = bindings;
  const missing = checkSetup(contract, options);
  if (missing.length > 0) log.warn({ operations: missing }, "These operations have no handler and answer 501.");
  return {
    contract,
    options,
    requests,
    cleaners,
    log,
    responses: undefined,
    checked: shareToCheck(options.checkResponses),
    deadline: options.deadline ?? 30_000,
    bodyLimit: options.bodyLimit ?? contract.bodyLimit ?? mebibyte,
    rateLimits: options.rateLimits ?? new MemoryRateLimitStore(),
    idempotency: (options.idempotency as IdempotencyStore<unknown> | undefined) ?? new MemoryIdempotencyStore(),
    running: new Running(),
    clock: options.clock ?? Date.now,
  };
}

/** Loads the checks of responses where the server makes them. */
export async function loadChecks(service: Service, { loadResponses }: Bindings): Promise<void> {
  if (service.checked > 0) service.responses = await loadResponses();
}

function shareToCheck(asked: boolean | number | undefined): number {
  if (asked === undefined) return globalThis.process?.env.NODE_ENV === "production" ? 0 : 1;
  return Math.min(1, Math.max(0, Number(asked)));
}
