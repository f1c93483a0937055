import type { IdempotencyStore, IdempotentOutcome, IdempotentRequest, Work } from "@pix-contract/server";
import type { Storage } from "../storage/storage.ts";
import type { Database } from "../storage/tables.ts";

/** Thrown to undo a transaction whose answer is not remembered. */
class NotKeptError<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("Nothing is kept.");
    this.result = result;
  }
}

/**
 * Remembers answers in the database: what a handler writes and the answer that is remembered are committed together.
 * While the first request with a key runs, in whichever process, the others are told to come back.
 */
export class DatabaseIdempotencyStore implements IdempotencyStore<Database> {
  readonly #storage: Storage;
  /** Fingerprints of the requests whose handlers run in this process. */
  readonly #working = new Map<string, string>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async run<Result>(
    request: IdempotentRequest,
    work: (tx: Database) => Promise<Work<Result>>,
  ): Promise<IdempotentOutcome<Result>> {
    // Only what works is met: one that is still looked up may have its answer already, and so has this one then.
    const running = this.#working.get(request.id);
    if (running !== undefined) return meet(running === request.fingerprint);
    let works = false;
    try {
      return await this.#storage.transaction((tx) =>
        this.#runIn(tx, request, () => {
          works = true;
          this.#working.set(request.id, request.fingerprint);
          return work(tx);
        }),
      );
    } catch (error) {
      if (error instanceof NotKeptError) return { kind: "ran", result: error.result as Result };
      throw error;
    } finally {
      if (works) this.#working.delete(request.id);
    }
  }

  async #runIn<Result>(
    tx: Database,
    request: IdempotentRequest,
    work: () => Promise<Work<Result>>,
  ): Promise<IdempotentOutcome<Result>> {
    const { id, fingerprint, now, expiresAt } = request;
    const isFree = (await this.#storage.tryLocks(tx, [id])).has(id);
    const earlier = await tx.selectFrom("idempotency").selectAll().where("id", "=", id).executeTakeFirst();
    if (earlier && now < earlier.expiresAt) {
      if (earlier.fingerprint !== fingerprint) return { kind: "conflict" };
      return { kind: "replayed", answer: { status: earlier.status, body: earlier.body } };
    }
    // What another process runs under the key cannot be seen before it is committed: it may be the same request or not.
    if (!isFree) return meet(true);
    const { result, keep } = await work();
    if (!keep) throw new NotKeptError(result);
    const answer = { fingerprint, status: keep.status, body: keep.body, expiresAt };
    await tx
      .insertInto("idempotency")
      .values({ id, ...answer })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(answer))
      .execute();
    return { kind: "ran", result };
  }
}

function meet<Result>(isSame: boolean): IdempotentOutcome<Result> {
  return isSame ? { kind: "running", retryAfter: 1 } : { kind: "conflict" };
}
