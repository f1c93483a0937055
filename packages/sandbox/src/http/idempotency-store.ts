import type {
  IdempotencyStore,
  IdempotentOutcome,
  IdempotentRequest,
  Work,
} from "@pix-contract/server";
import { requestWaits } from "../request-waits.ts";
import { createBatcher } from "../storage/batcher.ts";
import { isAmong, type RowsToWrite, writeRows } from "../storage/statements.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database } from "../storage/tables.ts";

/** The transaction of a handler: it places one order, which is written with those of other requests. */
export interface OrderQueue<Order, Result> {
  create(order: Order): Result;
}

/** Decides on orders one after another, and gathers the rows to write for all of them. */
export interface Orders<Order, Result> extends OrderQueue<Order, Result> {
  writes(): RowsToWrite[];
}

/** Reads and locks the rows that orders of some owners need, before it is known which there will be, or whether any. */
export type PrepareOrders<Order, Result> = (
  tx: Database,
  owners: readonly string[],
) => Promise<Orders<Order, Result>>;

interface Job<Order, Result> {
  request: IdempotentRequest;
  work(queue: OrderQueue<Order, Result>): Promise<Work<unknown>>;
}

/**
 * Remembers responses in the database: the orders of a handler and the remembered answer are committed together,
 * for all requests that wait at the same time in one transaction. While the first request with a key runs, in whichever
 * process, the others get Retry-After.
 */
export function makeIdempotencyStore<Order, Result>(
  storage: Storage,
  prepareOrders: PrepareOrders<Order, Result>,
): IdempotencyStore<OrderQueue<Order, Result>> {
  /** Fingerprints of the requests whose handlers run in this process. */
  const running = new Map<string, string>();

  const runSet = async (
    tx: Database,
    owners: readonly string[],
    takeJobs: () => readonly Job<Order, Result>[],
    called: string[],
  ) => {
    // Another process may have the owners' rows locked: requests that come meanwhile belong to this set.
    const orders = await prepareOrders(tx, owners);
    const jobs = takeJobs();
    const outcomes = await lookUpKeys(storage, tx, jobs);
    const kept: object[] = [];
    const run = async ({
      request,
      work,
    }: Job<Order, Result>): Promise<IdempotentOutcome<unknown> | Error> => {
      const { id, fingerprint, expiresAt } = request;
      called.push(id);
      running.set(id, fingerprint);
      let hasOrdered = false;
      const create = (order: Order): Result => {
        if (hasOrdered) throw new TypeError("A request places one order.");
        hasOrdered = true;
        return orders.create(order);
      };
      const ended = await work({ create }).catch((error: Error) => {
        // An order is written with the others: a later failure undoes all of them.
        if (hasOrdered) throw error;
        return error;
      });
      if (ended instanceof Error) return ended;
      const { result, keep } = ended;
      if (keep) kept.push({ id, fingerprint, status: keep.status, body: keep.body, expiresAt });
      // Nothing is written of a request by itself; of several, each is done by itself then.
      else if (hasOrdered && jobs.length > 1)
        throw new Error("The response to an order is not kept.");
      return { kind: "ran", result };
    };
    // Each handler ends before the transaction does, even if another one fails.
    const ended = await Promise.allSettled(jobs.map((job, index) => outcomes[index] ?? run(job)));
    const ran = ended.map((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value;
    });
    if (kept.length > 0) {
      await writeRows(tx, storage, [
        ...orders.writes(),
        { table: "idempotency", rows: kept, key: ["id"] },
      ]);
    }
    return ran;
  };
  const add = createBatcher<Job<Order, Result>, IdempotentOutcome<unknown>>({
    run: async (waiting, takeJobs) => {
      const owners = [...new Set(waiting.map(({ request }) => request.owner))];
      /** Ids of the requests whose handlers this set has called. */
      const called: string[] = [];
      try {
        return await storage.transaction((tx) => runSet(tx, owners, takeJobs, called));
      } finally {
        for (const id of called) running.delete(id);
      }
    },
    maxWait: requestWaits.handling,
    keyOf: ({ request }) => request.owner,
    idOf: ({ request }) => request.id,
  });
  return {
    run: async <Value>(
      request: IdempotentRequest,
      work: (queue: OrderQueue<Order, Result>) => Promise<Work<Value>>,
    ): Promise<IdempotentOutcome<Value>> => {
      // A request without a handler yet is still looked up: this one joins it, as both may have a stored response.
      const fingerprint = running.get(request.id);
      if (fingerprint !== undefined) return whileRunning(fingerprint === request.fingerprint);
      return (await add({ request, work })) as IdempotentOutcome<Value>;
    },
  };
}

/** The outcomes of requests that are known already, undefined for those that are to run. */
async function lookUpKeys(
  storage: Storage,
  tx: Database,
  jobs: readonly { request: IdempotentRequest }[],
): Promise<(IdempotentOutcome<unknown> | undefined)[]> {
  const ids = jobs.map(({ request }) => request.id);
  // Sent together, and executed in this order: the row that another process has committed under a key is read once it is locked.
  const [free, rows] = await Promise.all([
    storage.tryLocks(tx, ids),
    tx
      .selectFrom("idempotency")
      .selectAll()
      .where(isAmong(storage, "id", ids))
      .execute(),
  ]);
  const earlier = new Map(rows.map((row) => [row.id, row]));
  return jobs.map(
    ({ request: { id, fingerprint, now } }): IdempotentOutcome<unknown> | undefined => {
      const known = earlier.get(id);
      if (known && now < known.expiresAt) {
        if (known.fingerprint !== fingerprint) return { kind: "conflict" };
        return { kind: "replayed", response: { status: known.status, body: known.body } };
      }
      // A request of another process under the key cannot be seen before it is committed: it may be the same or not.
      return free.has(id) ? undefined : whileRunning(true);
    },
  );
}

function whileRunning<Result>(isSame: boolean): IdempotentOutcome<Result> {
  return isSame ? { kind: "running", retryAfter: 1 } : { kind: "conflict" };
}
