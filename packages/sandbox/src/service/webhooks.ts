import type { WebhookRequest } from "@pix-contract/server";
import { sql } from "kysely";
import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import type { Company, Database, WebhookRow } from "../storage/tables.ts";

/** Registrations that a company may have. */
export const webhookLimit = 10;

/** Registers a URL; undefined where the company has as many as it may. */
export async function createWebhook(
  tx: Database,
  { clock }: Sandbox,
  company: Company,
  { url, events, name, isActive }: WebhookRequest,
): Promise<WebhookRow | undefined> {
  // The company's row is written to, as it is, so that two calls at once are counted one after the other.
  await tx
    .updateTable("companies")
    .set((eb) => ({ name: eb.ref("name") }))
    .where("id", "=", company.id)
    .execute();
  const { count } = await tx
    .selectFrom("outbox_receivers")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("companyId", "=", company.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= webhookLimit) return undefined;
  const row: WebhookRow = {
    id: makeId("wh"),
    companyId: company.id,
    url,
    eventsJson: JSON.stringify([...new Set(events ?? [])]),
    name: name ?? "Webhook",
    active: isActive === false ? 0 : 1,
    createdAt: clock.now(),
    failingSince: null,
  };
  await tx.insertInto("outbox_receivers").values(row).execute();
  return row;
}

export async function listWebhooks(db: Database, companyId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom("outbox_receivers")
    .selectAll()
    .where("companyId", "=", companyId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** Deletes a registration, with what was still to be delivered to it; false where the company has no such one. */
export async function deleteWebhook(tx: Database, companyId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("outbox_receivers")
    .where("id", "=", id)
    .where("companyId", "=", companyId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await tx
    .updateTable("outbox_notifications")
    .set({ status: "failed", nextAt: null, claimedUntil: null })
    .where("receiverId", "=", id)
    .where("companyId", "=", companyId)
    .where("status", "=", sql.lit("pending"))
    .execute();
  return true;
}
