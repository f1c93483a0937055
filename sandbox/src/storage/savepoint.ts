import { sql } from "kysely";
import type { Database } from "./tables.ts";

let count = 0;

/** Runs a part of a transaction that may come to nothing: where `isKept` denies its result, what it wrote is undone. */
export async function withSavepoint<Result>(
  tx: Database,
  work: () => Promise<Result>,
  isKept: (result: Result) => boolean,
): Promise<Result> {
  const name = sql.id(`part${++count % 1_000_000}`);
  await sql`savepoint ${name}`.execute(tx);
  const result = await work();
  if (!isKept(result)) await sql`rollback to savepoint ${name}`.execute(tx);
  await sql`release savepoint ${name}`.execute(tx);
  return result;
}
