import type { NotificationBodies, NotificationEventName } from "@pix-contract/server";
import { type ActiveReceiver, makeNotificationRows } from "@pix-contract/server/notifier";
import { sql } from "kysely";
import { makeId } from "../identifiers.ts";
import { isAmong } from "../storage/statements.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database, NotificationRow } from "../storage/tables.ts";

/** A change that is notified: everything of a notification's body but its own id and why the receiver gets it. */
export interface NotifiedChange {
  companyId: string;
  event: NotificationEventName;
  objectId: string;
  /** The URL that the operation named, or null. */
  postbackUrl: string | null;
  makeBody(fields: {
    id: string;
    scope: "postback" | "user";
  }): NotificationBodies[NotificationEventName];
}

/** Active registrations by company: of every given company that exists. */
export type Registrations = ReadonlyMap<string, readonly ActiveReceiver[]>;

/** Makes a notification for each URL that a change is sent to; none if there is no change to notify of. @param now when it happened */
export function makeNotifications(
  registrations: Registrations,
  notified: NotifiedChange | undefined,
  now: number,
): NotificationRow[] {
  if (!notified) return [];
  const { companyId, postbackUrl, makeBody, event, objectId } = notified;
  return makeNotificationRows(
    registrations.get(companyId) ?? [],
    {
      callerId: companyId,
      event,
      objectId,
      url: postbackUrl,
      body: ({ id, receiverId }) => makeBody({ id, scope: scopeOf(receiverId) }),
    },
    { now, makeId: () => makeId("wh") },
  );
}

/** Why a receiver gets a notification: an operation named its URL, or it is registered. */
export function scopeOf(receiverId: string | null): "postback" | "user" {
  return receiverId === null ? "postback" : "user";
}

/** The active registrations of companies; a company that does not exist is left out. */
export async function findRegistrations(
  tx: Database,
  storage: Storage,
  companyIds: readonly string[],
): Promise<Registrations> {
  return groupRegistrations(await selectRegistrations(tx, storage, companyIds).execute());
}

/** The query for `groupRegistrations`, to which more about the companies can be joined. */
export function selectRegistrations(tx: Database, storage: Storage, companyIds: readonly string[]) {
  return tx
    .selectFrom("companies")
    .leftJoin("outbox_receivers", (join) =>
      join
        .onRef("outbox_receivers.callerId", "=", "companies.id")
        .on("outbox_receivers.active", "=", sql.lit(1)),
    )
    .select([
      "companies.id as companyId",
      "outbox_receivers.id",
      "outbox_receivers.url",
      "outbox_receivers.eventsJson",
    ])
    .where(isAmong(storage, "companies.id", companyIds));
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectRegistrations>["execute"]>>;

/** The receivers of each company, from joined rows: a company without receivers has one row, whose other columns are null. */
export function groupRegistrations(rows: Readonly<Selected>): Registrations {
  const registrations = new Map<string, ActiveReceiver[]>();
  for (const { companyId, id, url, eventsJson } of rows) {
    const receivers = registrations.get(companyId) ?? [];
    registrations.set(companyId, receivers);
    if (id !== null && url !== null && eventsJson !== null) {
      receivers.push({ id, url, events: JSON.parse(eventsJson) as string[] });
    }
  }
  return registrations;
}
