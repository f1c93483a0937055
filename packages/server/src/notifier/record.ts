import { endDeliveries } from "./claim.ts";
import { type DeliveryPolicy, joinFragments, type Statements, sql } from "./outbox.ts";
import type { Attempt, AttemptRow, NotificationRow } from "./tables.ts";

/** The outcome of a claimed notification: its attempts, or none if it was given back. */
export interface DeliveryOutcome {
  notification: NotificationRow;
  attempts: Attempt[];
}

/**
 * Records the outcomes of notifications: their attempts, whether they are delivered, retried or given up, and since when
 * receivers fail.
 */
export async function recordOutcomes(
  tx: Statements,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  // Receivers first, in one order for all processes: a deletion changes its notifications afterwards.
  await recordHealth(tx, outcomes);
  const ids = outcomes.map(({ notification }) => notification.id);
  const found = await tx.query<NotificationRow>`
    select * from outbox_notifications where id in (${joinFragments(ids)}) order by id${tx.forUpdate()}`;
  const rows = new Map(found.map((row) => [row.id, row]));
  // A notification that was deleted meanwhile has no history.
  const known = outcomes.flatMap(({ notification, attempts }) => {
    const row = rows.get(notification.id);
    return row ? [{ row, attempts, isOurs: row.claimedUntil === notification.claimedUntil }] : [];
  });
  const attempts = known.flatMap(({ row, attempts }) =>
    attempts.map((attempt, index): AttemptRow => {
      return { ...attempt, notificationId: row.id, number: row.attempts + index + 1 };
    }),
  );
  if (attempts.length > 0) await tx.insert("outbox_attempts", attempts);
  const delivered = known.filter(({ attempts }) => attempts.some(isDelivered));
  for (const count of new Set(delivered.map(({ attempts }) => attempts.length))) {
    const ids = delivered.flatMap(({ row, attempts }) => (attempts.length === count ? row.id : []));
    await markDelivered(tx, ids, count);
  }
  for (const { row, attempts, isOurs } of known) {
    if (attempts.some(isDelivered)) continue;
    if (isOurs) await postpone(tx, row, attempts.length);
    else if (attempts.length > 0) {
      // The claim expired or the notification was given up meanwhile: another process decides on it.
      await tx.run`update outbox_notifications set attempts = attempts + ${attempts.length} where id = ${row.id}`;
    }
  }
}

function isDelivered({ error }: Attempt): boolean {
  return error === null;
}

/** Marks delivered notifications, each at the time of its attempt, even if it was given up meanwhile. */
async function markDelivered(
  tx: Statements,
  ids: readonly string[],
  attempts: number,
): Promise<void> {
  await tx.run`update outbox_notifications set status = 'delivered', attempts = attempts + ${attempts}, "nextAt" = null,
    "claimedUntil" = null, "deliveredAt" = (
      select max(a.at) from outbox_attempts a where a."notificationId" = outbox_notifications.id and a.error is null
    ) where id in (${joinFragments(ids)})`;
}

/**
 * Plans the next attempt of a notification that was not delivered, or gives it up. A delivery that was given back is due
 * as before.
 */
async function postpone(tx: Statements, row: NotificationRow, attempts: number): Promise<void> {
  const step = attempts > 0 ? row.step + 1 : row.step;
  const nextAt = attempts > 0 ? nextAttempt(tx.delivery, step, tx.now()) : row.nextAt;
  await tx.run`update outbox_notifications set attempts = ${row.attempts + attempts}, step = ${step},
    "claimedUntil" = null, "nextAt" = ${nextAt ?? null}, status = ${nextAt === undefined ? "failed" : "pending"}
    where id = ${row.id}`;
}

/** Records since when each receiver fails, and switches off those that have failed for too long. */
async function recordHealth(tx: Statements, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  const ids = new Set(outcomes.flatMap(({ notification }) => notification.receiverId ?? []));
  const succeeded: string[] = [];
  const failed: [id: string, at: number][] = [];
  for (const id of [...ids].sort()) {
    const inOrder = outcomes.flatMap(({ notification, attempts }) =>
      notification.receiverId === id ? attempts : [],
    );
    const lastSuccess = inOrder.findLastIndex(isDelivered);
    const failedAt = inOrder[lastSuccess + 1]?.at;
    if (lastSuccess >= 0) succeeded.push(id);
    if (failedAt !== undefined) failed.push([id, failedAt]);
  }
  if (succeeded.length > 0) {
    await tx.run`update outbox_receivers set "failingSince" = null
      where id in (${joinFragments(succeeded)}) and "failingSince" is not null`;
  }
  for (const [id, failedAt] of failed) await countFailure(tx, id, failedAt);
}

async function countFailure(tx: Statements, id: string, failedAt: number): Promise<void> {
  // A later time was written by a clock that was ahead.
  await tx.run`update outbox_receivers set "failingSince" = ${failedAt}
    where id = ${id} and ("failingSince" is null or "failingSince" > ${failedAt})`;
  const latest = tx.now() - tx.delivery.disabledAfter * 1000;
  const count = await tx.run`
    update outbox_receivers set active = 0 where id = ${id} and active = 1 and "failingSince" <= ${latest}`;
  if (count > 0) await endDeliveries(tx, sql`"receiverId" = ${id} and status = 'pending'`);
}

/**
 * When a notification is to be tried again.
 *
 * @param failures attempts of the schedule that have failed
 * @param now epoch milliseconds
 * @returns epoch milliseconds, or undefined at the end of the schedule
 */
export function nextAttempt(
  { schedule, jitter }: Pick<DeliveryPolicy, "schedule" | "jitter">,
  failures: number,
  now: number,
): number | undefined {
  const seconds = schedule[failures];
  if (seconds === undefined) return undefined;
  return Math.round(now + seconds * 1000 * (1 + jitter * (2 * Math.random() - 1)));
}
