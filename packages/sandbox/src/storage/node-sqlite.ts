import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Dialect as KyselyDialect,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from "kysely";

/**
 * Kysely on `node:sqlite`. Statements are prepared once: the sandbox has few of them and runs them often.
 *
 * @param guard runs each statement
 */
export function makeSqliteDialect(
  database: DatabaseSync,
  guard: <Result>(run: () => Result) => Result = (run) => run(),
): KyselyDialect {
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? guard(() => database.prepare(sql));
    if (prepared.size >= 500) prepared.clear();
    prepared.set(sql, statement);
    // A list of strings is one value, as for PostgreSQL.
    const values = (parameters: readonly unknown[]) =>
      parameters.map((value) =>
        Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue),
      );
    return {
      reader: returnsRows(sql),
      all: (parameters: readonly unknown[]) => guard(() => statement.all(...values(parameters))),
      run: (parameters: readonly unknown[]) => guard(() => statement.run(...values(parameters))),
      iterate: (parameters: readonly unknown[]) =>
        statement.iterate(...values(parameters)) as IterableIterator<unknown>,
    };
  };
  const config = { database: { close: () => database.close(), prepare } };
  return Object.assign(new SqliteDialect(config), {
    createDriver: () => new ImmediateDriver(config),
  });
}

/** Whether a statement gives rows. Its words decide, since Node before 22.16 does not report a statement's columns. */
function returnsRows(statement: string): boolean {
  return /^\s*(select|with|pragma|explain|values)\b|\breturning\b/i.test(statement);
}

/** Transactions that take the right to write when they begin, not when they first write; one that only reads takes none. */
class ImmediateDriver extends SqliteDriver implements Driver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    const begin = accessMode === "read only" ? "begin" : "begin immediate";
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** A failure that has ended the transaction, as of a full disk, is the cause, and not that there is none to end. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
