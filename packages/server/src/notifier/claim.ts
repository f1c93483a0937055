import type { DeliveryInterceptor, Plan } from "./intercept.ts";
import { type Outbox, query, run } from "./outbox.ts";
import { columns, list, type Statement, sql } from "./sql.ts";
import { type NotificationRow, notificationColumns } from "./tables.ts";

/** A notification that this process has for itself, until `claimedUntil`. */
export interface Claimed {
  notification: NotificationRow;
  /** What is to happen to it instead of a plain delivery. */
  plan: Plan | undefined;
}

/** What a claim came to. */
export interface Batch {
  claimed: Claimed[];
  /** How many were given up instead, because nobody is to have them any more. */
  dropped: number;
}

/** A company and one of the hosts that its notifications are due to, now or later. */
export interface Lane {
  companyId: string;
  host: string;
  /** When the first notification that nobody has claimed is due. */
  nextAt: number;
}

/** Milliseconds that a claim lasts longer than an attempt may, in which its outcome is recorded. */
const margin = 5_000;

/** The lanes in which notifications wait, each found by a step through the index, however many wait. */
export async function findLanes<Transaction>(outbox: Outbox<Transaction>): Promise<Lane[]> {
  const rows = await query<Omit<Lane, "nextAt"> & { nextAt: number | null }, Transaction>(
    outbox,
    undefined,
    sql`with recursive lanes (company, host) as (
      select * from (
        select "companyId", "host" from "notifications" where "status" = 'pending' order by "companyId", "host" limit 1
      ) as first
      union all
      select (
        select n."companyId" from "notifications" n
        where n."status" = 'pending' and (n."companyId", n."host") > (lanes.company, lanes.host)
        order by n."companyId", n."host" limit 1
      ), (
        select n."host" from "notifications" n
        where n."status" = 'pending' and (n."companyId", n."host") > (lanes.company, lanes.host)
        order by n."companyId", n."host" limit 1
      )
      from lanes where lanes.company is not null
    )
    select lanes.company as "companyId", lanes.host as "host", (
      select n."nextAt" from "notifications" n
      where n."status" = 'pending' and n."companyId" = lanes.company and n."host" = lanes.host
        and (n."claimedUntil" is null or n."claimedUntil" <= ${outbox.storage.now()})
      order by n."nextAt" limit 1
    ) as "nextAt"
    from lanes where lanes.company is not null`,
  );
  return rows.flatMap(({ nextAt, ...lane }) => (nextAt === null ? [] : [{ ...lane, nextAt }]));
}

/**
 * Claims notifications of a company to a host that are due. No two processes get the same one; a claim of a process that died runs
 * out, by the real time.
 *
 * @param share `count`: how many at most; `timeout`: milliseconds that an attempt may last
 */
export async function claim<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  { companyId, host, count, timeout }: { companyId: string; host: string; count: number; timeout: number },
  interceptor?: DeliveryInterceptor<Transaction>,
): Promise<Batch> {
  const { storage, clock } = outbox;
  const realNow = storage.now();
  const rows = await query<NotificationRow, Transaction>(
    outbox,
    transaction,
    sql`select ${columns(notificationColumns)} from "notifications"
      where "status" = 'pending' and "companyId" = ${companyId} and "host" = ${host} and "nextAt" <= ${clock.now()}
        and ("claimedUntil" is null or "claimedUntil" <= ${realNow})
      order by "nextAt" limit ${count}${forUpdate(outbox, true)}`,
  );
  const wanted = await dropUnwanted(transaction, outbox, rows);
  const dropped = rows.length - wanted.length;
  if (wanted.length === 0) return { claimed: [], dropped };
  const claimedUntil = realNow + timeout + margin;
  await run(
    outbox,
    transaction,
    sql`update "notifications" set "claimedUntil" = ${claimedUntil} where "id" in (${list(idsOf(wanted))})`,
  );
  const claimed = wanted.map((row): Claimed => ({ notification: { ...row, claimedUntil }, plan: undefined }));
  if (interceptor) await addPlans(transaction, outbox, claimed, interceptor);
  return { claimed, dropped };
}

/** Locks rows that are read; on SQLite transactions run one after another. */
export function forUpdate<Transaction>({ storage }: Outbox<Transaction>, skipLocked = false): Statement {
  if (storage.dialect === "sqlite") return sql``;
  return skipLocked ? sql` for update skip locked` : sql` for update`;
}

/** Gives up what waits for receivers that were switched off or deleted meanwhile. */
async function dropUnwanted<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  rows: readonly NotificationRow[],
): Promise<readonly NotificationRow[]> {
  const receiverIds = new Set(rows.flatMap(({ receiverId }) => receiverId ?? []));
  if (receiverIds.size === 0) return rows;
  const active = await query<{ id: string }, Transaction>(
    outbox,
    transaction,
    sql`select "id" from "receivers" where "id" in (${list([...receiverIds])}) and "active" = 1`,
  );
  const wanted = new Set(active.map(({ id }) => id));
  const unwanted = rows.filter(({ receiverId }) => receiverId !== null && !wanted.has(receiverId));
  if (unwanted.length > 0) await giveUp(transaction, outbox, sql`"id" in (${list(idsOf(unwanted))})`);
  return rows.filter(({ receiverId }) => receiverId === null || wanted.has(receiverId));
}

/** Gives notifications up: nobody is to have them any more. */
export async function giveUp<Transaction>(
  transaction: Transaction,
  outbox: Pick<Outbox<Transaction>, "storage">,
  condition: Statement,
): Promise<void> {
  await run(
    outbox,
    transaction,
    sql`update "notifications" set "status" = 'failed', "nextAt" = null, "claimedUntil" = null where ${condition}`,
  );
}

/** Asks for plans; where there are none, that is one look. A claim lasts as long as its plan delays. */
async function addPlans<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  claimed: Claimed[],
  interceptor: DeliveryInterceptor<Transaction>,
): Promise<void> {
  for (const one of claimed) {
    one.plan = await interceptor.plan(transaction, one.notification);
    if (!one.plan) return;
    const { id, claimedUntil } = one.notification;
    const until = (claimedUntil ?? 0) + one.plan.delay;
    one.notification = { ...one.notification, claimedUntil: until };
    await run(outbox, transaction, sql`update "notifications" set "claimedUntil" = ${until} where "id" = ${id}`);
  }
}

/** Forgets the claims of a process that is gone: for storage that has one process at a time. */
export async function dropClaims<Transaction>(outbox: Outbox<Transaction>): Promise<void> {
  await run(
    outbox,
    undefined,
    sql`update "notifications" set "claimedUntil" = null where "status" = 'pending' and "claimedUntil" is not null`,
  );
}

/** Whether anything is due now, claimed or not. */
export async function isAnyDue<Transaction>(outbox: Outbox<Transaction>): Promise<boolean> {
  const rows = await query(
    outbox,
    undefined,
    sql`select "id" from "notifications" where "status" = 'pending' and "nextAt" <= ${outbox.clock.now()} limit 1`,
  );
  return rows.length > 0;
}

function idsOf(rows: readonly NotificationRow[]): string[] {
  return rows.map(({ id }) => id);
}
