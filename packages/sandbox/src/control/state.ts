import { sql } from "kysely";
import { viewClock } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { FirstCompany } from "../first-company.ts";
import { addCompany, findCompanyByKey } from "../service/companies.ts";
import { checkBooks, readAccounts } from "../service/ledger.ts";
import type { CurrentSettings, Settings } from "../settings.ts";
import type { Storage } from "../storage/storage.ts";
import { type Database, type Tables, tableNames } from "../storage/tables.ts";
import { version } from "../version.ts";
import { makeOperation } from "./operation.ts";

type State = Schemas["State"];

/** Where the state is kept. */
export type StorageKind = State["storage"];

export async function readState(sandbox: Sandbox, storage: StorageKind): Promise<State> {
  const clock = viewClock(await sandbox.settings.refresh(), sandbox.clock);
  const count = (table: keyof Tables, status?: string): Promise<number> =>
    countRows(sandbox, table, status);
  return {
    version,
    now: clock.now,
    clock,
    storage,
    companies: await count("companies"),
    charges: await count("charges"),
    transfers: await count("transfers"),
    notifications: {
      pending: await count("outbox_notifications", "pending"),
      delivered: await count("outbox_notifications", "delivered"),
      failed: await count("outbox_notifications", "failed"),
    },
  };
}

/** Rows that are counted at most: the console reads the state after every change. */
const maxCounted = 10_000;

async function countRows(
  { storage: { db } }: Sandbox,
  table: keyof Tables,
  status?: string,
): Promise<number> {
  const where = status === undefined ? sql`` : sql` where status = ${sql.lit(status)}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from ${sql.table(table)}${where} limit ${sql.lit(maxCounted)}) as counted`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

export async function readLedger({ storage: { db } }: Sandbox): Promise<Schemas["Ledger"]> {
  const accounts = await readAccounts(db);
  return { accounts, sum: Object.values(accounts).reduce((sum, amount) => sum + amount, 0) };
}

/** Corrects the balances of accounts by the entries of the ledger. */
export async function checkLedger(sandbox: Sandbox): Promise<Schemas["CheckedLedger"]> {
  const corrected = await checkBooks(sandbox);
  return { ...(await readLedger(sandbox)), corrected };
}

/** The sandbox's behaviour that the contract leaves open. */
export function makeSettingsControl({ settings }: Sandbox) {
  return {
    read: makeOperation("readSettings", async () => viewSettings(await settings.refresh())),
    /** Changes the given settings, from now on. @throws {InvalidInputError} */
    change: makeOperation("changeSettings", async (changes) => {
      await settings.change((tx) => settings.write(tx, changes));
      return viewSettings(settings.current);
    }),
  };
}

function viewSettings(current: CurrentSettings): Schemas["Settings"] {
  const { clockOffset: _, clockFrozenAt: __, clockMove: ___, ...others } = current;
  const { hasFaults: ____, hasDeliveryFaults: _____, ...settings } = others;
  return settings;
}

/** Tables whose rows have come to be since the start; the settings have more than that. */
const resetTables = tableNames.filter((name) => name !== "settings" && name !== "leases");

/** An entry of the settings table that is not a setting: it belongs to the sandbox, not to its state. */
const ownValues = ["key", "started"];

/** Rows of a table from which on SQLite takes a noticeable time to delete them. */
const manyRows = 50_000;

/**
 * Empties each large table of SQLite in a separate transaction: calls that wait meanwhile get their turn between two of
 * them. A million rows take a few tenths of a second.
 */
async function emptyLarge({ storage }: Sandbox): Promise<void> {
  if (storage.dialect !== "sqlite") return;
  for (const table of historyTables) {
    const beyond = storage.db.selectFrom(table).select(sql.lit(1).as("one"));
    const found = await beyond.limit(1).offset(manyRows).executeTakeFirst();
    if (found) await storage.transaction((tx) => tx.deleteFrom(table).execute());
  }
}

/** Tables that grow with use. */
const historyTables = [
  "charges",
  "transfers",
  "ledger",
  "outbox_notifications",
  "outbox_attempts",
  "idempotency",
] as const satisfies (keyof Tables)[];

/** Bytes of a table from which on PostgreSQL deletes its file faster than its rows. */
const largeTableBytes = 8 * 2 ** 20;

/** Empties tables whose rows PostgreSQL would delete one by one: a minute for ten million. */
async function truncateLarge(tx: Database, { dialect }: Storage): Promise<void> {
  if (dialect === "sqlite") return;
  const names = resetTables.map((name) => `"${name}"`);
  const { rows } = await sql<{ name: string }>`select name from unnest(${names}::text[]) as name
    where pg_relation_size(name::regclass) > ${largeTableBytes}`.execute(tx);
  if (rows.length > 0)
    await sql.raw(`truncate ${rows.map(({ name }) => name).join(", ")}`).execute(tx);
}

/**
 * Brings everything back to the start, in one transaction; large tables of SQLite are emptied before. The first company
 * keeps its identifier: tokens and secrets that its clients have at hand stay good.
 */
export async function resetState(
  sandbox: Sandbox,
  first: FirstCompany,
  settings: Partial<Settings>,
): Promise<void> {
  await emptyLarge(sandbox);
  await sandbox.settings.change(async (tx) => {
    const known = await findCompanyByKey(tx, first.apiKey);
    await truncateLarge(tx, sandbox.storage);
    for (const table of resetTables) await tx.deleteFrom(table).execute();
    await tx.deleteFrom("settings").where("name", "not in", ownValues).execute();
    await sandbox.settings.write(tx, settings);
    await addCompany(tx, sandbox, { ...first, id: known?.id });
  }, sandbox.storage.exclusive);
}
