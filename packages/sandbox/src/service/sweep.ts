import { type RawBuilder, sql } from "kysely";
import { dayOf } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { lowestIdAt } from "../identifiers.ts";
import { isAmong } from "../storage/statements.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database } from "../storage/tables.ts";

/** Milliseconds of a day. */
const day = 24 * 60 * 60 * 1000;

/** Rows that one transaction deletes: calls that wait meanwhile do not notice. */
const portion = 500;

/**
 * Deletes rows that have run out, so that a sandbox that runs for months does not grow by it: answers of idempotency keys,
 * windows of rate limits, sums of days before yesterday, and rows that the setting `retention` does not keep: notifications,
 * with their attempts, and requests.
 *
 * @param isStopped called before each portion
 */
export async function sweep(
  sandbox: Sandbox,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { storage, clock } = sandbox;
  const now = clock.now();
  const remove = (table: string, column: string, end: number | string) => (tx: Database) =>
    removeUntil(tx, storage, table, sql`${sql.ref(column)} <= ${end}`, column);
  const removals = [
    remove("idempotency", "expiresAt", now),
    remove("rateLimits", "resetsAt", now),
    remove("dailyTotals", "day", dayOf(now - 2 * day)),
    (tx: Database) => removeNotifications(tx, sandbox),
    (tx: Database) => removeRequests(tx, sandbox),
    (tx: Database) => removeOldest(tx, storage, "clockMoves", keptClockMoves),
  ];
  for (const removePortion of removals) {
    while (!isStopped() && (await storage.transaction(removePortion)) > 0);
  }
}

/** Deletes a portion of rows, none that has changed since it was found: a key may be used again, a window begin again. */
async function removeUntil(
  tx: Database,
  { dialect }: Storage,
  table: string,
  isOver: RawBuilder<unknown>,
  order: string,
): Promise<number> {
  const row = sql.raw(dialect === "postgres" ? "ctid" : "rowid");
  const rows = sql`select ${row} from ${sql.table(table)} where ${isOver} order by ${sql.ref(order)} limit ${sql.lit(portion)}`;
  const isFound =
    dialect === "postgres" ? sql`ctid = any(array(${rows}))` : sql`rowid in (${rows})`;
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where ${isFound} and ${isOver}`.execute(tx);
  return Number(numAffectedRows);
}

/** Notifications that are not to be tried again, with their attempts; by the real time, as their identifiers are. */
async function removeNotifications(tx: Database, { storage, settings }: Sandbox): Promise<number> {
  const { notifications } = settings.current.retention;
  if (notifications === null) return 0;
  const until = storage.now() - notifications;
  const { rows } = await sql<{ id: string }>`select id from outbox_notifications
    where id < ${lowestIdAt("wh", until)} and status <> 'pending' order by id limit ${sql.lit(portion)}`.execute(
    tx,
  );
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

/** A portion of the requests that are not among the last ones that are kept. */
export async function removeRequests(
  tx: Database,
  { storage, settings }: Sandbox,
  kept = settings.current.retention.requests,
): Promise<number> {
  return removeOldest(tx, storage, "requests", kept);
}

/** Moves of the clock that are kept for timelines. */
const keptClockMoves = 1_000;

/** Removes a portion of the rows that are not among the newest. */
async function removeOldest(
  tx: Database,
  storage: Storage,
  table: "requests" | "clockMoves",
  kept: number,
): Promise<number> {
  const newest = sql`select id from ${sql.table(table)} order by id desc limit 1 offset ${kept}`;
  return removeUntil(tx, storage, table, sql`id <= (${newest})`, "id");
}
