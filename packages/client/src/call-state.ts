import { findMistake, inside } from "./check.ts";
import type { ContractTable, OperationFacts } from "./contract-table.ts";
import { type ClientError, type Failure, InvalidRequestError, type Outcome, type Scope } from "./errors.ts";
import type { AttemptState, HttpResponse, Outgoing, ResponseHead } from "./http.ts";
import type { KeyStore } from "./key-store.ts";
import type { CallEvent, Hooks, KeyedCallOptions } from "./options.ts";
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

/** Values of the path parameters: a result may repeat them. */
export type PathValues = Readonly<Record<string, unknown>> | undefined;

/** A call on its way: what it sends, and what is known of it so far. */
export class CallState {
  declare readonly context: Context;
  declare readonly operation: Operation;
  declare readonly request: Outgoing;
  declare readonly path: PathValues;
  declare readonly idempotencyKey: string | undefined;
  declare readonly retry: Retry;
  declare readonly signal: AbortSignal | undefined;
  /** Identifies the call in hooks; empty where there are none. */
  declare readonly id: string;
  /** When the call began and when it is over, by the monotonic clock. */
  readonly start: number = performance.now();
  declare readonly end: number;
  /** When the key counts as forgotten, by the wall clock: the monotonic one may stand still while a machine sleeps. */
  declare readonly forgotten: number;
  /** Whether sending the request twice is as good as once. */
  declare readonly idempotent: boolean;
  /** Whether no other call can have sent the key: it was made for this one, a shared store says so, or there is none. */
  declare alone: boolean;
  /** Other calls with the key that are open, as far as it is known. */
  others = 0;
  /** Whether the store counts this call. */
  begun = false;
  /** Attempts of this call that the service may have carried out: no response has settled them. */
  readonly open: Set<AttemptState> = new Set();
  /** Whether the service has refused for good what the key stands for. */
  settled = false;
  /** How often the request was sent, or tried to be. */
  attempts = 0;
  /** Attempts that met the first request with the key still running. They are no failures. */
  conflicts = 0;
  /** The response to the last attempt, if one came. */
  declare http: HttpResponse | undefined;
  /** Whether any attempt was answered. */
  reached = false;
  /** Whether the token was renewed once already. */
  renewed = false;

  /** Throws an `InvalidRequestError` where the key breaks a rule. */
  constructor(context: Context, operation: Operation, request: Outgoing, options: KeyedCallOptions, path: PathValues) {
    const { contract, settings } = context;
    const { id, key, method } = operation;
    const { timeout = settings.timeout, retry, signal, idempotencyKey } = options;
    const given = (key && request.headers.get(key.header)) ?? idempotencyKey;
    if (idempotencyKey !== undefined && given !== idempotencyKey)
      check(id, ["idempotencyKey", "const", "be the one that the headers hold"]);
    if (!key && idempotencyKey !== undefined)
      check(id, ["idempotencyKey", "additionalProperties", "be left out: the operation has none"]);
    this.context = context;
    this.operation = operation;
    this.request = request;
    this.path = path;
    // Only `undefined` asks for a key: `null` may be what a caller forgot to store.
    this.idempotencyKey = key && (given === undefined ? makeKey() : given);
    const mistake = key && given !== undefined && inside("idempotencyKey", findMistake(contract.rows, key.row, given));
    if (mistake) throw new InvalidRequestError(id, mistake, this.idempotencyKey);
    this.retry = readRetry(retry, settings.retry);
    this.signal = signal ?? undefined;
    this.id = settings.hooks.length > 0 ? makeKey() : "";
    this.end = this.start + timeout;
    // A key that the service has forgotten is a new request: it is not sent again in the second half of its life.
    this.forgotten = key ? Date.now() + key.lifetime / 2 : Number.POSITIVE_INFINITY;
    this.idempotent = key !== undefined || id === contract.token?.operation || !/^P(OST|ATCH)$/.test(method);
    this.alone = given === undefined;
  }

  /** Milliseconds that are left. */
  timeLeft(): number {
    return Math.min(this.end - performance.now(), this.forgotten - Date.now());
  }

  /** What is proven where the call failed. */
  claim(): { outcome: Outcome; scope: Scope } {
    const { open, settled, reached, alone, others, idempotencyKey } = this;
    if (settled) return { outcome: "refused", scope: "key" };
    if (open.size > 0 || others > 0 || (reached && !alone)) return { outcome: "unknown", scope: "call" };
    return { outcome: reached ? "refused" : "not-sent", scope: idempotencyKey !== undefined && alone ? "key" : "call" };
  }

  /** Makes the error of the call, with the outcome as it is known now. */
  fail(Class: Failure, message: string, more?: object): ClientError {
    const { operation, attempts, idempotencyKey } = this;
    return new Class(message, { operation: operation.id, idempotencyKey, attempts, ...this.claim(), ...more });
  }

  /** What hooks see of the last response, if one came. */
  responseFacts(): object | undefined {
    const { http, context } = this;
    return http && { status: http.status, requestId: requestIdOf(http.headers, context.redact) };
  }

  /** Calls the hooks, if there are any: only then `more` makes the rest of the event. What one throws, or rejects with, changes nothing. */
  emit<Name extends keyof Hooks>(
    name: Name,
    more: () => Omit<Parameters<NonNullable<Hooks[Name]>>[0], keyof CallEvent>,
  ): void {
    const { context, id, operation, idempotencyKey } = this;
    const { hooks } = context.settings;
    if (hooks.length === 0) return;
    const { method, path } = operation;
    const event = { callId: id, operation: operation.id, method, path, idempotencyKey, ...more() };
    for (const hook of hooks) {
      try {
        Promise.resolve(hook[name]?.({ ...event } as never)).catch(() => {});
      } catch {}
    }
  }
}

/** A key with 122 random bits or more. `randomUUID` is missing on pages that are not served over https. */
function makeKey(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
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
