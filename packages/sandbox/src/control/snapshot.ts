// Everything that a sandbox holds, taken at a moment and restored later: there, or in another sandbox.
import { createHash } from "node:crypto";
import { isObject } from "@packages/contract/src/check/run.ts";
import { sql } from "kysely";
import { timeBy, timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import { NotAllowedError } from "../service/errors.ts";
import { writeRows } from "../storage/statements.ts";
import type { Storage } from "../storage/storage.ts";
import { type Database, type Tables, tableNames } from "../storage/tables.ts";
import { version } from "../version.ts";
import { refuse } from "./invalid-input-error.ts";

/** A snapshot of a sandbox: a value of JSON, to be stored as it is. */
export type Snapshot = Schemas["Snapshot"];

/** Form of the state in snapshots; a later one is not understood. */
const snapshotFormat = 1;

/** Rows of the largest snapshot: it is made in memory, for the world of a test suite. */
const maxSnapshotRows = 100_000;

/** Rows that one statement inserts. */
const rowsPerStatement = 500;

/** Tables that are not part of the state: work under way in a process, and windows of rate limits. */
const transientTables: readonly string[] = ["leases", "rateLimits"];
const stateTables = tableNames.filter((name) => !transientTables.includes(name));

type StoredRow = Record<string, unknown>;

/** The tables with the numbers of their rows. */
const numberedTables = ["ledger", "outbox_attempts"] as const;

interface StoredState {
  /** The key that secrets are derived from; absent if it was given to the sandbox. */
  key?: string;
  /** Tells whether another sandbox has the same key. */
  fingerprint: string;
  /** The migrations that made the tables: they decide which columns rows have. */
  migrations: string[];
  tables: Record<string, StoredRow[]>;
}

/** @throws {NotAllowedError} if there are too many rows */
export function takeSnapshot(
  { storage, settings, secrets }: Sandbox,
  hasGivenKey: boolean,
): Promise<Snapshot> {
  return storage.exclusive(async (tx) => {
    const takenAt = timeBy(await settings.read(tx), storage.now());
    const read = await Promise.all(
      stateTables.map((name) =>
        tx
          .selectFrom(name)
          .selectAll()
          .limit(maxSnapshotRows + 1)
          .execute(),
      ),
    );
    const count = read.reduce((sum, rows) => sum + rows.length, 0);
    if (count > maxSnapshotRows)
      throw new NotAllowedError(
        `A snapshot has at most ${maxSnapshotRows} rows, and there are more: copy the folder or the database instead.`,
      );
    const written = stateTables.map((name, index): [string, StoredRow[]] => {
      const rows: StoredRow[] = read[index] ?? [];
      return [name, name === "settings" ? rows.filter((row) => row.name !== "key") : rows];
    });
    const state: StoredState = {
      ...(!hasGivenKey && { key: settings.key }),
      fingerprint: secrets.fingerprint,
      migrations: await readMigrations(tx),
      tables: Object.fromEntries(written),
    };
    const text = JSON.stringify(state);
    return {
      format: snapshotFormat,
      version,
      takenAt: timestamp(takenAt),
      checksum: makeChecksum(text),
      state: text,
    };
  });
}

/**
 * Replaces everything by the rows of a snapshot, in one transaction.
 *
 * @param hasGivenKey whether the key of this sandbox stays, whatever the snapshot says
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
  const state = checkSnapshot(snapshot, await readMigrations(storage.db));
  const isSameKey = state.fingerprint === secrets.fingerprint;
  if (!isSameKey && (hasGivenKey || state.key === undefined))
    refuse("", "The snapshot is of a sandbox with another key: both need the same PIX_SANDBOX_KEY");
  await settings.change(() =>
    storage.exclusive(async (tx) => {
      await emptyTables(tx);
      const key = { name: "key", valueJson: JSON.stringify(isSameKey ? settings.key : state.key) };
      if (!hasGivenKey) await tx.insertInto("settings").values(key).execute();
      for (const name of stateTables) {
        const offset = Date.parse(snapshot.takenAt) - storage.now();
        const rows = adapt(name, state.tables[name] ?? [], offset);
        for (let start = 0; start < rows.length; start += rowsPerStatement) {
          const part = rows.slice(start, start + rowsPerStatement);
          await writeRows(tx, storage, [{ table: name, rows: part }]);
        }
      }
      await continueNumbers(tx, storage);
      await settings.read(tx);
      await then(tx);
    }),
  );
}

/** Empties all tables of the state, those of PostgreSQL with one round trip. */
async function emptyTables(tx: Database): Promise<void> {
  await Promise.all(stateTables.map((name) => tx.deleteFrom(name).execute()));
}

/** @throws {InvalidInputError} if a snapshot is damaged, or of a sandbox that keeps its state in another way */
function checkSnapshot(
  { format: given, version: by, checksum, state: text }: Snapshot,
  migrations: readonly string[],
): StoredState {
  if (given > snapshotFormat)
    refuse("", `The snapshot is of a newer sandbox, ${by}; this is sandbox ${version}`);
  if (makeChecksum(text) !== checksum)
    refuse("", "The snapshot is damaged: its checksum is not that of its state");
  const state = parseState(text);
  const hasTables = stateTables.every((name) => Array.isArray(state?.tables[name]));
  if (state && hasTables && String(state.migrations) === String(migrations)) return state;
  return refuse("", `The snapshot is of sandbox ${by}, which keeps another state than ${version}`);
}

function parseState(text: string): StoredState | undefined {
  try {
    const state: unknown = JSON.parse(text);
    return isObject(state) && isObject(state.tables)
      ? (state as unknown as StoredState)
      : undefined;
  } catch {
    return undefined;
  }
}

async function readMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/**
 * The rows as a sandbox that goes on needs them: no process has claimed a notification, nobody moves the clock, and the clock
 * runs on from its time in the snapshot.
 *
 * @param offset milliseconds from the real time to the time of the snapshot
 */
function adapt(table: keyof Tables, rows: StoredRow[], offset: number): StoredRow[] {
  if (table === "outbox_notifications") return rows.map((row) => ({ ...row, claimedUntil: null }));
  if (table !== "settings") return rows;
  const others = rows.filter(({ name }) => name !== "clockOffset" && name !== "clockMove");
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

function makeChecksum(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
