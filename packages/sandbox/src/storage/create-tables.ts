import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Dialect, type Storage, StorageError } from "./storage.ts";
import { type Column, type Database, indexes, tables } from "./tables.ts";

/** Changes whenever the tables do. */
const version = createHash("sha256")
  .update(JSON.stringify([tables, indexes]))
  .digest("base64url")
  .slice(0, 16);

/** On PostgreSQL texts sort by their bytes, as on SQLite: identifiers sort by age, and are found by their beginning. */
const columnTypes: Readonly<Record<Dialect, Readonly<Record<Column<unknown>["kind"], string>>>> = {
  postgres: {
    text: 'text collate "C"',
    integer: "bigint",
    key: 'text collate "C" primary key',
    serial: "bigserial primary key",
  },
  sqlite: {
    text: "text",
    integer: "integer",
    key: "text primary key",
    serial: "integer primary key autoincrement",
  },
};

/**
 * Creates the tables unless they exist, all of them or none.
 *
 * @param transaction of several processes that start at once, one runs it at a time
 * @param run executes a text of several statements: sent one by one they take twice as long
 * @throws {StorageError} where there are tables of another version: until the first release nothing migrates them
 */
export async function createTables(
  transaction: Storage["transaction"],
  dialect: Dialect,
  run: (tx: Database, statements: string) => unknown = (tx, statements) =>
    sql.raw(statements).execute(tx),
): Promise<void> {
  await transaction(async (tx) => {
    await sql`create table if not exists "schemaVersion" (version text not null)`.execute(tx);
    const { rows } = await sql<{ version: string }>`select version from "schemaVersion"`.execute(
      tx,
    );
    if (rows[0]?.version === version) return;
    if (rows[0]) {
      throw new StorageError(
        "The data is of another version of the sandbox: use that version, or an empty place.",
      );
    }
    // PostgreSQL refuses values of another type by itself.
    const strict = dialect === "sqlite" ? " strict" : "";
    const created = Object.entries(tables).map(([name, columns]) => {
      const list = Object.entries<Column<unknown>>(columns).map(
        ([column, { kind, isNullable }]) => {
          return `"${column}" ${columnTypes[dialect][kind]}${isNullable ? "" : " not null"}`;
        },
      );
      return `create table "${name}" (${list.join(", ")})${strict}`;
    });
    await run(tx, [...created, ...indexes].join("; "));
    await sql`insert into "schemaVersion" (version) values (${version})`.execute(tx);
  });
}
