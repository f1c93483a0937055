// Rows as objects: how they are found, and how the statuses of charges and transfers move.
import { transactionStatus, transferStatus } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import {
  findRegistrations,
  makeNotifications,
  type NotifiedChange,
  type Registrations,
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
import { type Entries, Postings } from "./ledger.ts";

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

export type Table = "charges" | "transfers";

interface RowKind<Row extends Rows[Table]> {
  canMove(from: Row["status"], to: Row["status"]): boolean;
  changeOf(from: Row["status"], row: Row): NotifiedChange | undefined;
}

const rowKinds: { [Name in Table]: RowKind<Rows[Name]> } = {
  charges: {
    canMove: (from, to) => transactionStatus.canTransition(from, to),
    changeOf: changeOfCharge,
  },
  transfers: {
    canMove: (from, to) => transferStatus.canTransition(from, to),
    changeOf: changeOfTransfer,
  },
};

/** A charge or transfer of a company by its identifier; undefined if absent. */
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
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom(table as Table)
    .selectAll()
    .where(isAmong(storage, "id", ids))
    .orderBy("id")
    .$if(storage.dialect === "postgres", (query) => query.forUpdate())
    .execute();
  return rows as Rows[Name][];
}

/** A change of status: the fields that change, and where money moves. */
export interface Step<Row extends Rows[Table]> {
  changes: Partial<Row> & Pick<Row, "status">;
  entries?: Entries;
}

/** Steps of locked rows that are written together, with their notifications and postings. */
export class Steps {
  readonly postings = new Postings();
  readonly #sandbox: Sandbox;
  readonly #registrations: Registrations;
  readonly #rows = {
    charges: new Map<string, ChargeRow>(),
    transfers: new Map<string, TransferRow>(),
  };
  readonly #notifications: NotificationRow[] = [];

  private constructor(sandbox: Sandbox, registrations: Registrations) {
    this.#sandbox = sandbox;
    this.#registrations = registrations;
  }

  static async begin(
    tx: Database,
    sandbox: Sandbox,
    companyIds: readonly string[],
  ): Promise<Steps> {
    const registrations = await findRegistrations(tx, sandbox.storage, [...new Set(companyIds)]);
    return new Steps(sandbox, registrations);
  }

  /**
   * Moves a row at a moment.
   *
   * @throws {NotAllowedError} if its status does not allow it
   */
  add<Name extends Table>(
    table: Name,
    row: Rows[Name],
    { changes, entries }: Step<Rows[Name]>,
    moment: number,
  ): Rows[Name] {
    const kind: RowKind<Rows[Name]> = rowKinds[table];
    if (!kind.canMove(row.status, changes.status)) {
      throw new NotAllowedError(
        `The ${nouns[table]} ${row.id} is ${row.status}: it cannot become ${changes.status}.`,
      );
    }
    const moved: Rows[Name] = { ...row, ...changes, updatedAt: moment };
    const rows = this.#rows[table] as Map<string, Rows[Name]>;
    rows.set(row.id, moved);
    if (entries) this.postings.add(row.companyId, entries, moment);
    const change = kind.changeOf(row.status, moved);
    this.#notifications.push(...makeNotifications(this.#registrations, change, moment));
    return moved;
  }

  async write(tx: Database): Promise<void> {
    const { charges, transfers } = this.#rows;
    const { storage } = this.#sandbox;
    const [balances, ...others] = this.postings.writes();
    // In a separate statement: in one of several, PostgreSQL chooses the order in which rows are locked.
    await writeRows(tx, storage, balances ? [balances] : []);
    await writeRows(tx, storage, [
      ...others,
      { table: "charges", rows: [...charges.values()], key: ["id"] },
      { table: "transfers", rows: [...transfers.values()], key: ["id"] },
      { table: "outbox_notifications", rows: this.#notifications },
    ]);
  }
}

/**
 * Moves one row now, by one step or several.
 *
 * @param plan gives the steps of the row, once it is locked
 * @throws {NotFoundError}
 * @throws {NotAllowedError} if its status does not allow a step
 */
export async function updateStatus<Name extends Table>(
  tx: Database,
  sandbox: Sandbox,
  table: Name,
  id: string,
  plan: (row: Rows[Name], now: number) => Promise<Step<Rows[Name]>[]> | Step<Rows[Name]>[],
): Promise<Rows[Name]> {
  const [locked] = await lockRows(tx, sandbox, table, [id]);
  let row = assertFound(locked, table, id);
  const now = sandbox.clock.now();
  const planned = await plan(row, now);
  const steps = await Steps.begin(tx, sandbox, [row.companyId]);
  for (const step of planned) row = steps.add(table, row, step, now);
  await steps.write(tx);
  return row;
}
