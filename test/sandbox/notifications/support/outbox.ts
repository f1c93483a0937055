import type { ChargeRequest } from "@pix-contract/server";
import {
  type DeliveryOptions,
  makeSandboxNotifier,
} from "../../../../packages/sandbox/src/notifications/sandbox-notifier.ts";
import { createCharge } from "../../../../packages/sandbox/src/service/charges.ts";
import { createWebhook } from "../../../../packages/sandbox/src/service/webhooks.ts";
import type {
  AttemptRow,
  NotificationRow,
  WebhookRow,
} from "../../../../packages/sandbox/src/storage/tables.ts";
import { charge, type Service } from "../../support/service.ts";

/** Creates charges whose notifications go to URLs, or to registrations alone, and gives their ids. */
export async function createCharges(
  service: Service,
  postbackUrls: readonly (string | undefined)[],
): Promise<string[]> {
  const { transact, sandbox, company } = service;
  return transact(async (tx) => {
    const ids: string[] = [];
    for (const postbackUrl of postbackUrls) {
      const body = {
        ...(charge as ChargeRequest),
        ...(postbackUrl !== undefined && { postbackUrl }),
      };
      ids.push((await createCharge(tx, sandbox, company, body)).id);
    }
    return ids;
  });
}

/** Creates a charge whose notifications go to a URL, or to registrations alone, and gives its id. */
export async function createChargeFor(service: Service, postbackUrl?: string): Promise<string> {
  const [id = ""] = await createCharges(service, [postbackUrl]);
  return id;
}

/** Registers a URL, and gives the registration's id and secret. */
export async function register({ transact, sandbox, company }: Service, url: string) {
  const row = await transact((tx) =>
    createWebhook(tx, makeSandboxNotifier(sandbox).receivers, company.id, { url }),
  );
  if (!row) throw new Error("There are too many registrations.");
  return { id: row.id, secret: sandbox.secrets.webhookSecret(row.id) };
}

export async function webhook({ sandbox }: Service, id: string): Promise<WebhookRow> {
  return sandbox.storage.db
    .selectFrom("outbox_receivers")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** A notifier that is closed when the test is done with it. */
export function dispatch({ sandbox }: Service, options: DeliveryOptions = {}) {
  const notifier = makeSandboxNotifier(sandbox, options);
  return Object.assign(notifier, { [Symbol.asyncDispose]: () => notifier.close() });
}

export interface StoredNotification extends NotificationRow {
  history: AttemptRow[];
}

/** Every notification, the oldest first, with its attempts. */
export async function outbox({ sandbox: { storage } }: Service): Promise<StoredNotification[]> {
  const rows = await storage.db
    .selectFrom("outbox_notifications")
    .selectAll()
    .orderBy("createdAt")
    .orderBy("event")
    .orderBy((eb) => eb("receiverId", "is not", null))
    .orderBy("url")
    .execute();
  const attempts = await storage.db
    .selectFrom("outbox_attempts")
    .selectAll()
    .orderBy("id")
    .execute();
  const byNotification = Map.groupBy(attempts, ({ notificationId }) => notificationId);
  return rows.map((row) => ({ ...row, history: byNotification.get(row.id) ?? [] }));
}

/** The one notification that there is. */
export async function onlyOne(service: Service): Promise<StoredNotification> {
  const [first, ...others] = await outbox(service);
  if (!first || others.length > 0)
    throw new Error(`There are ${others.length + (first ? 1 : 0)} notifications.`);
  return first;
}
