import { type Fragment, joinFragments, type Statements, sql } from "./outbox.ts";
import type { Attempt, NotificationRow } from "./tables.ts";

/** A fault that replaces the plain delivery of a notification. */
export interface DeliveryOverride {
  /** Milliseconds by which the delivery may take longer, less than an hour. */
  delay: number;
  /** Makes its attempts. @param send makes one; returns undefined if it was given up */
  deliver(send: () => Promise<Attempt | undefined>, signal: AbortSignal): Promise<Attempt[]>;
}

/** Replaces deliveries, for servers that are used in tests. */
export interface DeliveryInterceptor<Transaction> {
  /** Called for each notification in the transaction that claims it, until it returns undefined. */
  plan(
    transaction: Transaction,
    notification: NotificationRow,
  ): Promise<DeliveryOverride | undefined>;
  /** Called after each delivery. */
  delivered?(): void;
  /** Sends notifications to a URL of this process itself, without a connection; undefined for any other URL. */
  fetchFor?(url: string): typeof globalThis.fetch | undefined;
}

/** A notification that this process has claimed until `claimedUntil`, and the fault that replaces a plain delivery, if any. */
export interface Claimed {
  notification: NotificationRow;
  plan: DeliveryOverride | undefined;
}

/** The result of a claim; how many were given up instead, because their receivers are gone. */
export interface Batch {
  claimed: Claimed[];
  dropped: number;
}

/** Notifications of a caller that share room: those to one registered receiver, or to one host that operations named. */
export interface Lane {
  callerId: string;
  /** The receiver's id, or the host. */
  lane: string;
  /** When the first unclaimed notification is due. */
  nextAt: number;
}

/** Milliseconds that a claim outlasts an attempt, in which its outcome is recorded. */
const recordingTime = 5_000;

/** Milliseconds: a claim for longer was made by a clock that was ahead, perhaps by days, and does not count. */
const longestClaim = 3_600_000;

/** Whether a notification is free to be claimed. @param now the real time */
const isFree = (now: number): Fragment =>
  sql`("claimedUntil" is null or "claimedUntil" <= ${now} or "claimedUntil" > ${now + longestClaim})`;

/** The lanes in which notifications wait, each found by a step or two through the index, however many wait. */
export async function findLanes(tx: Statements): Promise<Lane[]> {
  // SQLite does not choose it by itself.
  const by = tx.dialect === "sqlite" ? sql` indexed by "notificationsDue"` : sql``;
  const pending = sql`from outbox_notifications n${by} where n.status = 'pending'`;
  const nextLane = sql`select n.lane ${pending} and n."callerId" = lanes.caller and n.lane > lanes.lane order by n.lane limit 1`;
  const rows = await tx.query<Omit<Lane, "nextAt"> & { nextAt: number | null }>`
    with recursive lanes (caller, lane) as (
      select * from (select n."callerId", n.lane ${pending} order by n."callerId", n.lane limit 1) as first
      union all
      select case when exists (${nextLane}) then lanes.caller else (
        select n."callerId" ${pending} and n."callerId" > lanes.caller order by n."callerId" limit 1
      ) end, coalesce((${nextLane}), '')
      from lanes where lanes.caller is not null
    )
    select lanes.caller as "callerId", lanes.lane as lane, (
      select n."nextAt" ${pending} and n."callerId" = lanes.caller and n.lane = lanes.lane
        and ${isFree(tx.realNow())}
      order by n."nextAt" limit 1
    ) as "nextAt"
    from lanes where lanes.lane <> ''`;
  return rows.flatMap(({ nextAt, ...lane }) => (nextAt === null ? [] : [{ ...lane, nextAt }]));
}

/**
 * Claims notifications of a lane that are due. No two processes get the same one; the claim of a process that
 * died expires, by the real time.
 *
 * @param allocation `count`: how many at most; `timeout`: milliseconds that an attempt may last
 * @param plan called for each notification until it returns undefined
 */
export async function claim(
  tx: Statements,
  {
    callerId,
    lane,
    count,
    timeout,
  }: { callerId: string; lane: string; count: number; timeout: number },
  plan?: (notification: NotificationRow) => Promise<DeliveryOverride | undefined>,
): Promise<Batch> {
  const now = tx.realNow();
  const claimedUntil = now + timeout + recordingTime;
  const rows = await tx.query<NotificationRow & { isWanted: number }>`
    update outbox_notifications set "claimedUntil" = ${claimedUntil} where id in (
      select id from outbox_notifications
      where status = 'pending' and "callerId" = ${callerId} and lane = ${lane} and "nextAt" <= ${tx.now()}
        and ${isFree(now)}
      order by "nextAt" limit ${count}${tx.forUpdate(true)}
    ) returning *, case when "receiverId" is null then 1 else (
      select count(*) from outbox_receivers r where r.id = "receiverId" and r.active = 1
    ) end as "isWanted"`;
  // Their receivers were switched off or deleted meanwhile.
  const unwanted = rows.flatMap(({ id, isWanted }) => (isWanted === 0 ? [id] : []));
  if (unwanted.length > 0) await endDeliveries(tx, sql`id in (${joinFragments(unwanted)})`);
  const claimed = rows.flatMap(({ isWanted, ...notification }): Claimed[] =>
    isWanted === 0 ? [] : [{ notification, plan: undefined }],
  );
  claimed.sort((a, b) => (a.notification.nextAt ?? 0) - (b.notification.nextAt ?? 0));
  if (plan) await addPlans(tx, claimed, plan);
  return { claimed, dropped: unwanted.length };
}

/** Ends the delivery of notifications. If they are many more than these, a claim ends the others when they are due. */
export async function endDeliveries(tx: Statements, condition: Fragment): Promise<void> {
  await tx.run`update outbox_notifications set status = 'failed', "nextAt" = null, "claimedUntil" = null
    where id in (select id from outbox_notifications where ${condition} limit 2000)`;
}

/** Requests plans. A claim is extended by the delay of its plan. */
async function addPlans(
  tx: Statements,
  claimed: Claimed[],
  plan: (notification: NotificationRow) => Promise<DeliveryOverride | undefined>,
): Promise<void> {
  for (const one of claimed) {
    one.plan = await plan(one.notification);
    if (!one.plan) return;
    const { id, claimedUntil } = one.notification;
    const until = (claimedUntil ?? 0) + one.plan.delay;
    one.notification = { ...one.notification, claimedUntil: until };
    await tx.run`update outbox_notifications set "claimedUntil" = ${until} where id = ${id}`;
  }
}

/** Removes the claims of a process that ended: for storage that one process uses at a time. */
export async function dropClaims(tx: Statements): Promise<void> {
  await tx.run`update outbox_notifications set "claimedUntil" = null
    where status = 'pending' and "claimedUntil" is not null`;
}

/** Makes notifications due that wait longer than the contract lets any: the clock was ahead when they were postponed. */
export async function endTooLongWaits(tx: Statements): Promise<void> {
  const { schedule, jitter } = tx.delivery;
  const longest = Math.max(0, ...schedule) * 1000 * (1 + jitter);
  await tx.run`update outbox_notifications set "nextAt" = ${tx.now()}
    where status = 'pending' and "nextAt" > ${Math.ceil(tx.now() + longest)}`;
}

/** Whether anything is due now, claimed or not. */
export async function isAnyDue(tx: Statements): Promise<boolean> {
  const rows = await tx.query`select id from outbox_notifications
    where status = 'pending' and "nextAt" <= ${tx.now()} limit 1`;
  return rows.length > 0;
}

/** Notifications that wait to be delivered. */
export interface Backlog {
  /** Notifications that are neither delivered nor given up. */
  pending: number;
  /** Milliseconds since the longest overdue attempt was due; 0 if none is. */
  overdue: number;
}

export async function readBacklog(tx: Statements): Promise<Backlog> {
  const [row] = await tx.query<{ pending: number; first: number | null }>`
    select count(*) as pending, min("nextAt") as first from outbox_notifications where status = 'pending'`;
  return { pending: row?.pending ?? 0, overdue: Math.max(0, tx.now() - (row?.first ?? tx.now())) };
}
