import type { Pool, PoolClient } from "pg";

/** What work in a transaction came to, and whether what it wrote is to stay. */
export interface Ended<Result> {
  result: Result;
  commit: boolean;
}

/** Runs work in a transaction, on a connection of its own. Rolls back where it throws, or writes nothing that is to stay. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Ended<Result>>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const { result, commit } = await work(client);
    await client.query(commit ? "commit" : "rollback");
    return result;
  } catch (error) {
    await client.query("rollback").catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    // A connection that could not roll back is closed, not lent to the next one.
    client.release(broken);
  }
}
