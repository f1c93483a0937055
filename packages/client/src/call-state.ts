import { tokenScheme } from "./authorize.ts";
import type { CheckedResult } from "./call.ts";
import type { ContractTable, OperationFacts } from "./contract-table.ts";
import type { ClientError, Failure, Outcome, Scope } from "./errors/client-error.ts";
import { InvalidRequestError } from "./errors/invalid-request-error.ts";
import type { AttemptState, HttpResponse, Outgoing, ResponseHead } from "./http.ts";
import type { KeyStore } from "./key-store.ts";
import type { KeyedCallOptions } from "./options.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Redact } from "./redact.ts";
import type { RetryBudget } from "./retry-budget.ts";
import { type Retry, readRetry, type Settings } from "./settings.ts";
import type { TokenSource } from "./token-source.ts";

/** What calls of one client share. */
export interface Context {
  contract: ContractTable;
  settings: Settings;
  limits: RateLimits;
  redact: Redact;
  /** Absent where no operation issues tokens. */
  tokens: TokenSource | undefined;
  keys: KeyStore;
  budget: RetryBudget;
}

/** A call that succeeded. */
export interface Performed {
  result: CheckedResult<unknown>;
  http: HttpResponse;
}

/** A call on its way: what it sends, and what is known of it so far. */
export interface CallState {
  /** Tells calls apart for hooks; empty where there are none. */
  id: string;
  operation: string;
  facts: OperationFacts;
  request: Outgoing;
  idempotencyKey: string | undefined;
  /** Whether it carries a token that the client obtains. */
  takesToken: boolean;
  retry: Retry;
  signal: AbortSignal | undefined;
  /** When the call began and when it is over, by the monotonic clock. */
  start: number;
  end: number;
  /** When the key counts as forgotten, by the wall clock: the monotonic one may stand still while a machine sleeps. */
  forgotten: number;
  /** Whether sending the request twice is as good as once. */
  idempotent: boolean;
  /** Values of the path parameters, where they are known. */
  path: Record<string, unknown> | undefined;
  /** Whether no other call can have sent the key: it was made for this one, a shared store says so, or there is none. */
  alone: boolean;
  /** Other calls with the key that are open, as far as it is known. */
  others: number;
  /** Whether the store counts this call. */
  begun: boolean;
  /** Attempts of this call that the service may have carried out: no response has settled them. */
  attemptsOpen: Set<AttemptState>;
  /** Whether the service has refused for good what the key stands for. */
  settled: boolean;
  /** How often the request was sent, or tried to be. */
  attempts: number;
  /** Attempts that met the first request with the key still running. They are no failures. */
  conflicts: number;
  redact: Redact;
  /** The response of the last attempt, if one came. */
  http: HttpResponse | undefined;
  /** Whether any attempt had a response. */
  reached: boolean;
  /** Whether the token was renewed for this call. */
  renewed: boolean;
}

/** Makes the state of a call. Throws an `InvalidRequestError` where its key breaks a rule. */
export function startCall(
  context: Context,
  operation: string,
  request: Outgoing,
  options: KeyedCallOptions,
  path?: Record<string, unknown> | null,
): CallState {
  const { contract, settings, redact } = context;
  const facts = contract.operations[operation] as OperationFacts;
  const { key, method } = facts;
  const { timeout = settings.timeout, retry, signal, idempotencyKey: option } = options;
  const given = (key && request.headers.get(key.header)) ?? option;
  if (option !== undefined && given !== option)
    throw new InvalidRequestError(operation, ["idempotencyKey", "const", "be the one that the headers hold"]);
  // Only `undefined` asks for a key: `null` may be what a caller forgot to store.
  const idempotencyKey = key && (given === undefined ? makeKey() : given);
  if (key) {
    const mistake = key.check(idempotencyKey, "idempotencyKey");
    if (mistake) throw new InvalidRequestError(operation, mistake, idempotencyKey);
  } else if (option !== undefined)
    throw new InvalidRequestError(operation, [
      "idempotencyKey",
      "additionalProperties",
      "be left out: the operation has none",
    ]);
  const isTokenRequest = operation === contract.token?.operation;
  const start = performance.now();
  return {
    id: settings.hooks.length > 0 ? makeKey() : "",
    operation,
    facts,
    request,
    idempotencyKey,
    takesToken: tokenScheme(context, facts) !== undefined,
    retry: readRetry(retry, settings.retry),
    signal: signal ?? undefined,
    start,
    end: start + timeout,
    // A key that the service has forgotten is a new request: it is not sent again in the second half of its life.
    forgotten: Date.now() + (key ? key.lifetime / 2 : Number.POSITIVE_INFINITY),
    idempotent: Boolean(key) || isTokenRequest || !/^P(OST|ATCH)$/.test(method),
    path: path ?? undefined,
    alone: given === undefined,
    others: 0,
    begun: false,
    attemptsOpen: new Set(),
    settled: false,
    attempts: 0,
    conflicts: 0,
    redact,
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

/** What is proven of a call that failed. @param others open calls with the same key */
export function claim(call: CallState, others: number): { outcome: Outcome; scope: Scope } {
  const { attemptsOpen, settled, reached, alone, idempotencyKey } = call;
  const keyIsKnown = idempotencyKey !== undefined && alone && others === 0;
  if (settled) return { outcome: "refused", scope: "key" };
  if (attemptsOpen.size > 0 || others > 0 || (reached && !alone)) return { outcome: "unknown", scope: "call" };
  return { outcome: reached ? "refused" : "not-sent", scope: keyIsKnown ? "key" : "call" };
}

/** Makes the error of a call, with the outcome as it is known now. */
export function fail(call: CallState, Class: Failure, message: string, more?: object): ClientError {
  const { operation, attempts, idempotencyKey } = call;
  return new Class(message, { operation, idempotencyKey, attempts, ...claim(call, call.others), ...more });
}

/** Makes the error of a call from its response. */
export function failWith(
  call: CallState,
  Class: Failure,
  message: string,
  response: ResponseHead,
  more?: object,
): ClientError {
  return fail(call, Class, message, { ...show(call, response), ...more });
}

/** What hooks see of the last response of a call, if one came. */
export function responseFacts({
  http,
  redact,
}: CallState): { status: number; requestId: string | undefined } | undefined {
  return http && { status: http.status, requestId: requestIdOf(http.headers, redact) };
}

interface ShownResponse {
  status: number;
  headers: Headers;
  requestId: string | undefined;
}

/** What may be shown of a response: its headers may quote what was sent. */
export function show(
  { redact }: Pick<CallState, "redact">,
  { status, headers: received }: ResponseHead,
): ShownResponse {
  const headers = new Headers([...received].map(([name, value]): [string, string] => [name, redact(value)]));
  return { status, headers, requestId: requestIdOf(received, redact) };
}

/** The service's own id of a request. */
export function requestIdOf(headers: Headers, redact: Redact): string | undefined {
  const id = headers.get("X-Request-Id");
  return id ? redact(id) : undefined;
}
