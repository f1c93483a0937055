import { sql } from "kysely";
import { dayOf } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { firstIdAt } from "../identifiers.ts";
import { isAmong } from "../storage/statements.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database } from "../storage/tables.ts";

/** Milliseconds of a day. */
const day = 24 * 60 * 60 * 1000;

/** Rows that one transaction deletes: calls that wait meanwhile do not notice. */
const portion = 1_000;

/**
 * Deletes what has run out, so that a sandbox that runs for months does not grow by it: answers of idempotency keys,
 * windows of rate limits, sums of days before yesterday, and notifications that are older than the setting `retention`
 * says, with their attempts.
 *
 * @param isStopped asked before each portion
 */
export async function sweep(sandbox: Sandbox, isStopped: () => boolean = () => false): Promise<void> {
  const { storage, clock } = sandbox;
  const now = clock.now();
  const removals = [
    (tx: Database) => removeUntil(tx, storage, "idempotency", ["id", "expiresAt"], now),
    (tx: Database) => removeUntil(tx, storage, "rateLimits", ["key", "resetsAt"], now),
    (tx: Database) => removeUntil(tx, storage, "dailyTotals", ["day", "day"], dayOf(now - 2 * day)),
    (tx: Database) => removeNotifications(tx, sandbox),
  ];
  for (const remove of removals) {
    // Fewer than a portion were the last ones.
    while (!isStopped() && (await storage.transaction(remove)) === portion);
  }
}

async function removeUntil(
  tx: Database,
  storage: Storage,
  table: "idempotency" | "rateLimits" | "dailyTotals",
  [key, end]: readonly [string, string],
  until: number | string,
): Promise<number> {
  const { rows } = await sql<{ key: string }>`select ${sql.ref(key)} as key from ${sql.table(table)}
    where ${sql.ref(end)} <= ${until} order by ${sql.ref(end)} limit ${sql.lit(portion)}`.execute(tx);
  const keys = rows.map((row) => row.key);
  if (keys.length > 0) await sql`delete from ${sql.table(table)} where ${isAmong(storage, key, keys)}`.execute(tx);
  return keys.length;
}

/** Notifications that are not to be tried again, with their attempts; by the real time, as their identifiers are. */
async function removeNotifications(tx: Database, { storage, settings }: Sandbox): Promise<number> {
  const { notifications } = settings.current.retention;
  if (notifications === null) return 0;
  const until = storage.now() - notifications;
  const { rows } = await sql<{ id: string }>`select id from outbox_notifications
    where id < ${firstIdAt("wh", until)} and status <> 'pending' order by id limit ${sql.lit(portion)}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx
    .deleteFrom("outbox_attempts")
    .where(isAmong(storage, "notificationId", ids))
    .execute();
  await tx
    .deleteFrom("outbox_notifications")
    .where(isAmong(storage, "id", ids))
    .execute();
  return ids.length;
}
