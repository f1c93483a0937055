import { type Kysely, sql } from "kysely";
import { type Dialect, type Storage, StorageError } from "./storage.ts";
import { type Column, indexes, type Tables, tableNames, tables } from "./tables.ts";

/** A step from one version to the next. */
export type Migration = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

/**
 * In their order; the version of a database is how many of them it has seen. Until the first release the tables change
 * with the first step; after it each change is a step of its own.
 */
export const migrations: readonly Migration[] = [createTables];

async function createTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const [name, columns] of Object.entries(tables)) {
    const list = Object.entries<Column<unknown>>(columns).map(([column, { kind, isNullable }]) => {
      return `"${column}" ${columnTypes[dialect][kind]}${isNullable ? "" : " not null"}`;
    });
    // PostgreSQL refuses values of another type by itself.
    const strict = dialect === "sqlite" ? " strict" : "";
    await sql.raw(`create table "${name}" (${list.join(", ")})${strict}`).execute(db);
  }
  for (const index of indexes) await sql.raw(index).execute(db);
}

/** On PostgreSQL texts sort by their bytes, as on SQLite: identifiers sort by age, and are found by their beginning. */
const columnTypes: Readonly<Record<Dialect, Readonly<Record<Column<unknown>["kind"], string>>>> = {
  postgres: {
    text: 'text collate "C"',
    integer: "bigint",
    key: 'text collate "C" primary key',
    serial: "bigserial primary key",
  },
  sqlite: { text: "text", integer: "integer", key: "text primary key", serial: "integer primary key autoincrement" },
};

/**
 * Brings the tables to the version of this program, in one transaction: either all steps are done, or none is.
 *
 * @param steps all there are, from the first version on
 * @throws {StorageError} where the tables are of a later version, or one is missing
 */
export async function migrate(
  transaction: Storage["transaction"],
  dialect: Dialect,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await transaction(async (tx) => {
    // Of several processes that start at once, the others wait for the first one's transaction, and find all done.
    const version = await readVersion(tx, dialect);
    if (version > steps.length) {
      throw new StorageError(
        `The data is of version ${version}, and this sandbox knows versions up to ${steps.length}: use a later one.`,
      );
    }
    if (version > 0) await checkTables(tx);
    if (version === steps.length) return;
    for (const migration of steps.slice(version)) await migration(tx as unknown as Kysely<unknown>, dialect);
    await sql`delete from "schemaVersion"`.execute(tx);
    await sql`insert into "schemaVersion" (version) values (${steps.length})`.execute(tx);
  });
}

/** Whoever has the version has the tables too, unless somebody has taken them away or restored half of a copy. */
async function checkTables(tx: Kysely<Tables>): Promise<void> {
  const found = new Set((await tx.introspection.getTables()).map(({ name }) => name));
  const missing = tableNames.filter((name) => !found.has(name));
  if (missing.length === 0) return;
  const names = missing.join(", ");
  throw new StorageError(
    `The data lacks what a sandbox needs (${names}): restore a whole copy, or begin with an empty one.`,
  );
}

async function readVersion(tx: Kysely<Tables>, dialect: Dialect): Promise<number> {
  const integer = sql.raw(dialect === "postgres" ? "bigint" : "integer");
  await sql`create table if not exists "schemaVersion" (version ${integer} not null)`.execute(tx);
  const { rows } = await sql<{ version: number }>`select version from "schemaVersion"`.execute(tx);
  return rows[0]?.version ?? 0;
}
