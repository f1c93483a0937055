import { atField, type Check } from "./check.ts";
import type { ContractTable, Operation } from "./contract-table.ts";
import type { ClientError, FailureClass, Outcome, Scope } from "./errors.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import type { KeyStore } from "./key-store.ts";
import type { KeyedCallOptions } from "./options.ts";
import type { Redact } from "./redact.ts";
import { check, type Retry, readRetry, type Settings } from "./settings.ts";
import type { TokenSource } from "./token-source.ts";

/** State that the calls of one client share. */
export interface ClientState extends Settings {
  contract: ContractTable;
  /** Its operations, as this client calls them. */
  operations: Record<string, Operation>;
  redact: Redact;
  /** Keys and secrets that were sent, which no log and no error shows. */
  secrets: unknown[];
  /** Absent if no operation issues tokens. */
  tokens: TokenSource | undefined;
  keys: KeyStore;
  /** Repetitions that the calls may still make together. */
  budget: number;
}

/** Values that a result may repeat: the fields of the body and the values of the path parameters. */
export type Sent = Readonly<Record<string, unknown>>;

const noKey: Check = () => ["", "additionalProperties", "be left out"];

/** A call on its way: its request, and its state so far. */
export class CallState {
  declare readonly client: ClientState;
  declare readonly operation: Operation;
  declare readonly request: HttpRequest;
  declare readonly sent: Sent;
  declare readonly idempotencyKey: string | undefined;
  declare readonly retry: Retry;
  declare readonly signal: AbortSignal | undefined;
  /** When the call began and when it is over, by the monotonic clock. */
  readonly start: number = performance.now();
  declare readonly end: number;
  /** When the key counts as forgotten, by the wall clock: the monotonic one may stand still while a machine sleeps. */
  declare readonly forgotten: number;
  /** Whether it is a request for a token. */
  declare readonly issuesToken: boolean;
  /** Whether sending the request twice is as good as once. */
  declare readonly idempotent: boolean;
  /** Whether no other call can have sent the key: this call made it, a shared store confirms it, or there is none. */
  declare alone: boolean;
  /** Other calls with the key that are open, as far as it is known. */
  others = 0;
  /** Whether the store counts this call. */
  begun = false;
  /** The notes of `watch` on the call: its id, and when the last attempt began. */
  declare callId: string | undefined;
  declare attemptStart: number | undefined;
  /** Attempts of this call that the service may have carried out: no response has settled them. */
  openAttempts = 0;
  /** Whether the service has refused the key's request for good. */
  settled = false;
  /** How often the request was sent, or tried to be. */
  attempts = 0;
  /** Attempts that met the first request with the key still running. They do not count as failures. */
  conflicts = 0;
  /** The response to the last attempt, if one came. */
  declare http: HttpResponse | undefined;
  /** Whether any attempt was answered. */
  reached = false;
  /** Whether the token was renewed once already. */
  renewed = false;

  /** @throws {InvalidRequestError} if the key breaks a rule */
  constructor(
    client: ClientState,
    operation: Operation,
    request: HttpRequest,
    options: KeyedCallOptions | undefined = {},
    sent: Sent,
  ) {
    const { id, key, method } = operation;
    const { timeout = client.timeout, retry, signal, idempotencyKey } = options;
    // Only `undefined` requests a key: `null` may be a key that the application forgot to store.
    const made = idempotencyKey === undefined;
    if (!made) check(id, atField("idempotencyKey", (key?.check ?? noKey)(idempotencyKey)));
    if (key && request.headers.has(key.header))
      check(id, ["idempotencyKey", "const", "be an option, not a header"]);
    this.client = client;
    this.operation = operation;
    this.request = request;
    this.sent = sent;
    this.idempotencyKey = key && (idempotencyKey ?? crypto.randomUUID());
    this.retry = readRetry(retry, client.retry);
    this.signal = signal ?? undefined;
    this.end = this.start + timeout;
    // A key that the service has forgotten is a new request: it is not sent again in the second half of its life.
    this.forgotten = key ? Date.now() + key.lifetime / 2 : Number.POSITIVE_INFINITY;
    this.issuesToken = id === client.contract.token?.operation;
    this.idempotent = key !== undefined || this.issuesToken || !/^P(OST|ATCH)$/.test(method);
    this.alone = made;
  }

  /** Milliseconds that are left. */
  timeLeft(): number {
    return Math.min(this.end - performance.now(), this.forgotten - Date.now());
  }

  /** The proven outcome of a failed call. */
  claim(): { outcome: Outcome; scope: Scope } {
    const { openAttempts, settled, reached, alone, others, idempotencyKey } = this;
    if (settled) return { outcome: "refused", scope: "key" };
    const isOpen = openAttempts > 0 || others > 0;
    if (isOpen || (reached && !alone)) return { outcome: "unknown", scope: "call" };
    return {
      outcome: reached ? "refused" : "not-sent",
      scope: idempotencyKey !== undefined && alone ? "key" : "call",
    };
  }

  /** Makes the error of the call, with the outcome as it is known now. */
  fail(Class: FailureClass, message: string, more?: object): ClientError {
    const { operation, attempts, idempotencyKey } = this;
    return new Class(message, {
      operation: operation.id,
      idempotencyKey,
      attempts,
      ...this.claim(),
      ...more,
    });
  }
}
