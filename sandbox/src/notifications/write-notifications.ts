import type { NotificationBodies, NotificationEventName } from "@pix-contract/server";
import { sql } from "kysely";
import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import type { Database, NotificationRow } from "../storage/tables.ts";

/** A change that is notified: everything of a notification's body but its own id and why the receiver gets it. */
export interface NotifiedChange {
  companyId: string;
  event: NotificationEventName;
  objectId: string;
  /** The URL that the operation named, or null. */
  postbackUrl: string | null;
  makeBody(fields: { id: string; scope: "postback" | "user" }): NotificationBodies[NotificationEventName];
}

/** An active registration. */
interface Registration {
  id: string;
  url: string;
  /** The events that it asks for; empty for all. */
  events: readonly string[];
}

/** Registrations by company: of every company that is asked for and is there. */
export type Registrations = ReadonlyMap<string, readonly Registration[]>;

/**
 * Makes a notification for each URL that a change is sent to: the `postbackUrl` of the operation, and each active
 * registration of the company that asks for the event. Neither hides the other.
 */
export function makeNotifications(
  { clock }: Pick<Sandbox, "clock">,
  registrations: Registrations,
  { companyId, event, objectId, postbackUrl, makeBody }: NotifiedChange,
): NotificationRow[] {
  const now = clock.now();
  const wanted = (registrations.get(companyId) ?? []).filter(
    ({ events }) => events.length === 0 || events.includes(event),
  );
  const receivers = [
    ...(postbackUrl ? [{ scope: "postback" as const, url: postbackUrl, webhookId: null }] : []),
    ...wanted.map(({ id, url }) => ({ scope: "user" as const, url, webhookId: id })),
  ];
  return receivers.map(({ scope, url, webhookId }) => {
    const id = makeId("wh");
    return {
      ...{ id, companyId, event, objectId, scope, webhookId, url },
      host: new URL(url).host,
      body: JSON.stringify(makeBody({ id, scope })),
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

/** Makes and writes them, in the transaction of the change. */
export async function writeNotifications(tx: Database, sandbox: Sandbox, change: NotifiedChange): Promise<void> {
  const rows = makeNotifications(sandbox, await findRegistrations(tx, [change.companyId]), change);
  if (rows.length > 0) await tx.insertInto("notifications").values(rows).execute();
}

/** The active registrations of companies; a company that is not there (any more) is not among them. */
export async function findRegistrations(tx: Database, companyIds: readonly string[]): Promise<Registrations> {
  const rows = await tx
    .selectFrom("companies")
    .leftJoin("webhooks", (join) =>
      join.onRef("webhooks.companyId", "=", "companies.id").on("webhooks.active", "=", sql.lit(1)),
    )
    .select(["companies.id as companyId", "webhooks.id", "webhooks.url", "webhooks.eventsJson"])
    .where("companies.id", "in", companyIds)
    .execute();
  const found = new Map<string, Registration[]>();
  for (const { companyId, id, url, eventsJson } of rows) {
    const known = found.get(companyId) ?? [];
    found.set(companyId, known);
    if (id !== null && url !== null && eventsJson !== null) {
      known.push({ id, url, events: JSON.parse(eventsJson) as string[] });
    }
  }
  return found;
}
