import type { Pool, PoolClient } from "pg";

const surviving = new WeakSet<Pool>();

/**
 * A pool whose connections may end without ending the process: the next query takes a new one. Each connection has a
 * separate listener, because one may end after the pool has lent it and before the borrower listens.
 */
export function withErrorListeners(pool: Pool): Pool {
  if (surviving.has(pool)) return pool;
  surviving.add(pool);
  const ignore = (): void => {};
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

/** The result of work in a transaction, and whether its writes are to stay. */
export interface Ended<Result> {
  result: Result;
  commit: boolean;
}

/**
 * Runs work in a transaction, on a separate connection. Rolls back if it throws, or writes nothing that is to stay.
 * Throws if PostgreSQL rolls back instead of the commit, because a statement had failed.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Ended<Result>>,
): Promise<Result> {
  const client = await withErrorListeners(pool).connect();
  let broken: Error | undefined;
  const markBroken = (error: Error): void => {
    broken = error;
  };
  client.on("error", markBroken);
  try {
    await client.query("begin");
    const { result, commit } = await work(client);
    const { command } = await client.query(commit ? "commit" : "rollback");
    if (commit && command !== "COMMIT") {
      throw new Error(
        "The transaction was rolled back: a statement in it had failed, and its error was not passed on.",
      );
    }
    return result;
  } catch (error) {
    await client.query("rollback").catch(markBroken);
    throw error;
  } finally {
    client.off("error", markBroken);
    // A connection that could not roll back is closed, not lent to the next one.
    client.release(broken);
  }
}
