import type { NotificationWriter } from "../request/check-body.ts";
import { joinFragments, type Statements } from "./outbox.ts";
import type { NotificationRow } from "./tables.ts";

/** The receiver of a notification, for its body. */
export interface Addressed {
  /** Identifier of the notification; the same on every attempt. */
  id: string;
  /** The registered receiver; null if an operation named the URL. */
  receiverId: string | null;
}

/** A change that receivers are notified of. */
export interface EventOccurrence<Event extends string = string, Body = object> {
  /** The caller whose receivers are notified: `callerId` as the authenticator gives it. */
  callerId: string;
  event: Event;
  /** The subject of the notification. */
  objectId: string;
  /** The URL that the operation named; none if absent or empty. */
  url?: string | null | undefined;
  /** Makes the body for one receiver. */
  body: (addressed: Addressed) => Body;
}

/** An active receiver. */
export interface ActiveReceiver {
  id: string;
  url: string;
  /** The events that it subscribes to; empty for all. */
  events: readonly string[];
}

/**
 * Makes a notification for each URL that a change is sent to: the one that the operation named, and each active receiver
 * of the caller that subscribes to the event.
 *
 * @param receivers of the caller
 * @param make `now`: epoch milliseconds; `makeId`: of a notification; `write`: checks a body
 * @throws {InvalidNotificationError} if a body breaks the contract
 */
export function buildNotificationRows(
  receivers: readonly ActiveReceiver[],
  { callerId, event, objectId, url, body }: EventOccurrence,
  { now, makeId, write }: { now: number; makeId(): string; write: NotificationWriter },
): NotificationRow[] {
  const wanted = receivers.filter(({ events }) => events.length === 0 || events.includes(event));
  const targets = [
    ...(url ? [{ receiverId: null, url }] : []),
    ...wanted.map((receiver) => ({ receiverId: receiver.id, url: receiver.url })),
  ];
  return targets.map((target) => {
    const id = makeId();
    return {
      id,
      callerId,
      event,
      objectId,
      ...target,
      lane: target.receiverId ?? new URL(target.url).host,
      body: write(event, body({ id, receiverId: target.receiverId })),
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
export async function writeNotifications(
  tx: Statements,
  change: EventOccurrence,
  makeId: () => string,
  write: NotificationWriter,
): Promise<string[]> {
  const receivers = await tx.query<{ id: string; url: string; eventsJson: string }>`
    select id, url, "eventsJson" from outbox_receivers
    where "callerId" = ${change.callerId} and active = 1 order by "createdAt", id`;
  const active = receivers.map(({ id, url, eventsJson }) => ({
    id,
    url,
    events: JSON.parse(eventsJson) as string[],
  }));
  const rows = buildNotificationRows(active, change, { now: tx.now(), makeId, write });
  if (rows.length > 0) await tx.insert("outbox_notifications", rows);
  return rows.map(({ id }) => id);
}

/**
 * Deletes notifications that are delivered or given up, with their attempts.
 *
 * @param before epoch milliseconds: those that were made earlier
 * @returns how many were deleted
 */
export async function purgeNotifications(tx: Statements, before: number): Promise<number> {
  const old = await tx.query<{ id: string }>`
    select id from outbox_notifications where status <> 'pending' and "createdAt" < ${before} limit 1000`;
  if (old.length === 0) return 0;
  const ids = joinFragments(old.map(({ id }) => id));
  await tx.run`delete from outbox_attempts where "notificationId" in (${ids})`;
  await tx.run`delete from outbox_notifications where id in (${ids})`;
  return old.length;
}

/** The result of a call to send a notification again. */
export type Resent = "resent" | "not-found" | "receiver-inactive" | "receiver-deleted";

/**
 * Makes a notification due now, delivered before or not: the same id and body, further attempts, the schedule from its
 * start. An attempt that is under way counts as the first.
 */
export async function resendNotification(tx: Statements, id: string): Promise<Resent> {
  const [row] = await tx.query<{ receiverId: string | null; active: number | null }>`
    select n."receiverId", r.active from outbox_notifications n
    left join outbox_receivers r on r.id = n."receiverId" where n.id = ${id}`;
  if (!row) return "not-found";
  if (row.receiverId !== null && row.active !== 1)
    return row.active === null ? "receiver-deleted" : "receiver-inactive";
  await tx.run`update outbox_notifications set status = 'pending', step = 0, "nextAt" = ${tx.now()}, "deliveredAt" = null
    where id = ${id}`;
  return "resent";
}
