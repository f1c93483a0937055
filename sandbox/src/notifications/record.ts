import { sql } from "kysely";
import type { Sandbox } from "../context.ts";
import type { Database, NotificationRow } from "../storage/tables.ts";
import { longestFailure, nextAttempt } from "./schedule.ts";
import type { Attempt } from "./send.ts";

/** What became of a claimed notification: its attempts, or none where it was given back. */
export interface Outcome {
  notification: NotificationRow;
  attempts: Attempt[];
}

/**
 * Writes down what became of notifications: their attempts, whether they are delivered, tried again or given up, and
 * since when registrations fail. All of it in the caller's transaction.
 */
export async function recordOutcomes(tx: Database, sandbox: Sandbox, outcomes: readonly Outcome[]): Promise<void> {
  // Registrations first, in one order for all processes: whoever deletes one changes its notifications afterwards.
  await recordHealth(tx, sandbox, outcomes);
  const rows = await readAgain(tx, sandbox, outcomes);
  // What a reset has deleted meanwhile is not told of.
  const known = outcomes.flatMap(({ notification, attempts }) => {
    const row = rows.get(notification.id);
    return row ? [{ row, attempts, isOurs: row.claimedUntil === notification.claimedUntil }] : [];
  });
  const attempts = known.flatMap(({ row, attempts }) =>
    attempts.map((attempt, index) => ({ ...attempt, notificationId: row.id, number: row.attempts + index + 1 })),
  );
  if (attempts.length > 0) await tx.insertInto("attempts").values(attempts).execute();
  const delivered = known.filter(({ attempts }) => attempts.some(isSuccess));
  await markDelivered(tx, delivered);
  for (const { row, attempts, isOurs } of known) {
    if (attempts.some(isSuccess)) continue;
    if (row.status === "pending" && isOurs) await postpone(tx, sandbox, row, attempts);
    // A claim that ran out, and what was given up meanwhile: somebody else says what becomes of it.
    else await addAttempts(tx, [row.id], attempts.length);
  }
  await sandbox.storage.announce(tx);
}

function isSuccess({ error }: Attempt): boolean {
  return error === null;
}

async function readAgain(
  tx: Database,
  { storage }: Sandbox,
  outcomes: readonly Outcome[],
): Promise<Map<string, NotificationRow>> {
  const ids = outcomes.map(({ notification }) => notification.id);
  const query = tx.selectFrom("notifications").selectAll().where("id", "in", ids).orderBy("id");
  const rows = await (storage.dialect === "postgres" ? query.forUpdate() : query).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

interface Known {
  row: NotificationRow;
  attempts: Attempt[];
}

/** Marks what was delivered, even where it was given up meanwhile: all at once for each number of attempts. */
async function markDelivered(tx: Database, delivered: readonly Known[]): Promise<void> {
  for (const [count, group] of Map.groupBy(delivered, ({ attempts }) => attempts.length)) {
    const times = group.flatMap(({ attempts }) => attempts.map(({ at }) => at));
    await tx
      .updateTable("notifications")
      .set((eb) => ({
        status: "delivered",
        attempts: eb("attempts", "+", count),
        nextAt: null,
        claimedUntil: null,
        deliveredAt: Math.max(...times),
      }))
      .where(
        "id",
        "in",
        group.map(({ row }) => row.id),
      )
      .execute();
  }
}

/** Plans the next attempt of what was not delivered, or gives it up. What was given back is due as it was. */
async function postpone(
  tx: Database,
  { clock }: Sandbox,
  row: NotificationRow,
  attempts: readonly Attempt[],
): Promise<void> {
  const isTried = attempts.length > 0;
  const step = isTried ? row.step + 1 : row.step;
  const nextAt = isTried ? nextAttempt(step, clock.now()) : row.nextAt;
  await tx
    .updateTable("notifications")
    .set({
      attempts: row.attempts + attempts.length,
      step,
      claimedUntil: null,
      ...(nextAt === undefined ? { status: "failed" as const, nextAt: null } : { nextAt }),
    })
    .where("id", "=", row.id)
    .execute();
}

async function addAttempts(tx: Database, ids: string[], count: number): Promise<void> {
  if (count === 0) return;
  await tx
    .updateTable("notifications")
    .set((eb) => ({ attempts: eb("attempts", "+", count) }))
    .where("id", "in", ids)
    .execute();
}

/** Keeps since when each registration fails, and switches off those that have done nothing else for too long. */
async function recordHealth(tx: Database, sandbox: Sandbox, outcomes: readonly Outcome[]): Promise<void> {
  const attempts = outcomes.flatMap(({ notification: { webhookId }, attempts }) =>
    webhookId === null ? [] : attempts.map((attempt) => ({ webhookId, attempt })),
  );
  const byWebhook = Map.groupBy(attempts, ({ webhookId }) => webhookId);
  for (const [webhookId, made] of [...byWebhook].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const inOrder = made.map(({ attempt }) => attempt);
    const lastSuccess = inOrder.findLastIndex(isSuccess);
    const failedAt = inOrder[lastSuccess + 1]?.at ?? null;
    if (lastSuccess >= 0) await forgetFailures(tx, webhookId);
    if (failedAt !== null) await countFailure(tx, sandbox, webhookId, failedAt);
  }
}

async function forgetFailures(tx: Database, webhookId: string): Promise<void> {
  await tx
    .updateTable("webhooks")
    .set({ failingSince: null })
    .where("id", "=", webhookId)
    .where("failingSince", "is not", null)
    .execute();
}

async function countFailure(tx: Database, { clock }: Sandbox, webhookId: string, failedAt: number): Promise<void> {
  await tx
    .updateTable("webhooks")
    .set({ failingSince: failedAt })
    .where("id", "=", webhookId)
    .where("failingSince", "is", null)
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable("webhooks")
    .set({ active: 0 })
    .where("id", "=", webhookId)
    .where("active", "=", 1)
    .where("failingSince", "<=", clock.now() - longestFailure)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await tx
    .updateTable("notifications")
    .set({ status: "failed", nextAt: null, claimedUntil: null })
    .where("webhookId", "=", webhookId)
    .where("status", "=", sql.lit("pending"))
    .execute();
}
