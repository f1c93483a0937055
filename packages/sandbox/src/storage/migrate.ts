import { sql } from "kysely";
import { makeTables } from "./migrations/0001-tables.ts";
import { addAccountSums } from "./migrations/0002-account-sums.ts";
import { type Dialect, type Storage, StorageError } from "./storage.ts";
import type { Database } from "./tables.ts";

const firstName = "0001-tables";

/** The statements of each migration. The names are stored, and sort by age. */
const migrations: Readonly<Record<string, (dialect: Dialect) => readonly string[]>> = {
  [firstName]: makeTables,
  "0002-account-sums": addAccountSums,
};

/** The version that 0.1.0 wrote for its tables. */
const firstVersion = "JzjEoVMbWzycVu5v";

/** Written instead of a version, so that 0.1.0 refuses tables that have migrations. */
const replacedVersion = "migrations";

/** Runs a text of several statements. */
type RunStatements = (tx: Database, statements: string) => unknown;

/**
 * Brings the tables to the latest form, each migration in a transaction of its own; a new database gets all of them at
 * once.
 *
 * @param transaction of several processes that start at once, one runs it at a time
 * @throws {StorageError} if another version of the sandbox has made the tables, which this one does not know
 */
export async function migrate(
  transaction: Storage["transaction"],
  dialect: Dialect,
  run: RunStatements,
): Promise<void> {
  const done = await transaction((tx) => prepareDatabase(tx, dialect, run));
  const missing = Object.keys(migrations).length - done.length;
  for (let round = 0; round < missing; round++)
    await transaction((tx) => migrateOnce(tx, dialect, run));
}

/** Runs the next migration, unless another process was faster. */
async function migrateOnce(tx: Database, dialect: Dialect, run: RunStatements): Promise<void> {
  const { Migrator } = await import("kysely/migration");
  const all = Object.entries(migrations).map(([name, makeStatements]) => {
    const up = async (db: Database) =>
      void (await run(db, joinStatements(makeStatements(dialect))));
    return [name, { up }] as const;
  });
  const migrator = new Migrator({
    db: tx,
    provider: { getMigrations: async () => Object.fromEntries(all) },
    migrationTableName: "migrations",
    migrationLockTableName: "migrationLock",
  });
  const { error } = await migrator.migrateUp();
  if (error) throw error;
}

function joinStatements(statements: readonly string[]): string {
  return statements.join("; ");
}

/** Names of the migrations that the tables have had. @throws {StorageError} */
async function prepareDatabase(
  tx: Database,
  dialect: Dialect,
  run: RunStatements,
): Promise<string[]> {
  // The columns are those that Kysely gives them.
  const type = "varchar(255) not null";
  await run(
    tx,
    `create table if not exists migrations (name ${type} primary key, timestamp ${type});
      create table if not exists "migrationLock" (id ${type} primary key, is_locked integer default 0 not null);
      create table if not exists "schemaVersion" (version text not null)`,
  );
  const done = await sql<{ name: string }>`select name from migrations`.execute(tx);
  const names = done.rows.map((row) => row.name);
  const unknown = names.find((one) => !Object.hasOwn(migrations, one));
  if (unknown !== undefined) {
    throw new StorageError(
      `The data is of a newer version of the sandbox, with the migration ${unknown}: use that version, or an empty place.`,
    );
  }
  return names.length > 0 ? names : adopt(tx, dialect, run);
}

/** Takes over the tables of 0.1.0, which had a version instead of migrations, or makes all of them. */
async function adopt(tx: Database, dialect: Dialect, run: RunStatements): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`select version from "schemaVersion"`.execute(tx);
  const version = rows[0]?.version;
  if (version !== undefined && version !== firstVersion) {
    throw new StorageError(
      "The data is of another version of the sandbox: use that version, or an empty place.",
    );
  }
  const isNew = version === undefined;
  const names = isNew ? Object.keys(migrations) : [firstName];
  if (isNew) {
    const all = Object.values(migrations).flatMap((makeStatements) => makeStatements(dialect));
    await run(tx, joinStatements(all));
  }
  const timestamp = new Date().toISOString();
  for (const name of names)
    await sql`insert into migrations (name, timestamp) values (${name}, ${timestamp})`.execute(tx);
  await sql`delete from "schemaVersion"`.execute(tx);
  await sql`insert into "schemaVersion" (version) values (${replacedVersion})`.execute(tx);
  return names;
}
