// Everything that a sandbox holds, taken at a moment and restored later: there, or in another sandbox.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { isObject } from "@packages/contract/src/check/run.ts";
import { sql } from "kysely";
import { timeBy, timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import { NotAllowedError } from "../service/errors.ts";
import { findUnknownMigration, migrationNames, readMigrations } from "../storage/migrate.ts";
import { migrateRows, type TableRows } from "../storage/migrate-rows.ts";
import { readPortions, writePortions } from "../storage/statements.ts";
import type { Storage } from "../storage/storage.ts";
import { type Database, type Tables, tableNames } from "../storage/tables.ts";
import { setImmediate } from "../timers.ts";
import { version } from "../version.ts";
import { refuse } from "./invalid-input-error.ts";

/** A snapshot of a sandbox: a value of JSON, to be stored as it is. */
export type Snapshot = Schemas["Snapshot"];

/** Form of the state in snapshots; a later one is not understood. */
const snapshotFormat = 1;

/** Rows of the largest snapshot: it is made in memory, for the world of a test suite. */
const maxSnapshotRows = 100_000;

/** Tables that are not part of the state: work under way in a process, and windows of rate limits. */
const transientTables: readonly string[] = ["leases", "rateLimits"];
const stateTables = tableNames.filter((name) => !transientTables.includes(name));

/** The tables with the numbers of their rows. */
const numberedTables = ["ledger", "outbox_attempts"] as const;

interface StoredState {
  /** The key that secrets are derived from; absent if it was given to the sandbox. */
  key?: string;
  /** Fingerprint of the key, to compare sandboxes. */
  fingerprint: string;
  /** The migrations that made the tables: they decide which columns rows have. */
  migrations: string[];
  tables: TableRows;
}

/** A snapshot whose state is still in pieces: as one string it would be in memory twice while it is sent. */
interface TakenSnapshot {
  facts: Omit<Snapshot, "state">;
  pieces: string[];
}

/** @throws {NotAllowedError} if there are too many rows */
export function takeSnapshot(sandbox: Sandbox, hasGivenKey: boolean): Promise<TakenSnapshot> {
  const { storage, settings, secrets } = sandbox;
  return storage.read(async (tx) => {
    await checkSize(tx);
    const takenAt = timeBy(await settings.peek(tx), storage.now());
    const state = {
      ...(!hasGivenKey && { key: settings.key }),
      fingerprint: secrets.fingerprint,
      migrations: await readMigrations(tx),
    };
    const pieces: string[] = [`${JSON.stringify(state).slice(0, -1)},"tables":{`];
    for (const [index, table] of stateTables.entries()) {
      pieces.push(`${index > 0 ? "]," : ""}${JSON.stringify(table)}:[`);
      let isFirst = true;
      for await (const rows of readPortions(tx, storage, table)) {
        const kept = table === "settings" ? rows.filter(({ name }) => name !== "key") : rows;
        const json = JSON.stringify(kept).slice(1, -1);
        if (json !== "") pieces.push(isFirst ? json : `,${json}`);
        isFirst &&= json === "";
        // Calls get their turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    pieces.push("]}}");
    const checksum = makeChecksum(pieces);
    const facts = { format: snapshotFormat, version, takenAt: timestamp(takenAt), checksum };
    return { facts, pieces };
  });
}

/** A snapshot as one value. */
export function joinSnapshot({ facts, pieces }: TakenSnapshot): Snapshot {
  return { ...facts, state: pieces.join("") };
}

/** A snapshot as a stream of JSON. */
export function streamSnapshot({ facts, pieces }: TakenSnapshot): Readable {
  const write = function* (): Generator<string> {
    yield `${JSON.stringify(facts).slice(0, -1)},"state":"`;
    for (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
    yield '"}';
  };
  return Readable.from(write());
}

/** @throws {NotAllowedError} if there are too many rows */
async function checkSize(tx: Database): Promise<void> {
  let left = maxSnapshotRows;
  for (const table of stateTables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from
      (select 1 from ${sql.table(table)} limit ${sql.lit(maxSnapshotRows + 1)}) as counted`.execute(
      tx,
    );
    left -= Number(rows[0]?.count);
    if (left >= 0) continue;
    throw new NotAllowedError(
      `A snapshot has at most ${maxSnapshotRows} rows, and there are more: copy the folder or the database instead.`,
    );
  }
}

/**
 * Replaces everything by the rows of a snapshot, in one transaction.
 *
 * @param hasGivenKey whether the key of this sandbox stays, whatever key the snapshot has
 * @param then runs in the transaction, once everything is there
 * @throws {InvalidInputError} if the snapshot cannot be restored here: nothing has changed
 */
export async function restoreSnapshot(
  sandbox: Sandbox,
  snapshot: Snapshot,
  hasGivenKey: boolean,
  then: (tx: Database) => Promise<void>,
): Promise<void> {
  const { storage, settings, secrets } = sandbox;
  const state = await openSnapshot(snapshot);
  const isSameKey = state.fingerprint === secrets.fingerprint;
  if (!isSameKey && (hasGivenKey || state.key === undefined))
    refuse(
      "",
      "The snapshot comes from a sandbox with another key: both need the same PIX_SANDBOX_KEY",
    );
  await settings.change(async (tx) => {
    await emptyTables(tx);
    const key = { name: "key", valueJson: JSON.stringify(isSameKey ? settings.key : state.key) };
    if (!hasGivenKey) await tx.insertInto("settings").values(key).execute();
    for (const name of stateTables) {
      const offset = Date.parse(snapshot.takenAt) - storage.now();
      const rows = adapt(name, state.tables[name] ?? [], offset);
      await writePortions(tx, storage, name, rows);
    }
    await continueNumbers(tx, storage);
    await settings.read(tx);
    await then(tx);
  }, storage.exclusive);
}

/** Empties all tables of the state, those of PostgreSQL with one round trip. */
async function emptyTables(tx: Database): Promise<void> {
  await Promise.all(stateTables.map((name) => tx.deleteFrom(name).execute()));
}

/**
 * The state of a snapshot, as this version keeps it: an older one goes through the migrations that it has not had.
 *
 * @throws {InvalidInputError} if the snapshot is damaged, or of a newer sandbox
 */
export async function openSnapshot({
  format: given,
  version: by,
  checksum,
  state: json,
}: Snapshot): Promise<StoredState> {
  if (given > snapshotFormat)
    refuse("", `The snapshot comes from a newer sandbox, ${by}; this is sandbox ${version}`);
  if (makeChecksum([json]) !== checksum)
    refuse("", "The snapshot is damaged: its checksum does not match its state");
  const state = parseState(json) ?? refuse("", "The snapshot is damaged: its state cannot be read");
  const { migrations, tables } = state;
  const unknown = findUnknownMigration(migrations);
  if (unknown !== undefined)
    refuse(
      "",
      `The snapshot comes from a newer sandbox, ${by}, with the migration ${unknown}: use that version`,
    );
  const isOlder = migrations.length < migrationNames.length;
  if (migrations.some((name, index) => name !== migrationNames[index]))
    refuse("", "The snapshot is damaged: its migrations are not in order");
  if (!isOlder) return { ...state, tables: assertTables(tables) };
  try {
    return { ...state, tables: await migrateRows(tables, migrations, stateTables) };
  } catch (error) {
    const { message } = error as Error;
    return refuse("", `The snapshot is damaged: its rows cannot be migrated (${message})`);
  }
}

/** @throws {InvalidInputError} if a table is missing */
function assertTables(tables: TableRows): TableRows {
  const missing = stateTables.find((name) => tables[name] === undefined);
  return missing === undefined
    ? tables
    : refuse("", `The snapshot is damaged: the table ${missing} is missing`);
}

function parseState(json: string): StoredState | undefined {
  try {
    const state: unknown = JSON.parse(json);
    if (!isObject(state)) return undefined;
    const { migrations, tables } = state;
    const hasTables = isObject(tables) && Object.values(tables).every(Array.isArray);
    return hasTables && Array.isArray(migrations) && migrations.length > 0
      ? (state as unknown as StoredState)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The rows as a sandbox that goes on needs them: no process has claimed a notification, the clock is not held, and the clock
 * runs on from its time in the snapshot.
 *
 * @param offset milliseconds from the real time to the time of the snapshot
 */
function adapt(table: keyof Tables, rows: TableRows[string], offset: number): TableRows[string] {
  if (table === "outbox_notifications") return rows.map((row) => ({ ...row, claimedUntil: null }));
  if (table !== "settings") return rows;
  const ours = ["key", "clockOffset", "clockMove"];
  const others = rows.filter(({ name }) => !ours.includes(String(name)));
  return [...others, { name: "clockOffset", valueJson: JSON.stringify(offset) }];
}

/** Lets PostgreSQL count on behind the rows; SQLite does so by itself. */
async function continueNumbers(tx: Database, { dialect }: Storage): Promise<void> {
  if (dialect === "sqlite") return;
  for (const name of numberedTables) {
    const sequence = sql`pg_get_serial_sequence(${name}, 'id')`;
    const last = sql`(select coalesce(max(id), 0) from ${sql.table(name)})`;
    await sql`select setval(${sequence}, greatest(${last}, nextval(${sequence})))`.execute(tx);
  }
}

function makeChecksum(pieces: readonly string[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}
