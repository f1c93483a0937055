import { sql } from "kysely";
import type { Database } from "./tables.ts";

/** Runs a part of a transaction that may come to nothing: where `isKept` denies its result, what it wrote is undone. */
export async function withSavepoint<Result>(
  tx: Database,
  work: () => Promise<Result>,
  isKept: (result: Result) => boolean,
): Promise<Result> {
  // One name for all: an inner savepoint hides the outer one until it is released, and each text is prepared once.
  await sql`savepoint part`.execute(tx);
  const result = await work();
  if (!isKept(result)) await sql`rollback to savepoint part`.execute(tx);
  await sql`release savepoint part`.execute(tx);
  return result;
}
