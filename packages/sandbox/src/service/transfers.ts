import { type NotificationBodies, notifications, type TransferRequest, transferStatus } from "@pix-contract/server";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import { dayOf } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import {
  findRegistrations,
  groupRegistrations,
  makeNotifications,
  type NotifiedChange,
  type RegistrationOfCompany,
  type Registrations,
  selectRegistrations,
  writeNotifications,
} from "../notifications/write-notifications.ts";
import { makeEndToEndId } from "../pix/end-to-end-id.ts";
import { isAmong } from "../storage/is-among.ts";
import { lockRows } from "../storage/lock-rows.ts";
import { prepared } from "../storage/prepared.ts";
import type { RowsOf } from "../storage/storage.ts";
import type { Company, Database, NotificationRow, Tables, TransferRow } from "../storage/tables.ts";
import { type RowsToWrite, writeRows } from "../storage/write-rows.ts";
import { NotAllowedError, NotFoundError } from "./errors.ts";
import { feeFor } from "./fees.ts";
import { type Account, accountOf, entriesOf, type LedgerEntry, post } from "./ledger.ts";

type Status = TransferRow["status"];
type Final = "completed" | "refused" | "canceled";

/** How a transfer is to end by itself. */
export interface PlannedOutcome {
  outcome: Final;
  /** Whether it stays in the queue until it is moved by hand. */
  held?: boolean;
}

/** A transfer that is asked for. */
export interface TransferOrder {
  company: Company;
  body: TransferRequest;
  planned?: PlannedOutcome | undefined;
}

/** Why a transfer is refused. */
export type TransferRefusal = "INSUFFICIENT_BALANCE" | "DAILY_LIMIT_EXCEEDED" | "COMPANY_REMOVED";

/** What orders came to, one by one, and what is still to be written for it in the same transaction. */
export interface CreatedTransfers {
  results: (TransferRow | TransferRefusal)[];
  writes: RowsToWrite[];
}

/** Transfers that are about to be created. */
export interface PreparedTransfers {
  /** What has to be read before, and locked; to be executed in this order. */
  queries: readonly [
    CompiledQuery<Selectable<Tables["balances"]>>,
    CompiledQuery<RegistrationOfCompany & { amount: number }>,
  ];
  /**
   * Takes the amounts from the balances and puts the transfers in the queue, in the order in which they were asked for;
   * or says why not, which touches nobody else's.
   */
  create(orders: readonly TransferOrder[], read: RowsOf<PreparedTransfers["queries"]>): CreatedTransfers;
}

/** Prepares transfers of some companies. */
export function prepareTransfers(sandbox: Sandbox, companyIds: readonly string[]): PreparedTransfers {
  const { clock, storage } = sandbox;
  const now = clock.now();
  const day = dayOf(now);
  return {
    queries: [lockedBalances(storage, companyIds), totalsOf(storage, companyIds, day)],
    create: (orders, [balances, totals]) =>
      createTransfers(sandbox, orders, {
        ...{ now, day, balances: byCompany(balances), totals: byCompany(totals) },
        registrations: groupRegistrations(totals),
      }),
  };
}

// Whoever changes a balance or a day's total waits for those rows, here and in every other process.
const lockedBalances = prepared((storage, companyIds: readonly string[]) =>
  lockRows(
    storage,
    storage.db
      .selectFrom("balances")
      .selectAll()
      .where(isAmong(storage, "companyId", companyIds))
      .orderBy("companyId"),
  ).compile(),
);

/** Registrations of companies, each with what the company has sent on a day. */
const totalsOf = prepared((storage, companyIds: readonly string[], day: string) =>
  selectRegistrations(storage, companyIds)
    .leftJoin("dailyTotals", (join) =>
      join.onRef("dailyTotals.companyId", "=", "companies.id").on("dailyTotals.day", "=", day),
    )
    .select((eb) => eb.fn.coalesce("dailyTotals.amount", sql<number>`0`).as("amount"))
    .compile(),
);

/** What decides on orders. */
interface Means {
  now: number;
  day: string;
  /** Centavos by company: at hand, and sent on this day. */
  balances: Map<string, number>;
  totals: Map<string, number>;
  registrations: Registrations;
}

function createTransfers(
  sandbox: Sandbox,
  orders: readonly TransferOrder[],
  { now, day, balances, totals, registrations }: Means,
): CreatedTransfers {
  const ledger: LedgerEntry[] = [];
  const results = orders.map((order): TransferRow | TransferRefusal => {
    const { company, body } = order;
    const balance = balances.get(company.id);
    const total = (totals.get(company.id) ?? 0) + body.amount;
    if (balance === undefined || !registrations.has(company.id)) return "COMPANY_REMOVED";
    if (balance < body.amount) return "INSUFFICIENT_BALANCE";
    if (total > sandbox.settings.current.dailyLimit) return "DAILY_LIMIT_EXCEEDED";
    balances.set(company.id, balance - body.amount);
    totals.set(company.id, total);
    ledger.push(
      ...entriesOf(
        [
          [accountOf(company.id), -body.amount],
          ["transit", body.amount],
        ],
        now,
      ),
    );
    return makeTransfer(sandbox, order, now);
  });
  const transfers = results.filter((result) => typeof result !== "string");
  const touched = [...new Set(transfers.map(({ companyId }) => companyId))];
  const amounts = (of: ReadonlyMap<string, number>, fields = {}) =>
    touched.map((companyId) => ({ companyId, ...fields, amount: of.get(companyId) ?? 0 }));
  const notified = transfers.flatMap((transfer) => {
    const change = changeOf(null, transfer);
    return change ? makeNotifications(sandbox, registrations, change) : [];
  });
  const writes: RowsToWrite[] = [
    { table: "balances", rows: amounts(balances), key: ["companyId"] },
    { table: "dailyTotals", rows: amounts(totals, { day }), key: ["companyId", "day"] },
    { table: "ledger", rows: ledger },
    { table: "transfers", rows: transfers },
    { table: "outbox_notifications", rows: notified },
  ];
  return { results, writes };
}

/** Creates one transfer by itself. */
export async function createTransfer(
  tx: Database,
  sandbox: Sandbox,
  company: Company,
  body: TransferRequest,
  planned?: PlannedOutcome,
): Promise<TransferRow | TransferRefusal> {
  const { queries, create } = prepareTransfers(sandbox, [company.id]);
  const { results, writes } = create([{ company, body, planned }], await sandbox.storage.together(tx, queries));
  await writeRows(tx, sandbox.storage, writes);
  return results[0] ?? "COMPANY_REMOVED";
}

function makeTransfer(
  { settings }: Sandbox,
  { company, body, planned = { outcome: "completed" } }: TransferOrder,
  now: number,
): TransferRow {
  const { transferFee, transferSteps } = settings.current;
  const { amount, pixKey } = body;
  const steps = planned.held ? null : transferSteps.queued;
  return {
    id: makeId("trf"),
    companyId: company.id,
    status: transferStatus.initial,
    amount,
    fees: feeFor(amount, transferFee),
    pixKey,
    description: body.description ?? "",
    postbackUrl: body.postbackUrl || null,
    reason: null,
    endToEndId: null,
    nextAt: steps === null ? null : now + steps,
    outcome: planned.outcome,
    outcomeReason: null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
}

function byCompany(rows: readonly { companyId: string; amount: number }[]): Map<string, number> {
  return new Map(rows.map(({ companyId, amount }) => [companyId, amount]));
}

/** Takes what was not sent after all from a day's sum; of a day long past there is none any more. */
async function giveBackToDay(tx: Database, companyId: string, day: string, amount: number): Promise<void> {
  await tx
    .updateTable("dailyTotals")
    .set({ amount: sql`amount - ${amount}` })
    .where("companyId", "=", companyId)
    .where("day", "=", day)
    .execute();
}

/** A transfer of a company, or of any where none is given. */
export async function findTransfer(db: Database, id: string, companyId?: string): Promise<TransferRow | undefined> {
  const query = db.selectFrom("transfers").selectAll().where("id", "=", id);
  return (companyId === undefined ? query : query.where("companyId", "=", companyId)).executeTakeFirst();
}

/** @throws {NotFoundError} */
export async function getTransfer(db: Database, id: string): Promise<TransferRow> {
  const transfer = await findTransfer(db, id);
  if (!transfer) throw new NotFoundError(`There is no transfer ${id}.`);
  return transfer;
}

/** Takes a transfer out of the queue. @throws {NotAllowedError} where it is not there */
export async function processTransfer(tx: Database, sandbox: Sandbox, id: string): Promise<TransferRow> {
  const now = sandbox.clock.now();
  return move(tx, sandbox, await getTransfer(tx, id), "processing", now, processingFields(sandbox, now));
}

function processingFields({ settings }: Sandbox, now: number): Partial<TransferRow> {
  const { processing } = settings.current.transferSteps;
  return { endToEndId: makeEndToEndId(now), nextAt: processing === null ? null : now + processing };
}

/**
 * Ends a transfer; one that is still queued is processed first. What does not complete goes back to the balance, and
 * counts no more towards the day's limit.
 *
 * @throws {NotAllowedError} where it has ended already
 */
export async function endTransfer(
  tx: Database,
  sandbox: Sandbox,
  id: string,
  to: Final,
  reason?: string,
): Promise<TransferRow> {
  let transfer = await getTransfer(tx, id);
  if (transfer.status === "queued" && to !== "canceled") transfer = await processTransfer(tx, sandbox, id);
  const now = sandbox.clock.now();
  const completes = to === "completed";
  const moved = await move(tx, sandbox, transfer, to, now, {
    ...(completes ? { completedAt: now } : { reason: reason ?? defaultReasons[to] }),
    nextAt: null,
  });
  const { amount, companyId } = transfer;
  if (completes) {
    await post(tx, completion(transfer), now);
  } else {
    await post(
      tx,
      [
        ["transit", -amount],
        [accountOf(companyId), amount],
      ],
      now,
    );
    await giveBackToDay(tx, companyId, dayOf(transfer.createdAt), amount);
  }
  return moved;
}

const defaultReasons = {
  refused: "Conta do destinatário encerrada",
  canceled: "Cancelada a pedido da empresa",
} as const;

/** Where the money of a transfer goes that completes. */
function completion({ amount, fees }: TransferRow): [Account, number][] {
  return [
    ["transit", -amount],
    ["recipients", amount - fees],
    ["fees", fees],
  ];
}

/**
 * The next step of transfers that move by themselves, all of them together; those that are not due any more, because
 * somebody else was faster, are left alone.
 *
 * @returns how many were moved
 */
export async function stepTransfers(tx: Database, sandbox: Sandbox, ids: readonly string[]): Promise<number> {
  const { clock, storage } = sandbox;
  const now = clock.now();
  const due = tx
    .selectFrom("transfers")
    .selectAll()
    .where(isAmong(storage, "id", ids))
    .where("nextAt", "<=", now)
    .orderBy("id");
  const rows = await lockRows(storage, due).execute();
  if (rows.length === 0) return 0;
  rows.sort((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0));
  const registrations = await findRegistrations(tx, storage, [...new Set(rows.map(({ companyId }) => companyId))]);
  const moved: TransferRow[] = [];
  const ledger: LedgerEntry[] = [];
  const notifications: NotificationRow[] = [];
  for (const row of rows) {
    const isProcessed = row.status === "queued" && row.outcome !== "canceled";
    if (!isProcessed && row.outcome !== "completed") {
      // Money goes back, which is rare.
      await endTransfer(tx, sandbox, row.id, row.outcome as Final, row.outcomeReason ?? undefined);
      continue;
    }
    const next: TransferRow = isProcessed
      ? { ...row, ...processingFields(sandbox, now), status: "processing", updatedAt: now }
      : { ...row, status: "completed", completedAt: now, nextAt: null, updatedAt: now };
    moved.push(next);
    if (!isProcessed) ledger.push(...entriesOf(completion(row), now));
    const change = changeOf(row.status, next);
    if (change) notifications.push(...makeNotifications(sandbox, registrations, change));
  }
  await writeRows(tx, storage, [
    { table: "transfers", rows: moved, key: ["id"] },
    { table: "ledger", rows: ledger },
    { table: "outbox_notifications", rows: notifications },
  ]);
  return rows.length;
}

/** @param now read once for all times of the move: they are the same moment */
async function move(
  tx: Database,
  sandbox: Sandbox,
  transfer: TransferRow,
  to: Status,
  now: number,
  fields: Partial<TransferRow>,
): Promise<TransferRow> {
  if (!transferStatus.canTransition(transfer.status, to)) {
    throw new NotAllowedError(`The transfer ${transfer.id} is ${transfer.status}: it cannot become ${to}.`);
  }
  const changes = { ...fields, status: to, updatedAt: now };
  const { numUpdatedRows } = await tx
    .updateTable("transfers")
    .set(changes)
    .where("id", "=", transfer.id)
    .where("status", "=", transfer.status)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new NotAllowedError(`The transfer ${transfer.id} has just been changed by another call.`);
  }
  const moved = { ...transfer, ...changes };
  await notify(tx, sandbox, transfer.status, moved);
  return moved;
}

async function notify(tx: Database, sandbox: Sandbox, from: Status, transfer: TransferRow): Promise<void> {
  const change = changeOf(from, transfer);
  if (change) await writeNotifications(tx, sandbox, change);
}

/** What is notified of a transfer that has come to its status from another one; undefined for nothing. */
function changeOf(from: Status | null, transfer: TransferRow): NotifiedChange | undefined {
  const event = transferStatus.notificationOf(from, transfer.status);
  if (!event) return undefined;
  const { companyId, id: objectId, postbackUrl } = transfer;
  return { companyId, event, objectId, postbackUrl, makeBody: (envelope) => bodyOf(event, envelope, transfer) };
}

function bodyOf(
  event: NonNullable<ReturnType<typeof transferStatus.notificationOf>>,
  envelope: { id: string; scope: "postback" | "user" },
  row: TransferRow,
): NotificationBodies[typeof event] {
  const { id, amount, fees, pixKey, reason, endToEndId, status } = row;
  const summary = { id, amount, netAmount: amount - fees, fees, pixKey };
  const pix = endToEndId === null ? {} : { pix: { endToEndId, creditorAccount: null } };
  const transfer = { ...summary, status, ...(reason !== null && { reason }), ...pix };
  switch (event) {
    case "transfer_created":
      return notifications.transferCreated({ ...envelope, transfer });
    case "transfer_updated":
      return notifications.transferUpdated({ ...envelope, transfer });
    case "transfer_canceled":
      return notifications.transferCanceled({ ...envelope, transfer: { ...transfer, status: "canceled" } });
    case "transfer_completed":
      if (endToEndId === null) throw new TypeError(`The transfer ${id} is completed without an identifier.`);
      return notifications.transferCompleted({
        ...envelope,
        transfer: { ...summary, status: "completed", pix: { endToEndId, creditorAccount: null } },
      });
  }
}
