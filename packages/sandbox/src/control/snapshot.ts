import { createHash } from "node:crypto";
import { sql } from "kysely";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { Database } from "../storage/tables.ts";
import { checkInput } from "./check-input.ts";
import { InvalidInputError } from "./invalid-input-error.ts";
import { clearState, ownValues, replaceState, stateTables } from "./reset.ts";

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
    const takenAt = timestamp(clock.now());
    const checksum = checksumOf(takenAt, exported);
    return { format: "pix-sandbox", version: 1, takenAt, tables: exported, checksum };
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
 * @throws {InvalidInputError} if it is no export, was edited or has tables of another version; nothing has changed then
 */
export async function importState(sandbox: Sandbox, snapshot: Snapshot): Promise<void> {
  await checkInput("importState", { body: snapshot });
  const { storage, settings } = sandbox;
  const { takenAt, tables, checksum } = snapshot;
  if (checksum !== checksumOf(takenAt, tables)) {
    throw new InvalidInputError([{ path: "checksum", message: "does not fit: an export that was edited is refused" }]);
  }
  await replaceState(sandbox, async (tx) => {
    await clearState(tx);
    for (const name of tableNames) await insertRows(tx, name, tables[name] ?? []);
    const { clockFrozenAt } = await settings.read(tx);
    if (clockFrozenAt === null) await settings.write(tx, { clockOffset: Date.parse(takenAt) - storage.now() });
  });
}

/** What ties the rows together: a service has written them, so that the books are right. */
function checksumOf(takenAt: string, tables: Snapshot["tables"]): string {
  return createHash("sha256")
    .update(JSON.stringify([takenAt, tables]))
    .digest("hex");
}

/** The database checks columns and their types. @throws {InvalidInputError} if it does not take a row */
async function insertRows(tx: Database, table: TableName, rows: readonly Row[]): Promise<void> {
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
