import { sql } from "kysely";
import type { Sandbox } from "../context.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database, NotificationRow } from "../storage/tables.ts";
import { type Fault, takeFault } from "../take-fault.ts";

/** A notification that this process has for itself, until `claimedUntil`. */
export interface Claimed {
  notification: NotificationRow;
  /** What is to go wrong with it. */
  fault: Fault | undefined;
}

/** What a claim came to. */
export interface Batch {
  claimed: Claimed[];
  /** How many were given up instead, because nobody is to have them any more. */
  dropped: number;
}

/** A host that has pending notifications. */
export interface PendingHost {
  host: string;
  /** When the first notification that nobody has claimed is due, in the sandbox's time. */
  nextAt: number;
}

/** Milliseconds that a claim lasts longer than an attempt may, in which its outcome is recorded. */
const margin = 5_000;

/** The hosts with pending notifications, each found by a step through the index, however many notifications there are. */
export async function findPendingHosts(storage: Storage): Promise<PendingHost[]> {
  const { rows } = await sql<{ host: string; nextAt: number | null }>`
    with recursive hosts (host) as (
      select min(host) from notifications where status = 'pending'
      union all
      select (select min(n.host) from notifications n where n.status = 'pending' and n.host > hosts.host)
      from hosts where hosts.host is not null
    )
    select hosts.host, (
      select n."nextAt" from notifications n
      where n.status = 'pending' and n.host = hosts.host
        and (n."claimedUntil" is null or n."claimedUntil" <= ${storage.now()})
      order by n."nextAt" limit 1
    ) as "nextAt"
    from hosts where hosts.host is not null`.execute(storage.db);
  return rows.flatMap(({ host, nextAt }) => (nextAt === null ? [] : [{ host, nextAt }]));
}

/**
 * Claims notifications to a host that are due. No two processes get the same one; a claim of a process that died runs
 * out, by the real time.
 *
 * @param count how many at most
 * @param timeout milliseconds that an attempt may last
 */
export async function claim(
  tx: Database,
  { storage, clock }: Sandbox,
  { host, count, timeout }: { host: string; count: number; timeout: number },
): Promise<Batch> {
  const realNow = storage.now();
  const due = tx
    .selectFrom("notifications")
    .selectAll()
    .where("status", "=", sql.lit("pending"))
    .where("host", "=", host)
    .where("nextAt", "<=", clock.now())
    .where((eb) => eb.or([eb("claimedUntil", "is", null), eb("claimedUntil", "<=", realNow)]))
    .orderBy("nextAt")
    .limit(count);
  // On SQLite transactions run one after another.
  const rows = await (storage.dialect === "postgres" ? due.forUpdate().skipLocked() : due).execute();
  const wanted = await dropUnwanted(tx, rows);
  const dropped = rows.length - wanted.length;
  if (wanted.length === 0) return { claimed: [], dropped };
  const claimedUntil = realNow + timeout + margin;
  await tx.updateTable("notifications").set({ claimedUntil }).where("id", "in", idsOf(wanted)).execute();
  const claimed = wanted.map((row): Claimed => ({ notification: { ...row, claimedUntil }, fault: undefined }));
  await addFaults(tx, claimed);
  return { claimed, dropped };
}

/** Gives up notifications to registrations that were switched off or deleted meanwhile. */
async function dropUnwanted(tx: Database, rows: NotificationRow[]): Promise<NotificationRow[]> {
  const webhookIds = new Set(rows.flatMap(({ webhookId }) => webhookId ?? []));
  if (webhookIds.size === 0) return rows;
  const active = await tx
    .selectFrom("webhooks")
    .select("id")
    .where("id", "in", [...webhookIds])
    .where("active", "=", 1)
    .execute();
  const wanted = new Set(active.map(({ id }) => id));
  const unwanted = rows.filter(({ webhookId }) => webhookId !== null && !wanted.has(webhookId));
  if (unwanted.length > 0) {
    await tx
      .updateTable("notifications")
      .set({ status: "failed", nextAt: null, claimedUntil: null })
      .where("id", "in", idsOf(unwanted))
      .execute();
  }
  return rows.filter(({ webhookId }) => webhookId === null || wanted.has(webhookId));
}

/** Takes faults for notifications; where there are none, that is one look. A claim lasts as long as its fault delays. */
async function addFaults(tx: Database, claimed: Claimed[]): Promise<void> {
  for (const one of claimed) {
    one.fault = await takeFault(tx, "notification");
    if (!one.fault) return;
    const { notification, fault } = one;
    const claimedUntil = (notification.claimedUntil ?? 0) + (fault.options.delay ?? 0);
    one.notification = { ...notification, claimedUntil };
    await tx.updateTable("notifications").set({ claimedUntil }).where("id", "=", notification.id).execute();
  }
}

/** Forgets the claims of a process that is gone: for storage that has one process at a time. */
export async function dropClaims(db: Database): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ claimedUntil: null })
    .where("status", "=", sql.lit("pending"))
    .where("claimedUntil", "is not", null)
    .execute();
}

/** Whether anything is due now, claimed or not. */
export async function isAnyDue({ storage: { db }, clock }: Sandbox): Promise<boolean> {
  const row = await db
    .selectFrom("notifications")
    .select("id")
    .where("status", "=", sql.lit("pending"))
    .where("nextAt", "<=", clock.now())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function idsOf(rows: readonly NotificationRow[]): string[] {
  return rows.map(({ id }) => id);
}
