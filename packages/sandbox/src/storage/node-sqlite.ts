import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Dialect as KyselyDialect,
  SqliteDialect,
  SqliteDriver,
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
  const prepare = (text: string) => {
    const statement = prepared.get(text) ?? guard(() => database.prepare(text));
    if (prepared.size >= 500) prepared.clear();
    prepared.set(text, statement);
    return {
      reader: returnsRows(text),
      all: (values: readonly SQLInputValue[]) => guard(() => statement.all(...values)),
      run: (values: readonly SQLInputValue[]) => guard(() => statement.run(...values)),
      iterate: (values: readonly SQLInputValue[]) => statement.iterate(...values),
    };
  };
  const config = { database: { close: () => database.close(), prepare } };
  return Object.assign(new SqliteDialect(config), {
    createDriver: () => new ImmediateDriver(config),
  });
}

/** Whether a statement gives rows. By its words, since Node before 22.16 does not report a statement's columns. */
function returnsRows(text: string): boolean {
  return /^\s*(select|with|pragma|explain|values)\b|\breturning\b/i.test(text);
}

/** Transactions that take the right to write when they begin, not when they first write. */
class ImmediateDriver extends SqliteDriver implements Driver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** A failure that has ended the transaction, as of a full disk, is the cause, and not that there is none to end. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
