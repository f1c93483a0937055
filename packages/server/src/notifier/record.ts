import { forUpdate, giveUp } from "./claim.ts";
import { groupBy } from "./group-by.ts";
import { type Outbox, query, run } from "./outbox.ts";
import { nextAttempt } from "./schedule.ts";
import { columns, list, rowsOf, sql } from "./sql.ts";
import { type Attempt, type AttemptRow, attemptColumns, type NotificationRow, notificationColumns } from "./tables.ts";

/** What became of a claimed notification: its attempts, or none where it was given back. */
export interface Outcome {
  notification: NotificationRow;
  attempts: Attempt[];
}

interface Known {
  row: NotificationRow;
  attempts: Attempt[];
}

/**
 * Writes down what became of notifications: their attempts, whether they are delivered, tried again or given up, and
 * since when receivers fail. All of it in the caller's transaction.
 */
export async function recordOutcomes<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  outcomes: readonly Outcome[],
): Promise<void> {
  // Receivers first, in one order for all processes: whoever deletes one changes its notifications afterwards.
  await recordHealth(transaction, outbox, outcomes);
  const rows = await readAgain(transaction, outbox, outcomes);
  // What was deleted meanwhile has no history.
  const known = outcomes.flatMap(({ notification, attempts }) => {
    const row = rows.get(notification.id);
    return row ? [{ row, attempts, isOurs: row.claimedUntil === notification.claimedUntil }] : [];
  });
  const attempts = known.flatMap(({ row, attempts }) =>
    attempts.map((attempt, index): AttemptRow => {
      return { ...attempt, notificationId: row.id, number: row.attempts + index + 1 };
    }),
  );
  if (attempts.length > 0) {
    const inserted = rowsOf(attempts, attemptColumns);
    await run(
      outbox,
      transaction,
      sql`insert into "notificationAttempts" (${columns(attemptColumns)}) values ${inserted}`,
    );
  }
  const delivered = known.filter(({ attempts }) => attempts.some(isSuccess));
  await markDelivered(transaction, outbox, delivered);
  for (const { row, attempts, isOurs } of known) {
    if (attempts.some(isSuccess)) continue;
    if (row.status === "pending" && isOurs) await postpone(transaction, outbox, row, attempts);
    // A claim that ran out, and what was given up meanwhile: somebody else says what becomes of it.
    else await addAttempts(transaction, outbox, row.id, attempts.length);
  }
  await outbox.onChange?.(transaction);
}

function isSuccess({ error }: Attempt): boolean {
  return error === null;
}

async function readAgain<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  outcomes: readonly Outcome[],
): Promise<Map<string, NotificationRow>> {
  const ids = outcomes.map(({ notification }) => notification.id);
  const rows = await query<NotificationRow, Transaction>(
    outbox,
    transaction,
    sql`select ${columns(notificationColumns)} from "notifications" where "id" in (${list(ids)})
      order by "id"${forUpdate(outbox)}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Marks what was delivered, even where it was given up meanwhile: all at once for each number of attempts, and each at
 * the time of its own attempt, which is written before.
 */
async function markDelivered<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  delivered: readonly Known[],
): Promise<void> {
  for (const [count, group] of groupBy(delivered, ({ attempts }) => attempts.length)) {
    const ids = group.map(({ row }) => row.id);
    await run(
      outbox,
      transaction,
      sql`update "notifications" set "status" = 'delivered', "attempts" = "attempts" + ${count}, "nextAt" = null,
        "claimedUntil" = null, "deliveredAt" = (
          select max(a."at") from "notificationAttempts" a
          where a."notificationId" = "notifications"."id" and a."error" is null
        ) where "id" in (${list(ids)})`,
    );
  }
}

/** Plans the next attempt of what was not delivered, or gives it up. What was given back is due as it was. */
async function postpone<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  row: NotificationRow,
  attempts: readonly Attempt[],
): Promise<void> {
  const isTried = attempts.length > 0;
  const step = isTried ? row.step + 1 : row.step;
  const nextAt = isTried ? nextAttempt(outbox.delivery, step, outbox.clock.now()) : row.nextAt;
  await run(
    outbox,
    transaction,
    sql`update "notifications" set "attempts" = ${row.attempts + attempts.length}, "step" = ${step},
      "claimedUntil" = null, "nextAt" = ${nextAt ?? null}, "status" = ${nextAt === undefined ? "failed" : "pending"}
      where "id" = ${row.id}`,
  );
}

async function addAttempts<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  id: string,
  count: number,
): Promise<void> {
  if (count === 0) return;
  await run(outbox, transaction, sql`update "notifications" set "attempts" = "attempts" + ${count} where "id" = ${id}`);
}

/** Keeps since when each receiver fails, and switches off those that have done nothing else for too long. */
async function recordHealth<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  outcomes: readonly Outcome[],
): Promise<void> {
  const attempts = outcomes.flatMap(({ notification: { receiverId }, attempts }) =>
    receiverId === null ? [] : attempts.map((attempt) => ({ receiverId, attempt })),
  );
  const byReceiver = groupBy(attempts, ({ receiverId }) => receiverId);
  for (const receiverId of [...byReceiver.keys()].sort()) {
    const inOrder = (byReceiver.get(receiverId) ?? []).map(({ attempt }) => attempt);
    const lastSuccess = inOrder.findLastIndex(isSuccess);
    const failedAt = inOrder[lastSuccess + 1]?.at ?? null;
    if (lastSuccess >= 0) await forgetFailures(transaction, outbox, receiverId);
    if (failedAt !== null) await countFailure(transaction, outbox, receiverId, failedAt);
  }
}

async function forgetFailures<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  id: string,
): Promise<void> {
  await run(
    outbox,
    transaction,
    sql`update "receivers" set "failingSince" = null where "id" = ${id} and "failingSince" is not null`,
  );
}

async function countFailure<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  id: string,
  failedAt: number,
): Promise<void> {
  await run(
    outbox,
    transaction,
    sql`update "receivers" set "failingSince" = ${failedAt} where "id" = ${id} and "failingSince" is null`,
  );
  const longest = outbox.clock.now() - outbox.delivery.disabledAfter * 1000;
  const { count } = await run(
    outbox,
    transaction,
    sql`update "receivers" set "active" = 0 where "id" = ${id} and "active" = 1 and "failingSince" <= ${longest}`,
  );
  if (count > 0) await giveUp(transaction, outbox, sql`"receiverId" = ${id} and "status" = 'pending'`);
}
