import { sql } from "kysely";
import { makeTables } from "./migrations/0001-tables.ts";
import { addAccountSums } from "./migrations/0002-account-sums.ts";
import { type Dialect, type Storage, StorageError } from "./storage.ts";
import type { Database } from "./tables.ts";

/** A change of the tables. */
interface Migration {
  statements(dialect: Dialect): readonly string[];
  /** Whether processes of a version that does not know the migration may write while it runs and afterwards. */
  olderMayWrite: boolean;
}

const firstName = "0001-tables";

/** The names are stored, and sort by age. */
const migrations: Readonly<Record<string, Migration>> = {
  [firstName]: { statements: makeTables, olderMayWrite: false },
  // Sums that others do not add to are wrong.
  "0002-account-sums": { statements: addAccountSums, olderMayWrite: false },
};

/** Names of the migrations, the oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrations);

/** The migration whose tables this version works on. */
export const newestMigration = migrationNames.at(-1) ?? "";

/** The version that 0.1.0 wrote for its tables. */
const firstVersion = "JzjEoVMbWzycVu5v";

/** Written instead of a version, so that 0.1.0 refuses tables that have migrations. */
const replacedVersion = "migrations";

/** How the tables of a database are migrated. */
export interface MigrationPlace {
  dialect: Dialect;
  /** If several processes start at once, one runs it at a time. */
  transaction: Storage["transaction"];
  /** Runs several statements in one string. */
  run(tx: Database, statements: string): unknown;
  /** Throws if processes write that do not know a migration; absent if the storage belongs to one process. */
  refuseOlderWriters?(tx: Database, migration: string): Promise<void>;
}

/**
 * Brings the tables to the latest form, each migration in a separate transaction; a new database gets all of them at
 * once.
 *
 * @throws {StorageError} if another version of the sandbox has made the tables, which this one does not know
 */
export async function migrate(place: MigrationPlace): Promise<void> {
  const { transaction } = place;
  const done = await transaction((tx) => prepareDatabase(tx, place));
  const missing = migrationNames.length - done.length;
  for (let round = 0; round < missing; round++) await transaction((tx) => migrateOnce(tx, place));
}

/** Runs the next migration, unless another process was faster. */
async function migrateOnce(tx: Database, place: MigrationPlace): Promise<void> {
  const done = await readMigrations(tx);
  const next = migrationNames.find((name) => !done.includes(name));
  const migration = next === undefined ? undefined : migrations[next];
  if (next === undefined || !migration) return;
  if (!migration.olderMayWrite) await place.refuseOlderWriters?.(tx, next);
  await place.run(tx, migration.statements(place.dialect).join("; "));
  await noteMigrations(tx, [next]);
}

/** Names of the migrations that the tables have had, the oldest first. */
export async function readMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function noteMigrations(tx: Database, names: readonly string[]): Promise<void> {
  const timestamp = new Date().toISOString();
  for (const name of names)
    await sql`insert into migrations (name, timestamp) values (${name}, ${timestamp})`.execute(tx);
}

/** The first of some migrations that this version does not know; undefined if it knows all. */
export function findUnknownMigration(names: readonly string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(migrations, name));
}

/** Names of the migrations that the tables have had. @throws {StorageError} */
async function prepareDatabase(tx: Database, place: MigrationPlace): Promise<readonly string[]> {
  // The columns are those that Kysely gave them, and `migrationLock` is Kysely's: earlier versions used its migrator.
  const type = "varchar(255) not null";
  await place.run(
    tx,
    `create table if not exists migrations (name ${type} primary key, timestamp ${type});
      create table if not exists "migrationLock" (id ${type} primary key, is_locked integer default 0 not null);
      create table if not exists "schemaVersion" (version text not null)`,
  );
  const names = await readMigrations(tx);
  const unknown = findUnknownMigration(names);
  if (unknown !== undefined) {
    throw new StorageError(
      `A newer version of the sandbox, with the migration ${unknown}, wrote the data: use that version or an empty directory or database.`,
    );
  }
  return names.length > 0 ? names : adopt(tx, place);
}

/** Takes over the tables of 0.1.0, which had a version instead of migrations, or makes all of them. */
async function adopt(tx: Database, { dialect, run }: MigrationPlace): Promise<readonly string[]> {
  const { rows } = await sql<{ version: string }>`select version from "schemaVersion"`.execute(tx);
  const version = rows[0]?.version;
  if (version !== undefined && version !== firstVersion) {
    throw new StorageError(
      "Data directory was written by an incompatible sandbox version: use that version or an empty directory.",
    );
  }
  const isNew = version === undefined;
  if (isNew) await run(tx, statementsOf(migrationNames, dialect));
  const names = isNew ? migrationNames : [firstName];
  await noteMigrations(tx, names);
  await sql`delete from "schemaVersion"`.execute(tx);
  await sql`insert into "schemaVersion" (version) values (${replacedVersion})`.execute(tx);
  return names;
}

/** The statements of some migrations, as one string. */
export function statementsOf(names: readonly string[], dialect: Dialect): string {
  return names.flatMap((name) => migrations[name]?.statements(dialect) ?? []).join("; ");
}
