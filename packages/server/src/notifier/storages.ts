import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Pool, PoolClient, QueryConfig } from "pg";
import { inTransaction, withErrorListeners } from "../stores/in-transaction.ts";
import { sleep } from "../timers.ts";
import type { OutboxStorage, QueryResult } from "./outbox.ts";

/** The statements of a notifier return strings and integers only; the driver reads large integers as strings. */
const numberTypes = {
  getTypeParser: (oid: number) => (oid === 20 || oid === 23 ? Number : String),
};

/** An outbox on PostgreSQL, for any number of processes. */
export function postgresOutbox(pool: Pool): OutboxStorage<PoolClient> {
  withErrorListeners(pool);
  return {
    dialect: "postgres",
    shared: true,
    now: Date.now,
    query: async (transaction, statement, values) => {
      const { rows, rowCount } = await (transaction ?? pool).query<object>({
        text: statement,
        values: [...values],
        types: numberTypes,
      } as QueryConfig);
      return { rows, count: rowCount ?? 0 };
    },
    transaction: (work) =>
      inTransaction(pool, async (client) => ({ result: await work(client), commit: true })),
  };
}

/** Milliseconds that another connection may hold the lock for writing. */
const lockTimeLimit = 10_000;

/**
 * An outbox on SQLite, for one process.
 *
 * @param database a separate connection to the provider's file: nothing else runs statements on it
 */
export function sqliteOutbox(database: DatabaseSync): OutboxStorage<DatabaseSync> {
  // A handler of this process may hold the lock and need the event loop to give it back: this call must not block it.
  database.exec("pragma busy_timeout = 0");
  let turn: Promise<unknown> = Promise.resolve();
  const runAlone = async <Result>(
    work: (transaction: DatabaseSync) => Promise<Result>,
  ): Promise<Result> => {
    await whenFree(() => database.exec("begin immediate"));
    try {
      const result = await work(database);
      await whenFree(() => database.exec("commit"));
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  };
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const outcome = turn.then(work);
    turn = outcome.catch(() => {});
    return outcome;
  };
  return {
    dialect: "sqlite",
    shared: false,
    now: Date.now,
    // Inside of a transaction at once, and otherwise between two.
    query: async (transaction, statement, values) =>
      transaction
        ? runOn(transaction, statement, values)
        : inTurn(() => whenFree(() => runOn(database, statement, values))),
    transaction: (work) => inTurn(() => runAlone(work)),
  };
}

function runOn(database: DatabaseSync, sql: string, values: readonly unknown[]): QueryResult {
  const statement = database.prepare(sql);
  const given = values as readonly SQLInputValue[];
  if (/^\s*(select|with)\b|\breturning\b/i.test(sql)) {
    const rows = statement.all(...given) as object[];
    return { rows, count: rows.length };
  }
  return { rows: [], count: Number(statement.run(...given).changes) };
}

/** Does something as soon as no other connection has the lock. */
async function whenFree<Result>(work: () => Result): Promise<Result> {
  const end = performance.now() + lockTimeLimit;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== busy || performance.now() > end) throw error;
      await sleep(5 + Math.random() * 20);
    }
  }
}

/** SQLITE_BUSY. */
const busy = 5;
