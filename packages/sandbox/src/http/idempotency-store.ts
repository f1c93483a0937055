import type { IdempotencyStore, IdempotentOutcome, IdempotentRequest, Work } from "@pix-contract/server";
import { createBatcher } from "../storage/batcher.ts";
import { isAmong } from "../storage/is-among.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database } from "../storage/tables.ts";
import { type RowsToWrite, writeRows } from "../storage/write-rows.ts";

/** What a handler gets as its transaction: it places its order, which is executed with those of others. */
export interface OrderQueue<Order, Result> {
  place(order: Order): Promise<Result>;
}

/** Executes orders; returns the result of each, and the rows to write for all of them. */
export type ExecuteOrders<Order, Result> = (orders: readonly Order[]) => { results: Result[]; writes: RowsToWrite[] };

/** Reads and locks what orders of some owners of requests need, before it is known whether there will be any. */
export type PrepareOrders<Order, Result> = (
  tx: Database,
  owners: readonly string[],
) => Promise<ExecuteOrders<Order, Result>>;

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
export class DatabaseIdempotencyStore<Order, Result> implements IdempotencyStore<OrderQueue<Order, Result>> {
  readonly #storage: Storage;
  readonly #prepareOrders: PrepareOrders<Order, Result>;
  /** Fingerprints of the requests whose handlers run in this process. */
  readonly #working = new Map<string, string>();
  readonly #add: (job: Job<Order, Result>) => Promise<IdempotentOutcome<unknown>>;

  constructor(storage: Storage, prepareOrders: PrepareOrders<Order, Result>) {
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
    const { outcomes, execute } = await this.#lookUp(tx, jobs);
    const open = jobs.filter((_, index) => outcomes[index] === undefined);
    const writes: RowsToWrite[] = [];
    const queues = makeQueues(open.length, (orders: readonly Order[]) => {
      const executed = execute(orders);
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

  /** The outcomes of requests that are known already, undefined for those that are to run; and how to execute their orders. */
  async #lookUp(
    tx: Database,
    jobs: readonly Job<Order, Result>[],
  ): Promise<{
    outcomes: (IdempotentOutcome<unknown> | undefined)[];
    execute: ExecuteOrders<Order, Result>;
  }> {
    const ids = jobs.map(({ request }) => request.id);
    // Sent together, and executed in this order: what another process has committed under a key is read once it is locked.
    const [free, rows, execute] = await Promise.all([
      this.#storage.tryLocks(tx, ids),
      tx
        .selectFrom("idempotency")
        .selectAll()
        .where(isAmong(this.#storage, "id", ids))
        .execute(),
      this.#prepareOrders(tx, [...new Set(jobs.map(({ request }) => request.owner))]),
    ]);
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
    return { outcomes, execute };
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
