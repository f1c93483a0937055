import { Kysely } from "kysely";
import { migrationNames, statementsOf } from "./migrate.ts";
import { makeSqliteDialect } from "./node-sqlite.ts";
import { readPortions, writePortions } from "./statements.ts";
import type { Tables } from "./tables.ts";

/** Rows by the names of their tables. */
export type TableRows = Record<string, Record<string, unknown>[]>;

const inMemory = { dialect: "sqlite" } as const;

/**
 * The rows of tables that have had some of the migrations, as those have them that had all: they go through the others in a
 * database in memory.
 *
 * @throws if the rows do not fit into their tables
 */
export async function migrateRows(
  tables: TableRows,
  done: readonly string[],
  wanted: readonly (keyof Tables)[],
): Promise<TableRows> {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(":memory:");
  const db = new Kysely<Tables>({ dialect: makeSqliteDialect(database) });
  try {
    database.exec(statementsOf(done, "sqlite"));
    for (const [table, rows] of Object.entries(tables))
      await writePortions(db, inMemory, table as keyof Tables, rows);
    const missing = migrationNames.slice(done.length);
    database.exec(statementsOf(missing, "sqlite"));
    const migrated: TableRows = {};
    for (const table of wanted) {
      migrated[table] = [];
      for await (const rows of readPortions(db, inMemory, table)) migrated[table].push(...rows);
    }
    return migrated;
  } finally {
    await db.destroy();
    if (database.isOpen) database.close();
  }
}
