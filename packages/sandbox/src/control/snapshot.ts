import { sql } from "kysely";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { lifecycles } from "../contract.ts";
import { defaultSettings } from "../settings.ts";
import type { Database } from "../storage/tables.ts";
import { checkInput } from "./check-input.ts";
import { InvalidInputError } from "./invalid-input-error.ts";
import { clearState, ownValues, replaceState, stateTables } from "./reset.ts";
import type { Schemas } from "./types.ts";

type Snapshot = Schemas["Snapshot"];

type Row = Record<string, unknown>;
type TableName = (typeof tableNames)[number];

const tableNames = ["settings", ...stateTables] as const;

/** Tables whose rows are numbered by the database; they are exported in their order. */
const numbered: readonly string[] = ["ledger", "outbox_attempts"];

/** Rows that one statement writes: databases limit the values in it. */
const batch = 200;

/** Reads the whole state, as it is at one moment. */
export async function exportState({ storage, clock }: Sandbox): Promise<Snapshot> {
  return storage.snapshot(async (tx) => {
    const exported: Record<string, Row[]> = {};
    for (const name of tableNames) {
      const order = name === "settings" ? "name" : name === "balances" || name === "dailyTotals" ? "companyId" : "id";
      const rows = await sql<Row>`select * from ${sql.table(name)} order by ${sql.ref(order)}`.execute(tx);
      exported[name] = rows.rows.map((row) => exportRow(name, row));
    }
    // What a process holds is not of the state either.
    const others = [...ownValues, "clockMove"];
    exported.settings = (exported.settings ?? []).filter(({ name }) => !others.includes(String(name)));
    return { format: "pix-sandbox", version: 1, takenAt: timestamp(clock.now()), tables: exported };
  });
}

function exportRow(table: TableName, row: Row): Row {
  const { id, ...rest } = row;
  const exported: Row = numbered.includes(table) ? rest : { ...row };
  // A claim is of a process, not of the state.
  if (table === "outbox_notifications") exported.claimedUntil = null;
  return exported;
}

/**
 * Replaces the whole state by an exported one. The clock goes on from the time that it showed then.
 *
 * @throws {InvalidInputError} where anything is wrong with it; nothing has changed then
 */
export async function importState(sandbox: Sandbox, snapshot: Snapshot): Promise<void> {
  await checkInput("importState", { body: snapshot });
  const { storage, settings } = sandbox;
  checkTables(snapshot.tables);
  await checkSettings(snapshot.tables.settings ?? []);
  const takenAt = Date.parse(snapshot.takenAt);
  await replaceState(sandbox, async (tx) => {
    await clearState(tx);
    for (const name of tableNames) await insertRows(tx, name, snapshot.tables[name] ?? []);
    await checkState(tx);
    const { clockFrozenAt } = await settings.read(tx);
    if (clockFrozenAt === null) await settings.write(tx, { clockOffset: takenAt - storage.now() });
  });
}

/** @throws {InvalidInputError} where tables are missing or unknown */
function checkTables(given: Record<string, Row[]>): void {
  const missing = tableNames.filter((name) => !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !(tableNames as readonly string[]).includes(name));
  const wrong = [
    ...missing.map((name) => ({ path: `tables.${name}`, message: "is required" })),
    ...unknown.map((name) => ({ path: `tables.${name}`, message: "is not known here" })),
  ];
  if (wrong.length > 0) throw new InvalidInputError(wrong);
}

/** @throws {InvalidInputError} where a setting is not as it has to be */
async function checkSettings(rows: readonly Row[]): Promise<void> {
  const given = Object.fromEntries(rows.map(({ name, valueJson }) => [name, JSON.parse(String(valueJson)) as unknown]));
  const { clockOffset = 0, clockFrozenAt = null, ...others } = given;
  const known = Object.keys(defaultSettings);
  for (const name of Object.keys(given)) {
    if (!known.includes(name))
      throw new InvalidInputError([{ path: `settings.${name}`, message: "is not known here" }]);
  }
  for (const [name, value] of Object.entries({ clockOffset, clockFrozenAt: clockFrozenAt ?? 0 })) {
    if (!isTime(value)) {
      throw new InvalidInputError([{ path: `settings.${name}`, message: "must be a time in milliseconds" }]);
    }
  }
  await checkInput("changeSettings", { body: others as Schemas["SettingsChange"] });
}

function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= 8.64e15;
}

/** The database checks columns and their types. @throws {InvalidInputError} where it does not take a row */
async function insertRows(tx: Database, table: TableName, rows: readonly Row[]): Promise<void> {
  for (const [index, row] of rows.entries()) checkValues(`tables.${table}.${index}`, row);
  for (let start = 0; start < rows.length; start += batch) {
    const some = rows.slice(start, start + batch);
    await tx
      .insertInto(table)
      .values(some as never)
      .execute()
      .catch((error: Error) => {
        throw new InvalidInputError([{ path: `tables.${table}`, message: `cannot be stored: ${error.message}` }]);
      });
  }
}

/** What a database takes, and the sandbox could not read. @throws {InvalidInputError} */
function checkValues(path: string, row: Row): void {
  for (const [name, value] of Object.entries(row)) {
    const isWrong = typeof value === "number" ? !Number.isSafeInteger(value) : name.endsWith("Json") && !isJson(value);
    if (isWrong) throw new InvalidInputError([{ path: `${path}.${name}`, message: "cannot be read" }]);
  }
}

function isJson(text: unknown): boolean {
  try {
    if (text !== null) JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}

/** What holds of every state, as statements that find what breaks it. */
const rules: readonly { path: string; message: string; find: ReturnType<typeof sql> }[] = [
  ...(
    [
      ["companyId", "charges", "transfers", "balances", "dailyTotals"],
      ["callerId", "outbox_receivers", "outbox_notifications"],
    ] as const
  ).flatMap(([column, ...tables]) =>
    tables.map((table) => ({
      path: `tables.${table}`,
      message: "names a company that is not there",
      find: sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} not in (select id from companies) limit 1`,
    })),
  ),
  ...(
    [
      ["charges", "transaction"],
      ["transfers", "transfer"],
    ] as const
  ).map(([table, subject]) => ({
    path: `tables.${table}`,
    message: "has a status that is not known here",
    find: sql`select 1 from ${sql.table(table)} where status not in (${sql.join(statusesOf(subject))}) limit 1`,
  })),
  {
    path: "tables.outbox_notifications",
    message: "has a status that is not known here",
    find: sql`select 1 from outbox_notifications where status not in ('pending', 'delivered', 'failed') limit 1`,
  },
  {
    path: "tables.outbox_attempts",
    message: "names a notification that is not there",
    find: sql`select 1 from outbox_attempts where "notificationId" not in (select id from outbox_notifications) limit 1`,
  },
  {
    path: "tables.companies",
    message: "has a company without a balance",
    find: sql`select 1 from companies where id not in (select "companyId" from balances) limit 1`,
  },
  {
    path: "tables.ledger",
    message: "has a posting that does not sum to zero",
    find: sql`select 1 from ledger group by posting having sum(amount) <> 0 limit 1`,
  },
  {
    path: "tables.balances",
    message: "has a balance that is negative or differs from the ledger",
    find: sql`select 1 from balances where amount < 0 or amount <> (
      select coalesce(sum(ledger.amount), 0) from ledger where ledger.account = 'company:' || balances."companyId"
    ) limit 1`,
  },
];

function statusesOf(subject: string): string[] {
  return Object.keys(lifecycles.find((lifecycle) => lifecycle.subject === subject)?.statuses ?? {});
}

/** @throws {InvalidInputError} where what was imported is not a state that the service could have come to */
async function checkState(tx: Database): Promise<void> {
  for (const { path, message, find } of rules) {
    const { rows } = await find.execute(tx);
    if (rows.length > 0) throw new InvalidInputError([{ path, message }]);
  }
}
