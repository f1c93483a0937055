import { findMistake, inside } from "./check.ts";
import type { ContractTable, OperationFacts } from "./contract-table.ts";
import { type ClientError, type Failure, InvalidRequestError, type Outcome, type Scope } from "./errors.ts";
import type { AttemptState, HttpResponse, Outgoing, ResponseHead } from "./http.ts";
import type { KeyStore } from "./key-store.ts";
import type { KeyedCallOptions } from "./options.ts";
import type { Redact } from "./redact.ts";
import { check, type Retry, readRetry, type Settings } from "./settings.ts";
import type { TokenSource } from "./token-source.ts";

/** What calls of one client share. */
export interface Context {
  contract: ContractTable;
  settings: Settings;
  /** By id. */
  operations: Map<string, Operation>;
  redact: Redact;
  /** Absent where no operation issues tokens. */
  tokens: TokenSource | undefined;
  keys: KeyStore;
  /** Repetitions that the calls may still make together. */
  budget: number;
}

/** An operation as one client calls it. */
export interface Operation extends OperationFacts {
  id: string;
  /** Security schemes whose credentials are sent; undefined where some are needed and none are there. */
  way: string[] | undefined;
  /** Whether it takes a token that the client obtains. */
  takesToken: boolean;
}

/** What was sent, as far as a result may repeat it. */
export interface Sent {
  /** Values of the path parameters, where they are known. */
  path?: Record<string, unknown> | null | undefined;
  /** The body, where it is not known from its text alone. */
  body?: object | undefined;
}

/** A call on its way: what it sends, and what is known of it so far. */
export interface CallState extends Sent {
  context: Context;
  /** Tells calls apart for hooks; empty where there are none. */
  id: string;
  operation: Operation;
  request: Outgoing;
  idempotencyKey: string | undefined;
  retry: Retry;
  signal: AbortSignal | undefined;
  /** When the call began and when it is over, by the monotonic clock. */
  start: number;
  end: number;
  /** When the key counts as forgotten, by the wall clock: the monotonic one may stand still while a machine sleeps. */
  forgotten: number;
  /** Whether sending the request twice is as good as once. */
  idempotent: boolean;
  /** Whether no other call can have sent the key: it was made for this one, a shared store says so, or there is none. */
  alone: boolean;
  /** Other calls with the key that are open, as far as it is known. */
  others: number;
  /** Whether the store counts this call. */
  begun: boolean;
  /** Attempts of this call that the service may have carried out: no response has settled them. */
  open: Set<AttemptState>;
  /** Whether the service has refused for good what the key stands for. */
  settled: boolean;
  /** How often the request was sent, or tried to be. */
  attempts: number;
  /** Attempts that met the first request with the key still running. They are no failures. */
  conflicts: number;
  /** The response to the last attempt, if one came. */
  http: HttpResponse | undefined;
  /** Whether any attempt was answered. */
  reached: boolean;
  /** Whether the token was renewed once already. */
  renewed: boolean;
}

/** Makes the state of a call. Throws an `InvalidRequestError` where its key breaks a rule. */
export function startCall(
  context: Context,
  operation: Operation,
  request: Outgoing,
  { timeout = context.settings.timeout, retry, signal, idempotencyKey: option }: KeyedCallOptions,
  { path, body }: Sent,
): CallState {
  const { contract, settings } = context;
  const { id, key, method } = operation;
  const given = (key && request.headers.get(key.header)) ?? option;
  if (option !== undefined && given !== option)
    check(id, ["idempotencyKey", "const", "be the one that the headers hold"]);
  // Only `undefined` asks for a key: `null` may be what a caller forgot to store.
  const idempotencyKey = key && (given === undefined ? makeKey() : given);
  if (!key && option !== undefined)
    check(id, ["idempotencyKey", "additionalProperties", "be left out: the operation has none"]);
  const mistake = key && given !== undefined && inside("idempotencyKey", findMistake(contract.rows, key.row, given));
  if (mistake) throw new InvalidRequestError(id, mistake, idempotencyKey);
  const start = performance.now();
  return {
    context,
    id: settings.hooks.length > 0 ? makeKey() : "",
    operation,
    request,
    idempotencyKey,
    retry: readRetry(retry, settings.retry),
    signal: signal ?? undefined,
    start,
    end: start + timeout,
    // A key that the service has forgotten is a new request: it is not sent again in the second half of its life.
    forgotten: key ? Date.now() + key.lifetime / 2 : Number.POSITIVE_INFINITY,
    idempotent: key !== undefined || id === contract.token?.operation || !/^P(OST|ATCH)$/.test(method),
    path,
    body,
    alone: given === undefined,
    others: 0,
    begun: false,
    open: new Set(),
    settled: false,
    attempts: 0,
    conflicts: 0,
    http: undefined,
    reached: false,
    renewed: false,
  };
}

/** A key with 122 random bits or more. `randomUUID` is missing on pages that are not served over https. */
function makeKey(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** Milliseconds that a call has left. */
export function timeLeft({ end, forgotten }: CallState): number {
  return Math.min(end - performance.now(), forgotten - Date.now());
}

/** What is proven of a call that failed. */
export function claim(call: CallState): { outcome: Outcome; scope: Scope } {
  const { open, settled, reached, alone, others, idempotencyKey } = call;
  if (settled) return { outcome: "refused", scope: "key" };
  if (open.size > 0 || others > 0 || (reached && !alone)) return { outcome: "unknown", scope: "call" };
  return { outcome: reached ? "refused" : "not-sent", scope: idempotencyKey !== undefined && alone ? "key" : "call" };
}

/** Makes the error of a call, with the outcome as it is known now. */
export function fail(call: CallState, Class: Failure, message: string, more?: object): ClientError {
  const { operation, attempts, idempotencyKey } = call;
  return new Class(message, { operation: operation.id, idempotencyKey, attempts, ...claim(call), ...more });
}

/** What hooks see of the last response of a call, if one came. */
export function responseFacts({ http, context: { redact } }: CallState): object | undefined {
  return http && { status: http.status, requestId: requestIdOf(http.headers, redact) };
}

/** What may be shown of a response: its headers may quote what was sent. */
export function show(
  redact: Redact,
  { status, headers: received }: ResponseHead,
): { status: number; headers: Headers; requestId: string | undefined } {
  const headers = new Headers([...received].map(([name, value]): [string, string] => [name, redact(value)]));
  return { status, headers, requestId: requestIdOf(received, redact) };
}

/** The service's own id of a request. */
export function requestIdOf(headers: Headers, redact: Redact): string | undefined {
  const id = headers.get("X-Request-Id");
  return id ? redact(id) : undefined;
}
