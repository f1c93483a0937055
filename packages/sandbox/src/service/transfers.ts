import { sql } from "kysely";
import { dayOf } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { makeEndToEndId } from "../identifiers.ts";
import type { Database, TransferRow } from "../storage/tables.ts";
import { type Step, updateStatus } from "./rows.ts";

/** How a transfer may end. */
export type FinalStatus = "completed" | "refused" | "canceled";

/** Takes a transfer out of the queue. @throws {NotAllowedError} if it is not there */
export function processTransfer(tx: Database, sandbox: Sandbox, id: string): Promise<TransferRow> {
  return updateStatus(tx, sandbox, "transfers", id, (_, now) => [processing(sandbox, now)]);
}

/**
 * Ends a transfer; one that is still queued is processed first. If it does not complete, its amount goes back to the
 * balance and counts no more towards the day's limit.
 *
 * @throws {NotAllowedError} if it has ended already
 */
export async function endTransfer(
  tx: Database,
  sandbox: Sandbox,
  id: string,
  to: FinalStatus,
  reason?: string,
): Promise<TransferRow> {
  const ended = await updateStatus(tx, sandbox, "transfers", id, (transfer, now) => {
    const isProcessed = transfer.status !== "queued" || to === "canceled";
    const end = ending(transfer, to, now, reason);
    return isProcessed ? [end] : [processing(sandbox, now), end];
  });
  await giveBack(tx, [ended]);
  return ended;
}

/** A transfer leaves the queue at a moment. */
export function processing({ settings }: Sandbox, moment: number): Step<TransferRow> {
  const { processing: duration } = settings.current.transferSteps;
  const nextAt = duration === null ? null : moment + duration;
  const endToEndId = makeEndToEndId(moment);
  return { changes: { status: "processing", processedAt: moment, endToEndId, nextAt } };
}

/** A transfer ends at a moment. */
export function ending(
  { amount, fees }: TransferRow,
  to: FinalStatus,
  moment: number,
  reason?: string,
): Step<TransferRow> {
  if (to === "completed") {
    return {
      changes: { status: to, nextAt: null, completedAt: moment },
      entries: { transit: -amount, recipients: amount - fees, fees },
    };
  }
  return {
    changes: { status: to, nextAt: null, reason: reason ?? defaultReasons[to] },
    entries: { transit: -amount, company: amount },
  };
}

const defaultReasons = {
  refused: "Conta do destinatário encerrada",
  canceled: "Cancelada a pedido da empresa",
} as const;

/** Takes an amount that was not sent out of the sums of the days; that of a day long past may have been deleted. */
export async function giveBack(tx: Database, transfers: readonly TransferRow[]): Promise<void> {
  for (const { companyId, amount, createdAt, status } of transfers) {
    if (status !== "refused" && status !== "canceled") continue;
    await tx
      .updateTable("dailyTotals")
      .set({ amount: sql`amount - ${amount}` })
      .where("companyId", "=", companyId)
      .where("day", "=", dayOf(createdAt))
      .execute();
  }
}
