import { canonical } from "@packages/contract/src/canonical.ts";
import { makeVisit } from "../limits/rate-limit.ts";
import { sha256 } from "../sha256.ts";

/** A request with an idempotency key. */
export interface IdempotentRequest {
  /** Operation, owner and key, joined so that those of different owners never meet. */
  id: string;
  operation: string;
  /** The caller's `callerId`, as the authenticator gave it. */
  owner: string;
  key: string;
  /** SHA-256 of the request's meaning: two requests with the same one want the same. */
  fingerprint: string;
  /** Time of the request in epoch milliseconds. */
  now: number;
  /** When the response may be forgotten, in epoch milliseconds. */
  expiresAt: number;
}

/** A response that is remembered: its status and its JSON body. */
export interface StoredResponse {
  status: number;
  body: string;
}

/** The outcome of a request. */
export type IdempotentOutcome<Result> =
  /** It ran now. */
  | { kind: "ran"; result: Result }
  /** An earlier request with the key was answered so. */
  | { kind: "replayed"; response: StoredResponse }
  /** The key was used for another request. */
  | { kind: "conflict" }
  /** The first request with the key still runs. `retryAfter` is in seconds. */
  | { kind: "running"; retryAfter: number };

/** The result of a handler. */
export interface Work<Result> {
  result: Result;
  /** The response to remember; absent if the key stays free. */
  keep?: StoredResponse;
}

/**
 * Thrown by `work` if the handler succeeded and its response cannot be sent. A store that rolls back treats it like any
 * other error; a store that cannot roll back does not run the handler again.
 */
export class FailureAfterWork extends Error {
  override readonly name = "FailureAfterWork";

  /** @param cause why the response cannot be sent */
  constructor(cause: unknown) {
    super("The handler succeeded, and its response cannot be sent.", { cause });
  }
}

/** Whether a handler succeeded before this was thrown. A thrown value may be a proxy whose traps fail. */
export function isAfterWork(failure: unknown): boolean {
  try {
    return failure instanceof FailureAfterWork;
  } catch {
    return false;
  }
}

/**
 * Remembers responses by idempotency key.
 *
 * `run` claims the key, calls `work` and remembers the response that it keeps. A store on a database does all of it in one
 * transaction and hands that to `work`, so that the handler's writes and the remembered response are committed
 * together; it rolls back if `work` throws, and if it keeps nothing. A store without a transaction frees the key then,
 * except after a `FailureAfterWork`: a handler that refuses or throws has done nothing.
 *
 * @template Transaction what handlers of idempotent operations get as `transaction`
 */
export interface IdempotencyStore<Transaction = undefined> {
  run<Result>(
    request: IdempotentRequest,
    work: (transaction: Transaction) => Promise<Work<Result>>,
  ): Promise<IdempotentOutcome<Result>>;
}

/** A key in memory. */
interface StoredKey {
  readonly id: string;
  readonly fingerprint: string;
  readonly expiresAt: number;
  isRunning: boolean;
  /** Absent while the first request runs, and if its handler succeeded without a response. */
  response?: StoredResponse;
}

/** The outcome of a request whose key was used before. */
type EarlierOutcome = Exclude<IdempotentOutcome<never>, { kind: "ran" }>;

/**
 * Remembers responses in memory, for one process; they are lost when it ends. Holds so many keys and no more: a request with
 * a further one fails before its handler runs, because to forget a key would let its request run twice.
 */
export class MemoryIdempotencyStore implements IdempotencyStore<undefined> {
  readonly #entries = new Map<string, StoredKey>();
  readonly #visit = makeVisit(this.#entries);
  readonly #maxKeys: number;

  /** @param maxKeys keys that are held at a time; one takes some 350 bytes, up to 500 of its request, and its response */
  constructor(maxKeys = 100_000) {
    this.#maxKeys = maxKeys;
  }

  async run<Result>(
    request: IdempotentRequest,
    work: (transaction: undefined) => Promise<Work<Result>>,
  ): Promise<IdempotentOutcome<Result>> {
    const claimed = this.claim(request);
    if ("kind" in claimed) return claimed;
    try {
      const { result, keep } = await work(undefined);
      this.settle(claimed, keep);
      return { kind: "ran", result };
    } catch (failure) {
      this.fail(claimed, isAfterWork(failure));
      throw failure;
    }
  }

  /** Holds the key of a request, or returns its earlier outcome. `settle` or `fail` ends the hold. */
  claim({ id, fingerprint, now, expiresAt }: IdempotentRequest): StoredKey | EarlierOutcome {
    const earlier = this.#entries.get(id);
    // A request that still runs holds its key however long it takes.
    if (earlier && (earlier.isRunning || now < earlier.expiresAt)) {
      if (earlier.fingerprint !== fingerprint) return { kind: "conflict" };
      if (earlier.response) return { kind: "replayed", response: earlier.response };
      return earlier.isRunning ? { kind: "running", retryAfter: 1 } : { kind: "conflict" };
    }
    this.#visit(this.#maxKeys, (key, { isRunning, expiresAt }) => {
      if (!isRunning && now >= expiresAt) this.#entries.delete(key);
    });
    if (!earlier && this.#entries.size >= this.#maxKeys) {
      throw new Error(
        `The memory holds ${this.#maxKeys} idempotency keys, the maximum: use a store on a database.`,
      );
    }
    const entry: StoredKey = { id, fingerprint, expiresAt, isRunning: true };
    this.#entries.set(id, entry);
    return entry;
  }

  /** Remembers the response of a key, or frees the key. */
  settle(entry: StoredKey, keep: StoredResponse | undefined): void {
    entry.isRunning = false;
    if (keep) entry.response = keep;
    else this.#entries.delete(entry.id);
  }

  /** Frees a key whose request failed, unless its handler had succeeded. */
  fail(entry: StoredKey, hasSucceeded: boolean): void {
    entry.isRunning = false;
    if (!hasSucceeded) this.#entries.delete(entry.id);
  }

  /** Keys that are held. */
  get size(): number {
    return this.#entries.size;
  }
}

/**
 * SHA-256 of a request's meaning: the fields that the contract knows, defaults filled in. So neither the order of
 * fields, nor white space, nor a field that is ignored makes two requests differ.
 */
export function fingerprintOf(request: unknown): string {
  return sha256(canonical(request));
}

/** Characters of a request's meaning that are remembered as they are. */
const maxUnhashed = 500;

/** The fingerprint for a store in this process, which compares short requests as they are: to hash them takes longer. */
export function makeShortFingerprint(request: unknown): string {
  const json = canonical(request);
  return json.length > maxUnhashed ? sha256(json) : json;
}
