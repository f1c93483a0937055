import type { ContractTable } from "./contract-table.ts";
import type { ClientError, Failure } from "./errors/client-error.ts";
import type { KeyRecord, KeyRecords } from "./key-records.ts";
import type { Hooks, KeyedCallOptions, RequestEvent } from "./options.ts";
import { type CallInput, type Prepared, prepare } from "./prepare.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Redact } from "./redact.ts";
import { type Retry, readRetry, readTimeout, type Settings } from "./settings.ts";
import type { TokenSource } from "./token-source.ts";

/** What calls of one client share. */
export interface Context {
  contract: ContractTable;
  settings: Settings;
  limits: RateLimits;
  redact: Redact;
  tokens: TokenSource;
  records: KeyRecords;
}

/** A call on its way: what it sends, and what is known of it so far. */
export interface CallState {
  operation: string;
  request: Prepared;
  /** Value of the `Authorization` header where a token is asked for; any other request carries a token. */
  basic: string | undefined;
  retry: Retry;
  signal: AbortSignal | undefined;
  /** When the call is over, by the monotonic clock. */
  end: number;
  /** Whether sending the request twice is as good as once. */
  idempotent: boolean;
  /** Whether nobody else can have sent the key: it was made for this call, or there is none. */
  ownKey: boolean;
  /** What is known of everything that carried the key. */
  record: KeyRecord;
  /** How often the request was sent, or tried to be. */
  attempts: number;
  /** Attempts that met the first request with the key still running. They are no failures. */
  conflicts: number;
  /** Whether the service was reached. */
  reached: boolean;
  /** Whether the token was renewed for this call. */
  renewed: boolean;
}

/** Checks what a call is made with, and makes its state. Throws an `InvalidRequestError` where it breaks a rule. */
export function startCall(
  { contract, settings, records }: Context,
  operation: string,
  input: CallInput,
  options: KeyedCallOptions,
  basic: string | undefined,
): CallState {
  const request = prepare(contract, operation, input, options);
  const { key, method } = request.facts;
  const timeout = readTimeout(operation, options.timeout === undefined ? settings.timeout : options.timeout);
  return {
    operation,
    request,
    basic,
    retry: readRetry(operation, options.retry, settings.retry),
    signal: options.signal,
    // A key that the service has forgotten is a new request: it is not sent again in the second half of its life.
    end: performance.now() + Math.min(timeout, key ? key.lifetime / 2 : timeout),
    idempotent: Boolean(key || basic) || !/^P(OST|ATCH)$/.test(method),
    ownKey: options.idempotencyKey === undefined,
    record: records.enter(request.idempotencyKey),
    attempts: 0,
    conflicts: 0,
    reached: false,
    renewed: false,
  };
}

/** Milliseconds that a call has left. */
export function timeLeft({ end }: CallState): number {
  return end - performance.now();
}

/** Makes the error of a call, with the outcome as it is known now. */
export function fail(call: CallState, Class: Failure, message: string, more?: object): ClientError {
  const { operation, attempts, request, record, reached, ownKey } = call;
  const settled = record.open.size === 0 && (!reached || ownKey);
  const outcome = settled ? (reached ? "refused" : "not-sent") : "unknown";
  return new Class(message, { operation, idempotencyKey: request.idempotencyKey, attempts, outcome, ...more });
}

/** Tells a hook of a call. What it throws must not decide what becomes of a call. */
export function tell<Name extends keyof Hooks>(
  { hooks }: Settings,
  { operation, request, attempts }: CallState,
  name: Name,
  more: Omit<Parameters<NonNullable<Hooks[Name]>>[0], keyof RequestEvent>,
): void {
  const { facts, idempotencyKey } = request;
  const { method, path } = facts;
  try {
    hooks[name]?.({ operation, method, path, attempt: attempts, idempotencyKey, ...more } as never);
  } catch {}
}
