import { type Outbox, query, run } from "./outbox.ts";
import { columns, list, rowsOf, sql } from "./sql.ts";
import { type NotificationRow, notificationColumns } from "./tables.ts";

/** Who a notification goes to, as its body may tell. */
export interface Addressed {
  /** Of the notification; the same on every attempt. */
  id: string;
  /** The registered receiver; null where an operation named the URL. */
  receiverId: string | null;
}

/** A change that is notified. */
export interface NotifiedChange {
  companyId: string;
  event: string;
  /** What the notification is about. */
  objectId: string;
  /** The URL that an operation named; null or empty where it named none. */
  url: string | null;
  makeBody(addressed: Addressed): object;
}

/** An active receiver. */
export interface ActiveReceiver {
  id: string;
  url: string;
  /** The events that it asks for; empty for all. */
  events: readonly string[];
}

/**
 * Makes a notification for each URL that a change is sent to: the one that the operation named, and each active receiver
 * of the company that asks for the event. Neither hides the other.
 *
 * @param receivers of the company
 * @param make `now`: epoch milliseconds; `makeId`: of a notification
 */
export function makeNotifications(
  receivers: readonly ActiveReceiver[],
  { companyId, event, objectId, url, makeBody }: NotifiedChange,
  { now, makeId }: { now: number; makeId(): string },
): NotificationRow[] {
  const wanted = receivers.filter(({ events }) => events.length === 0 || events.includes(event));
  const targets = [
    ...(url ? [{ receiverId: null, url }] : []),
    ...wanted.map((receiver) => ({ receiverId: receiver.id, url: receiver.url })),
  ];
  return targets.map((target) => {
    const id = makeId();
    return {
      ...{ id, companyId, event, objectId, ...target },
      host: new URL(target.url).host,
      body: JSON.stringify(makeBody({ id, receiverId: target.receiverId })),
      status: "pending",
      attempts: 0,
      step: 0,
      nextAt: now,
      claimedUntil: null,
      createdAt: now,
      deliveredAt: null,
    };
  });
}

/** Makes and writes notifications, in the transaction of the change. Returns their ids. */
export async function writeNotifications<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  change: NotifiedChange,
  makeId: () => string,
): Promise<string[]> {
  const receivers = await query<{ id: string; url: string; eventsJson: string }, Transaction>(
    outbox,
    transaction,
    sql`select "id", "url", "eventsJson" from "receivers"
      where "companyId" = ${change.companyId} and "active" = 1 order by "createdAt", "id"`,
  );
  const active = receivers.map(({ id, url, eventsJson }) => ({ id, url, events: JSON.parse(eventsJson) as string[] }));
  const rows = makeNotifications(active, change, { now: outbox.clock.now(), makeId });
  if (rows.length === 0) return [];
  const inserted = rowsOf(rows, notificationColumns);
  await run(outbox, transaction, sql`insert into "notifications" (${columns(notificationColumns)}) values ${inserted}`);
  return rows.map(({ id }) => id);
}

/**
 * Deletes notifications that are delivered or given up, with their attempts.
 *
 * @param before epoch milliseconds: those that were made earlier
 * @returns how many went
 */
export async function purgeNotifications<Transaction>(outbox: Outbox<Transaction>, before: number): Promise<number> {
  return outbox.storage.transaction(async (transaction) => {
    const old = await query<{ id: string }, Transaction>(
      outbox,
      transaction,
      sql`select "id" from "notifications" where "status" <> 'pending' and "createdAt" < ${before} limit 1000`,
    );
    if (old.length === 0) return 0;
    const ids = list(old.map(({ id }) => id));
    await run(outbox, transaction, sql`delete from "notificationAttempts" where "notificationId" in (${ids})`);
    await run(outbox, transaction, sql`delete from "notifications" where "id" in (${ids})`);
    return old.length;
  });
}
