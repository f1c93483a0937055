import { type TransferRequest, transferStatus } from "@pix-contract/server";
import { sql } from "kysely";
import { dayOf } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { Orders } from "../http/idempotency-store.ts";
import { makeId } from "../identifiers.ts";
import {
  groupRegistrations,
  makeNotifications,
  selectRegistrations,
} from "../notifications/write-notifications.ts";
import { type RowsToWrite, writeRows } from "../storage/statements.ts";
import type { Company, Database, TransferRow } from "../storage/tables.ts";
import { changeOfTransfer } from "./changes.ts";
import { feeFor, lockBalances, Postings } from "./ledger.ts";
import type { FinalStatus } from "./transfers.ts";

/** How a transfer is to end by itself. */
export interface PlannedOutcome {
  outcome: FinalStatus;
  /** Whether it stays in the queue until it is moved. */
  held?: boolean;
}

/** A transfer to create. */
export interface TransferOrder {
  company: Company;
  body: TransferRequest;
  planned?: PlannedOutcome | undefined;
}

/** Why a transfer is refused. */
export type TransferRefusal = "INSUFFICIENT_BALANCE" | "DAILY_LIMIT_EXCEEDED" | "COMPANY_REMOVED";

/**
 * Reads the rows that decide on orders of some companies, and locks their balances against other processes until the transaction
 * ends. Each order then takes its amount from the balance and queues the transfer, or is refused, which does not affect
 * the others.
 */
export async function prepareTransfers(
  tx: Database,
  sandbox: Sandbox,
  companyIds: readonly string[],
): Promise<Orders<TransferOrder, TransferRow | TransferRefusal>> {
  const { clock, storage, settings } = sandbox;
  const now = clock.now();
  const day = dayOf(now);
  // Sent together, and executed in this order: totals are read once the balances are locked.
  const [balances, read] = await Promise.all([
    lockBalances(tx, storage, companyIds),
    selectRegistrations(tx, storage, companyIds)
      .leftJoin("dailyTotals", (join) =>
        join.onRef("dailyTotals.companyId", "=", "companies.id").on("dailyTotals.day", "=", day),
      )
      .select((eb) => eb.fn.coalesce("dailyTotals.amount", sql<number>`0`).as("amount"))
      .execute(),
  ]);
  const registrations = groupRegistrations(read);
  const totals = new Map(read.map(({ companyId, amount }) => [companyId, amount]));
  const postings = new Postings();
  const transfers: TransferRow[] = [];
  const create = (order: TransferOrder): TransferRow | TransferRefusal => {
    const { company, body } = order;
    const balance = balances.get(company.id);
    const total = (totals.get(company.id) ?? 0) + body.amount;
    if (balance === undefined || !registrations.has(company.id)) return "COMPANY_REMOVED";
    if (balance + postings.addedTo(company.id) < body.amount) return "INSUFFICIENT_BALANCE";
    if (total > settings.current.dailyLimit) return "DAILY_LIMIT_EXCEEDED";
    totals.set(company.id, total);
    postings.add(company.id, { company: -body.amount, transit: body.amount }, now);
    const transfer = makeTransfer(sandbox, order, now);
    transfers.push(transfer);
    return transfer;
  };
  const writes = (): RowsToWrite[] => {
    const touched = new Set(transfers.map(({ companyId }) => companyId));
    const sent = [...totals].filter(([companyId]) => touched.has(companyId));
    const notified = transfers.flatMap((row) =>
      makeNotifications(registrations, changeOfTransfer(null, row), now),
    );
    return [
      ...postings.writes(),
      {
        table: "dailyTotals",
        rows: sent.map(([companyId, amount]) => ({ companyId, day, amount })),
        key: ["companyId", "day"],
      },
      { table: "transfers", rows: transfers },
      { table: "outbox_notifications", rows: notified },
    ];
  };
  return { create, writes };
}

/** Creates one transfer by itself. */
export async function createTransfer(
  tx: Database,
  sandbox: Sandbox,
  company: Company,
  body: TransferRequest,
  planned?: PlannedOutcome,
): Promise<TransferRow | TransferRefusal> {
  const orders = await prepareTransfers(tx, sandbox, [company.id]);
  const result = orders.create({ company, body, planned });
  await writeRows(tx, sandbox.storage, orders.writes());
  return result;
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
    pixKey: normalizeKey(pixKey),
    description: body.description ?? "",
    postbackUrl: body.postbackUrl || null,
    reason: null,
    endToEndId: null,
    nextAt: steps === null ? null : now + steps,
    outcome: planned.outcome,
    outcomeReason: null,
    createdAt: now,
    updatedAt: now,
    processedAt: null,
    completedAt: null,
  };
}

/** A PIX key as it is kept and shown: an e-mail address or a random key in lower case, which the scheme reads as equal. */
function normalizeKey(pixKey: string): string {
  return /@|^[\da-f]{8}-/i.test(pixKey) ? pixKey.toLowerCase() : pixKey;
}
