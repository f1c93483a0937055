import { sql } from "kysely";
import { dayOf } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { makeEndToEndId } from "../identifiers.ts";
import type { Database, TransferRow } from "../storage/tables.ts";
import { accountOf, type Entries, entriesOf, post } from "./ledger.ts";
import { lockRow, lockRows, moveRow, moveRows } from "./rows.ts";

/** How a transfer may end. */
export type FinalStatus = "completed" | "refused" | "canceled";

/** Takes a transfer out of the queue. @throws {NotAllowedError} where it is not there */
export async function processTransfer(
  tx: Database,
  sandbox: Sandbox,
  id: string,
): Promise<TransferRow> {
  const now = sandbox.clock.now();
  const changes = {
    ...processingFields(sandbox, now),
    status: "processing",
    updatedAt: now,
  } as const;
  return moveRow(tx, sandbox, "transfers", await lockRow(tx, sandbox, "transfers", id), changes);
}

function processingFields({ settings }: Sandbox, now: number): Partial<TransferRow> {
  const { processing } = settings.current.transferSteps;
  const nextAt = processing === null ? null : now + processing;
  return { endToEndId: makeEndToEndId(now), processedAt: now, nextAt };
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
  to: FinalStatus,
  reason?: string,
): Promise<TransferRow> {
  let transfer = await lockRow(tx, sandbox, "transfers", id);
  if (transfer.status === "queued" && to !== "canceled")
    transfer = await processTransfer(tx, sandbox, id);
  const now = sandbox.clock.now();
  const completes = to === "completed";
  const moved = await moveRow(tx, sandbox, "transfers", transfer, {
    ...(completes ? { completedAt: now } : { reason: reason ?? defaultReasons[to] }),
    status: to,
    updatedAt: now,
    nextAt: null,
  });
  const { amount, companyId } = transfer;
  if (completes) {
    await post(tx, completion(transfer), now);
  } else {
    await post(tx, { transit: -amount, [accountOf(companyId)]: amount }, now);
    // The sum of a day long past may have been deleted.
    await tx
      .updateTable("dailyTotals")
      .set({ amount: sql`amount - ${amount}` })
      .where("companyId", "=", companyId)
      .where("day", "=", dayOf(transfer.createdAt))
      .execute();
  }
  return moved;
}

const defaultReasons = {
  refused: "Conta do destinatário encerrada",
  canceled: "Cancelada a pedido da empresa",
} as const;

/** Where the money of a transfer goes that completes. */
function completion({ amount, fees }: TransferRow): Entries {
  return { transit: -amount, recipients: amount - fees, fees };
}

/**
 * The next step of transfers that move by themselves, all of them together; those that are no longer due, because
 * somebody else was faster, are left alone.
 *
 * @returns how many were moved
 */
export async function stepTransfers(
  tx: Database,
  sandbox: Sandbox,
  ids: readonly string[],
): Promise<number> {
  const now = sandbox.clock.now();
  const rows = (await lockRows(tx, sandbox, "transfers", ids))
    .filter(({ nextAt }) => nextAt !== null && nextAt <= now)
    .sort((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0));
  const isProcessed = ({ status, outcome }: TransferRow): boolean =>
    status === "queued" && outcome !== "canceled";
  const fails = (row: TransferRow): boolean => !isProcessed(row) && row.outcome !== "completed";
  // Money goes back, which is rare.
  for (const { id, outcome, outcomeReason } of rows.filter(fails)) {
    await endTransfer(tx, sandbox, id, outcome as FinalStatus, outcomeReason ?? undefined);
  }
  const others = rows.filter((row) => !fails(row));
  await moveRows(tx, sandbox, "transfers", others, (row) =>
    isProcessed(row)
      ? { row: { ...row, ...processingFields(sandbox, now), status: "processing", updatedAt: now } }
      : {
          row: { ...row, status: "completed", completedAt: now, nextAt: null, updatedAt: now },
          entries: entriesOf(completion(row), now),
        },
  );
  return rows.length;
}
