import type { NotificationBodies, NotificationEventName } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import type { Database } from "../storage/tables.ts";

/** What is told of: everything of a notification's body but its own id and why the receiver gets it. */
export interface Told {
  companyId: string;
  event: NotificationEventName;
  objectId: string;
  /** The URL that the operation named, or null. */
  postbackUrl: string | null;
  makeBody(fields: { id: string; scope: "postback" | "user" }): NotificationBodies[NotificationEventName];
}

/**
 * Writes a notification for each URL that is to be told, in the transaction of the change that causes it: the
 * `postbackUrl` of the operation, and each active registration of the company that asks for the event. Neither hides
 * the other.
 */
export async function writeNotifications(tx: Database, { clock }: Sandbox, told: Told): Promise<void> {
  const now = clock.now();
  const receivers = [
    ...(told.postbackUrl ? [{ scope: "postback" as const, url: told.postbackUrl, webhookId: null }] : []),
    ...(await findRegistrations(tx, told)),
  ];
  if (receivers.length === 0) return;
  const rows = receivers.map(({ scope, url, webhookId }) => {
    const id = makeId("wh");
    return {
      id,
      companyId: told.companyId,
      event: told.event,
      objectId: told.objectId,
      scope,
      webhookId,
      url,
      host: new URL(url).host,
      body: JSON.stringify(told.makeBody({ id, scope })),
      status: "pending" as const,
      attempts: 0,
      step: 0,
      nextAt: now,
      claimedUntil: null,
      createdAt: now,
      deliveredAt: null,
    };
  });
  await tx.insertInto("notifications").values(rows).execute();
}

async function findRegistrations(tx: Database, { companyId, event }: Told) {
  const rows = await tx
    .selectFrom("webhooks")
    .select(["id", "url", "eventsJson"])
    .where("companyId", "=", companyId)
    .where("active", "=", 1)
    .execute();
  return rows
    .filter(({ eventsJson }) => {
      const events = JSON.parse(eventsJson) as string[];
      return events.length === 0 || events.includes(event);
    })
    .map(({ id, url }) => ({ scope: "user" as const, url, webhookId: id }));
}
