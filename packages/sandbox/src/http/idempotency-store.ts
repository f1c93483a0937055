import type { IdempotencyStore, IdempotentOutcome, IdempotentRequest, Work } from "@pix-contract/server";
import type { CompiledQuery } from "kysely";
import { createBatcher } from "../storage/batcher.ts";
import { isAmong } from "../storage/is-among.ts";
import type { RowsOf, Storage } from "../storage/storage.ts";
import type { Database } from "../storage/tables.ts";
import { type RowsToWrite, writeRows } from "../storage/write-rows.ts";

/** What a handler gets as its transaction: it places its order, which is executed with those of others. */
export interface OrderQueue<Order, Result> {
  place(order: Order): Promise<Result>;
}

/** Orders that are about to be executed in a transaction. */
export interface PreparedOrders<Order, Result, Queries extends readonly CompiledQuery[]> {
  /** What has to be read before, and locked. */
  queries: Queries;
  /** What each order came to, and what is to be written for all of them. */
  execute(orders: readonly Order[], read: RowsOf<Queries>): { results: Result[]; writes: RowsToWrite[] };
}

/** Prepares orders of some owners of requests, before it is known whether there will be any. */
export type PrepareOrders<Order, Result, Queries extends readonly CompiledQuery[]> = (
  owners: readonly string[],
) => PreparedOrders<Order, Result, Queries>;

interface Job<Order, Result> {
  request: IdempotentRequest;
  work(queue: OrderQueue<Order, Result>): Promise<Work<unknown>>;
}

/** Thrown to undo a transaction whose answer is not remembered. */
class NotKeptError extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super("Nothing is kept.");
    this.result = result;
  }
}

/** Thrown where one of a set is not to be kept: each is done by itself then. */
class NotTogetherError extends Error {}

/**
 * Remembers responses in the database: what a handler orders and the answer that is remembered are committed together,
 * for all requests that wait at the same time in one transaction. While the first request with a key runs, in whichever
 * process, the others get Retry-After.
 */
export class DatabaseIdempotencyStore<Order, Result, Queries extends readonly CompiledQuery[]>
  implements IdempotencyStore<OrderQueue<Order, Result>>
{
  readonly #storage: Storage;
  readonly #prepareOrders: PrepareOrders<Order, Result, Queries>;
  /** Fingerprints of the requests whose handlers run in this process. */
  readonly #working = new Map<string, string>();
  readonly #add: (job: Job<Order, Result>) => Promise<IdempotentOutcome<unknown>>;

  constructor(storage: Storage, prepareOrders: PrepareOrders<Order, Result, Queries>) {
    this.#storage = storage;
    this.#prepareOrders = prepareOrders;
    this.#add = createBatcher<Job<Order, Result>, IdempotentOutcome<unknown>>({
      run: (jobs) => this.#run(jobs),
      keyOf: ({ request }) => request.owner,
      idOf: ({ request }) => request.id,
    });
  }

  async run<Value>(
    request: IdempotentRequest,
    work: (queue: OrderQueue<Order, Result>) => Promise<Work<Value>>,
  ): Promise<IdempotentOutcome<Value>> {
    // Only what works is met: one that is still looked up may have its answer already, and so has this one then.
    const running = this.#working.get(request.id);
    if (running !== undefined) return whileRunning(running === request.fingerprint);
    return (await this.#add({ request, work })) as IdempotentOutcome<Value>;
  }

  async #run(jobs: readonly Job<Order, Result>[]): Promise<(IdempotentOutcome<unknown> | Error)[]> {
    const begun: string[] = [];
    try {
      return await this.#storage.transaction((tx) => this.#runIn(tx, jobs, begun));
    } catch (error) {
      if (error instanceof NotKeptError) return [{ kind: "ran", result: error.result }];
      throw error;
    } finally {
      for (const id of begun) this.#working.delete(id);
    }
  }

  async #runIn(
    tx: Database,
    jobs: readonly Job<Order, Result>[],
    begun: string[],
  ): Promise<(IdempotentOutcome<unknown> | Error)[]> {
    const { queries, execute } = this.#prepareOrders([...new Set(jobs.map(({ request }) => request.owner))]);
    const { outcomes, read } = await this.#lookUp(tx, jobs, queries);
    const open = jobs.filter((_, index) => outcomes[index] === undefined);
    const writes: RowsToWrite[] = [];
    const queues = makeQueues(open.length, (orders: readonly Order[]) => {
      const executed = execute(orders, read);
      writes.push(...executed.writes);
      return executed.results;
    });
    const works = open.map(async ({ request, work }, index) => {
      begun.push(request.id);
      this.#working.set(request.id, request.fingerprint);
      const queue = queues[index] as OpenQueue<Order, Result>;
      try {
        return await work(queue);
      } finally {
        queue.leave();
      }
    });
    const ended = await Promise.allSettled(works);
    const kept: object[] = [];
    const ran = ended.map((end, index): IdempotentOutcome<unknown> | Error => {
      const request = (open[index] as Job<Order, Result>).request;
      const hasOrdered = queues[index]?.hasOrdered === true;
      if (end.status === "rejected") {
        // What fails after its order would be written all the same.
        if (hasOrdered) throw end.reason;
        return end.reason as Error;
      }
      const { result, keep } = end.value;
      if (keep) {
        const { id, fingerprint, expiresAt } = request;
        kept.push({ id, fingerprint, status: keep.status, body: keep.body, expiresAt });
      } else if (hasOrdered) {
        throw jobs.length === 1 ? new NotKeptError(result) : new NotTogetherError();
      }
      return { kind: "ran", result };
    });
    if (kept.length > 0) {
      await writeRows(tx, this.#storage, [...writes, { table: "idempotency", rows: kept, key: ["id"] }]);
    }
    return outcomes.map((outcome) => outcome ?? (ran.shift() as IdempotentOutcome<unknown> | Error));
  }

  /**
   * What is known of requests already, undefined for those that are to run; and what is to be read for the orders of
   * these, in the same round trip.
   */
  async #lookUp(
    tx: Database,
    jobs: readonly Job<Order, Result>[],
    queries: Queries,
  ): Promise<{ outcomes: (IdempotentOutcome<unknown> | undefined)[]; read: RowsOf<Queries> }> {
    const ids = jobs.map(({ request }) => request.id);
    const [locks, rows, ...read] = await this.#storage.together(tx, [
      this.#storage.tryLocks(ids),
      this.#storage.db
        .selectFrom("idempotency")
        .selectAll()
        .where(isAmong(this.#storage, "id", ids))
        .compile(),
      ...queries,
    ]);
    const free = new Set(locks.map(({ name }) => name));
    const earlier = new Map(rows.map((row) => [row.id, row]));
    const outcomes = jobs.map(({ request: { id, fingerprint, now } }): IdempotentOutcome<unknown> | undefined => {
      const known = earlier.get(id);
      if (known && now < known.expiresAt) {
        if (known.fingerprint !== fingerprint) return { kind: "conflict" };
        return { kind: "replayed", response: { status: known.status, body: known.body } };
      }
      // What another process runs under the key cannot be seen before it is committed: it may be the same or not.
      return free.has(id) ? undefined : whileRunning(true);
    });
    return { outcomes, read: read as unknown as RowsOf<Queries> };
  }
}

interface OpenQueue<Order, Result> extends OrderQueue<Order, Result> {
  hasOrdered: boolean;
  /** Gives its place up: no order comes. */
  leave(): void;
}

/** Queues in which orders are placed: they are executed together, once there is one in each that is not left. */
function makeQueues<Order, Result>(
  count: number,
  execute: (orders: readonly Order[]) => Result[],
): OpenQueue<Order, Result>[] {
  const placed: { order: Order; resolve(result: Result): void; reject(error: unknown): void }[] = [];
  let awaited = count;
  const arrive = (): void => {
    awaited -= 1;
    if (awaited > 0 || placed.length === 0) return;
    const some = placed.splice(0);
    try {
      const results = execute(some.map(({ order }) => order));
      for (const [index, { resolve }] of some.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  };
  return Array.from({ length: count }, () => {
    const queue: OpenQueue<Order, Result> = {
      hasOrdered: false,
      place: (order) => {
        if (queue.hasOrdered) throw new TypeError("A request places one order.");
        queue.hasOrdered = true;
        return new Promise((resolve, reject) => {
          placed.push({ order, resolve, reject });
          arrive();
        });
      },
      leave: () => {
        if (!queue.hasOrdered) arrive();
      },
    };
    return queue;
  });
}

function whileRunning<Result>(isSame: boolean): IdempotentOutcome<Result> {
  return isSame ? { kind: "running", retryAfter: 1 } : { kind: "conflict" };
}
