import { type NotificationBodies, notifications, type TransferRequest, transferStatus } from "@pix-contract/server";
import { sql } from "kysely";
import { dayOf } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import { writeNotifications } from "../notifications/write-notifications.ts";
import { makeEndToEndId } from "../pix/end-to-end-id.ts";
import type { Company, Database, TransferRow } from "../storage/tables.ts";
import { NotAllowedError, NotFoundError } from "./errors.ts";
import { feeFor } from "./fees.ts";
import { accountOf, post } from "./ledger.ts";

type Status = TransferRow["status"];
type Final = "completed" | "refused" | "canceled";

/** How a transfer is to end by itself. */
export interface PlannedOutcome {
  outcome: Final;
  /** Why, where it does not complete. */
  reason?: string;
  /** Whether it stays in the queue until it is moved by hand. */
  held?: boolean;
}

/** Takes the amount from the balance and puts the transfer in the queue; or says why not. */
export async function createTransfer(
  tx: Database,
  sandbox: Sandbox,
  company: Company,
  body: TransferRequest,
  planned: PlannedOutcome = { outcome: "completed" },
): Promise<TransferRow | "INSUFFICIENT_BALANCE" | "DAILY_LIMIT_EXCEEDED"> {
  const now = sandbox.clock.now();
  const { transferFee, transferSteps, dailyLimit } = sandbox.settings.current;
  const { amount, pixKey } = body;
  const taken = await post(
    tx,
    [
      [accountOf(company.id), -amount],
      ["transit", amount],
    ],
    now,
  );
  if (!taken) return "INSUFFICIENT_BALANCE";
  if (!(await countTowardsDay(tx, company.id, dayOf(now), amount, dailyLimit))) return "DAILY_LIMIT_EXCEEDED";
  const steps = planned.held ? null : transferSteps.queued;
  const transfer: TransferRow = {
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
    outcomeReason: planned.reason ?? null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
  await tx.insertInto("transfers").values(transfer).execute();
  await tell(tx, sandbox, null, transfer);
  return transfer;
}

/** Adds to what a company has sent on a day; false where that is more than it may. */
async function countTowardsDay(
  tx: Database,
  companyId: string,
  day: string,
  amount: number,
  limit: number,
): Promise<boolean> {
  const { amount: sum } = await tx
    .insertInto("dailyTotals")
    .values({ companyId, day, amount })
    .onConflict((conflict) =>
      conflict.columns(["companyId", "day"]).doUpdateSet({ amount: sql`"dailyTotals".amount + ${amount}` }),
    )
    .returning("amount")
    .executeTakeFirstOrThrow();
  return sum <= limit;
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
  const { processing } = sandbox.settings.current.transferSteps;
  return move(tx, sandbox, await getTransfer(tx, id), "processing", {
    endToEndId: makeEndToEndId(now),
    nextAt: processing === null ? null : now + processing,
  });
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
  const moved = await move(tx, sandbox, transfer, to, {
    ...(completes ? { completedAt: now } : { reason: reason ?? defaultReasons[to] }),
    nextAt: null,
  });
  const { amount, fees, companyId } = transfer;
  if (completes) {
    await post(
      tx,
      [
        ["transit", -amount],
        ["recipients", amount - fees],
        ["fees", fees],
      ],
      now,
    );
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

/** The next step of a transfer that moves by itself. */
export async function stepTransfer(tx: Database, sandbox: Sandbox, transfer: TransferRow): Promise<TransferRow> {
  if (transfer.status === "queued" && transfer.outcome !== "canceled") return processTransfer(tx, sandbox, transfer.id);
  return endTransfer(tx, sandbox, transfer.id, transfer.outcome as Final, transfer.outcomeReason ?? undefined);
}

async function move(
  tx: Database,
  sandbox: Sandbox,
  transfer: TransferRow,
  to: Status,
  fields: Partial<TransferRow>,
): Promise<TransferRow> {
  if (!transferStatus.canTransition(transfer.status, to)) {
    throw new NotAllowedError(`The transfer ${transfer.id} is ${transfer.status}: it cannot become ${to}.`);
  }
  const changes = { ...fields, status: to, updatedAt: sandbox.clock.now() };
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
  await tell(tx, sandbox, transfer.status, moved);
  return moved;
}

async function tell(tx: Database, sandbox: Sandbox, from: Status | null, transfer: TransferRow): Promise<void> {
  const event = transferStatus.notificationOf(from, transfer.status);
  await sandbox.storage.announce(tx);
  if (!event) return;
  const { companyId, id: objectId, postbackUrl } = transfer;
  const makeBody = (envelope: { id: string; scope: "postback" | "user" }) => bodyOf(event, envelope, transfer);
  await writeNotifications(tx, sandbox, { companyId, event, objectId, postbackUrl, makeBody });
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
      return notifications.transferCanceled({ ...envelope, transfer });
    case "transfer_completed":
      if (endToEndId === null) throw new TypeError(`The transfer ${id} is completed without an identifier.`);
      return notifications.transferCompleted({
        ...envelope,
        transfer: { ...summary, status: "completed", pix: { endToEndId, creditorAccount: null } },
      });
  }
}
