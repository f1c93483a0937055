// Rows as objects: how they are found, and how the statuses of charges and transfers move.
import { transactionStatus, transferStatus } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import {
  findRegistrations,
  makeNotifications,
  type NotifiedChange,
} from "../notifications/write-notifications.ts";
import { isAmong, writeRows } from "../storage/statements.ts";
import type {
  ChargeRow,
  Company,
  Database,
  NotificationRow,
  TransferRow,
  WebhookRow,
} from "../storage/tables.ts";
import { changeOfCharge, changeOfTransfer } from "./changes.ts";
import { NotAllowedError, NotFoundError } from "./errors.ts";
import type { LedgerEntry } from "./ledger.ts";

interface Rows {
  charges: ChargeRow;
  transfers: TransferRow;
  companies: Company;
  outbox_receivers: WebhookRow;
  outbox_notifications: NotificationRow;
}

const nouns: Readonly<Record<keyof Rows, string>> = {
  charges: "charge",
  transfers: "transfer",
  companies: "company",
  outbox_receivers: "registration",
  outbox_notifications: "notification",
};

type Table = "charges" | "transfers";

interface Kind<Row extends Rows[Table]> {
  canMove(from: Row["status"], to: Row["status"]): boolean;
  changeOf(from: Row["status"], row: Row): NotifiedChange | undefined;
}

const kinds: { [Name in Table]: Kind<Rows[Name]> } = {
  charges: {
    canMove: (from, to) => transactionStatus.canTransition(from, to),
    changeOf: changeOfCharge,
  },
  transfers: {
    canMove: (from, to) => transferStatus.canTransition(from, to),
    changeOf: changeOfTransfer,
  },
};

/** A charge or transfer of a company; undefined where it has none with that identifier. */
export async function findRow<Name extends Table>(
  db: Database,
  table: Name,
  id: string,
  companyId: string,
): Promise<Rows[Name] | undefined> {
  const query = db
    .selectFrom(table as Table)
    .selectAll()
    .where("id", "=", id);
  const found = await query.where("companyId", "=", companyId).executeTakeFirst();
  return found as Rows[Name] | undefined;
}

/** The row with an identifier. @throws {NotFoundError} */
export async function getRow<Name extends keyof Rows>(
  db: Database,
  table: Name,
  id: string,
): Promise<Rows[Name]> {
  const query = db.selectFrom(table as keyof Rows).selectAll();
  return assertFound(
    (await query.where("id", "=", id).executeTakeFirst()) as Rows[Name] | undefined,
    table,
    id,
  );
}

/** Locks a row for a move. @throws {NotFoundError} */
export async function lockRow<Name extends Table>(
  tx: Database,
  sandbox: Sandbox,
  table: Name,
  id: string,
): Promise<Rows[Name]> {
  const [row] = await lockRows(tx, sandbox, table, [id]);
  return assertFound(row, table, id);
}

function assertFound<Row>(row: Row | undefined, table: keyof Rows, id: string): Row {
  if (!row) throw new NotFoundError(`There is no ${nouns[table]} ${id}.`);
  return row;
}

/** Locks rows until the transaction ends; those that are not there are missing. */
export async function lockRows<Name extends Table>(
  tx: Database,
  { storage }: Sandbox,
  table: Name,
  ids: readonly string[],
): Promise<Rows[Name][]> {
  const rows = await tx
    .selectFrom(table as Table)
    .selectAll()
    .where(isAmong(storage, "id", ids))
    .orderBy("id")
    .$if(storage.dialect === "postgres", (query) => query.forUpdate())
    .execute();
  return rows as Rows[Name][];
}

/**
 * Moves a locked charge or transfer to a status and notifies of it.
 *
 * @throws {NotAllowedError} where its status does not allow it
 */
export async function moveRow<Name extends Table>(
  tx: Database,
  sandbox: Sandbox,
  table: Name,
  row: Rows[Name],
  changes: Partial<Rows[Name]> & Pick<Rows[Name], "status">,
): Promise<Rows[Name]> {
  if (!kinds[table].canMove(row.status, changes.status)) {
    throw new NotAllowedError(
      `The ${nouns[table]} ${row.id} is ${row.status}: it cannot become ${changes.status}.`,
    );
  }
  const moved = { ...row, ...changes };
  await moveRows(tx, sandbox, table, [row], () => ({ row: moved }));
  return moved;
}

/** A row that moves with others: what it becomes, and the entries of its posting. */
interface Step<Row> {
  row: Row;
  entries?: readonly LedgerEntry[];
}

/** Moves rows together that are locked, notifications and postings included. */
export async function moveRows<Name extends Table>(
  tx: Database,
  sandbox: Sandbox,
  table: Name,
  rows: readonly Rows[Name][],
  next: (row: Rows[Name]) => Step<Rows[Name]>,
): Promise<void> {
  if (rows.length === 0) return;
  const { storage } = sandbox;
  const registrations = await findRegistrations(tx, storage, [
    ...new Set(rows.map(({ companyId }) => companyId)),
  ]);
  const steps = rows.map((row) => ({ ...next(row), from: row.status }));
  await writeRows(tx, storage, [
    { table, rows: steps.map(({ row }) => row), key: ["id"] },
    { table: "ledger", rows: steps.flatMap(({ entries = [] }) => entries) },
    {
      table: "outbox_notifications",
      rows: steps.flatMap(({ row, from }) =>
        makeNotifications(sandbox, registrations, kinds[table].changeOf(from, row)),
      ),
    },
  ]);
}
