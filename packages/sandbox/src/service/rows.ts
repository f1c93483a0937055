// Charges and transfers as rows: how they are found, and how their statuses move.
import { transactionStatus, transferStatus } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import {
  findRegistrations,
  makeNotifications,
  type NotifiedChange,
  type Registrations,
  writeNotifications,
} from "../notifications/write-notifications.ts";
import { isAmong } from "../storage/is-among.ts";
import type { ChargeRow, Database, TransferRow } from "../storage/tables.ts";
import { writeRows } from "../storage/write-rows.ts";
import { changeOfCharge, changeOfTransfer } from "./changes.ts";
import { NotAllowedError, NotFoundError } from "./errors.ts";
import type { LedgerEntry } from "./ledger.ts";

interface Rows {
  charges: ChargeRow;
  transfers: TransferRow;
}

type Table = keyof Rows;

interface Kind<Row extends Rows[Table]> {
  noun: string;
  canMove(from: Row["status"], to: Row["status"]): boolean;
  changeOf(from: Row["status"], row: Row): NotifiedChange | undefined;
}

const kinds: { [Name in Table]: Kind<Rows[Name]> } = {
  charges: {
    noun: "charge",
    canMove: (from, to) => transactionStatus.canTransition(from, to),
    changeOf: changeOfCharge,
  },
  transfers: {
    noun: "transfer",
    canMove: (from, to) => transferStatus.canTransition(from, to),
    changeOf: changeOfTransfer,
  },
};

/** A charge or transfer of a company, or of any where none is given. */
export async function findRow<Name extends Table>(
  db: Database,
  table: Name,
  id: string,
  companyId?: string,
): Promise<Rows[Name] | undefined> {
  const query = db
    .selectFrom(table as Table)
    .selectAll()
    .where("id", "=", id);
  const found = await (companyId === undefined ? query : query.where("companyId", "=", companyId)).executeTakeFirst();
  return found as Rows[Name] | undefined;
}

/** @throws {NotFoundError} */
export async function getRow<Name extends Table>(db: Database, table: Name, id: string): Promise<Rows[Name]> {
  const row = await findRow(db, table, id);
  if (!row) throw new NotFoundError(`There is no ${kinds[table].noun} ${id}.`);
  return row;
}

/**
 * Moves a charge or transfer to a status and notifies of it.
 *
 * @throws {NotAllowedError} where its status does not allow it, or another call has just changed it
 */
export async function moveRow<Name extends Table>(
  tx: Database,
  sandbox: Sandbox,
  table: Name,
  row: Rows[Name],
  changes: Partial<Rows[Name]> & Pick<Rows[Name], "status">,
): Promise<Rows[Name]> {
  const name = `The ${kinds[table].noun} ${row.id}`;
  if (!kinds[table].canMove(row.status, changes.status)) {
    throw new NotAllowedError(`${name} is ${row.status}: it cannot become ${changes.status}.`);
  }
  const { numUpdatedRows } = await tx
    .updateTable(table as Table)
    .set(changes as Partial<ChargeRow & TransferRow>)
    .where("id", "=", row.id)
    .where("companyId", "=", row.companyId)
    .where("status", "=", row.status)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NotAllowedError(`${name} has just been changed by another call.`);
  const moved = { ...row, ...changes };
  const change = kinds[table].changeOf(row.status, moved);
  if (change) await writeNotifications(tx, sandbox, change);
  return moved;
}

/** A row that moves with others: what it becomes, and the entries of its posting. */
export interface Step<Row> {
  row: Row;
  entries?: readonly LedgerEntry[];
}

/** Locks some rows that are due by one of their times; those that are not due any more are missing. */
export async function lockDue<Name extends Table>(
  tx: Database,
  { storage }: Pick<Sandbox, "storage">,
  table: Name,
  ids: readonly string[],
  isDue: (row: Rows[Name]) => boolean,
): Promise<Rows[Name][]> {
  const rows = await tx
    .selectFrom(table as Table)
    .selectAll()
    .where(isAmong(storage, "id", ids))
    .orderBy("id")
    .$if(storage.dialect === "postgres", (query) => query.forUpdate())
    .execute();
  return (rows as Rows[Name][]).filter(isDue);
}

/** Moves rows together that `lockDue` has locked, notifications and postings included. */
export async function moveTogether<Name extends Table>(
  tx: Database,
  sandbox: Sandbox,
  table: Name,
  rows: readonly Rows[Name][],
  next: (row: Rows[Name]) => Step<Rows[Name]>,
): Promise<void> {
  if (rows.length === 0) return;
  const { storage } = sandbox;
  const registrations: Registrations = await findRegistrations(tx, storage, [
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
