import type { ChargeRequest, TransferRequest } from "@pix-contract/server";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { FirstCompany } from "../first-company.ts";
import { resend } from "../notifications/resend.ts";
import { cancelCharge, createCharge, payCharge, refundCharge } from "../service/charges.ts";
import { NotFoundError } from "../service/errors.ts";
import { createTransfer, endTransfer, processTransfer } from "../service/transfers.ts";
import type { AttemptRow, Company, Database, NotificationRow, WebhookRow } from "../storage/tables.ts";
import { sampleCustomer } from "./charges.ts";
import { checkInput } from "./check-input.ts";
import { checkRequest } from "./check-request.ts";
import { resolveCompany } from "./companies.ts";
import { readPage } from "./page.ts";
import { orRefuse } from "./transfers.ts";
import type {
  NotificationEntry,
  NotificationView,
  Page,
  QueryOf,
  TriggerEvent,
  Triggered,
  WebhookView,
} from "./types.ts";

/** Notifications, their attempts, and the URLs that are told. */
export interface NotificationsControl {
  list(query?: QueryOf<"listNotifications">): Promise<Page<NotificationEntry>>;
  /** @throws {NotFoundError} */
  read(id: string): Promise<NotificationView>;
  /** Sends a notification again, with the same id. @throws {NotFoundError} */
  resend(id: string): Promise<NotificationView>;
  /** Does what causes an event, on a new charge or transfer. @throws {InvalidInputError | NotFoundError | NotAllowedError} */
  trigger(event: TriggerEvent): Promise<Triggered>;
}

/** The URLs that are told, of every company. */
export interface WebhooksControl {
  list(query?: QueryOf<"listWebhooks">): Promise<Page<WebhookView>>;
}

export function makeWebhooksControl({ storage }: Sandbox): WebhooksControl {
  return {
    list: async (query = {}) => {
      await checkInput("listWebhooks", { query });
      const { companyId } = query;
      return readPage(
        query,
        (limit, before) => {
          let rows = storage.db.selectFrom("webhooks").selectAll().orderBy("id", "desc").limit(limit);
          if (before !== undefined) rows = rows.where("id", "<", before);
          if (companyId !== undefined) rows = rows.where("companyId", "=", companyId);
          return rows.execute();
        },
        viewWebhook,
      );
    },
  };
}

export function makeNotificationsControl(sandbox: Sandbox, first: FirstCompany): NotificationsControl {
  const { storage } = sandbox;
  const read = async (db: Database, id: string): Promise<NotificationView> => {
    const row = await db.selectFrom("notifications").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) throw new NotFoundError(`There is no notification ${id}.`);
    const attempts = await db
      .selectFrom("attempts")
      .selectAll()
      .where("notificationId", "=", id)
      .orderBy("number")
      .execute();
    const body = JSON.parse(row.body) as NotificationView["body"];
    return { ...viewEntry(row), body, attempts: attempts.map(viewAttempt) };
  };

  return {
    list: async (query = {}) => {
      await checkInput("listNotifications", { query });
      const { status, objectId, companyId } = query;
      return readPage(
        query,
        (limit, before) => {
          let rows = storage.db.selectFrom("notifications").selectAll().orderBy("id", "desc").limit(limit);
          if (before !== undefined) rows = rows.where("id", "<", before);
          if (status !== undefined) rows = rows.where("status", "=", status);
          if (objectId !== undefined) rows = rows.where("objectId", "=", objectId);
          if (companyId !== undefined) rows = rows.where("companyId", "=", companyId);
          return rows.execute();
        },
        viewEntry,
      );
    },
    read: (id) => read(storage.db, id),
    resend: (id) =>
      storage.transaction(async (tx) => {
        await resend(tx, sandbox, id);
        return read(tx, id);
      }),
    trigger: async (given) => {
      await checkInput("triggerEvent", { body: given });
      const { event, companyId, url } = given;
      const postback = url === undefined ? {} : { postbackUrl: url };
      const charge = { amountInCents: 1_000, description: event, customer: sampleCustomer, ...postback };
      const transfer = { amount: 1_000, pixKey: "52998224725", description: event, ...postback };
      checkRequest(sandbox, "createCharge", charge);
      return storage.transaction(async (tx) => {
        const company = await resolveCompany(tx, first, companyId);
        const objectId = await causeEvent(tx, sandbox, company, event, { charge, transfer });
        const rows = await tx
          .selectFrom("notifications")
          .selectAll()
          .where("objectId", "=", objectId)
          .where("event", "=", event)
          .orderBy("id")
          .execute();
        return { event, objectId, notifications: rows.map(viewEntry) };
      });
    },
  };
}

/** Makes a charge or a transfer and moves it to where it is told of as an event. Returns its identifier. */
async function causeEvent(
  tx: Database,
  sandbox: Sandbox,
  company: Company,
  event: TriggerEvent["event"],
  { charge, transfer }: { charge: ChargeRequest; transfer: TransferRequest },
): Promise<string> {
  if (event.startsWith("transaction_")) {
    const { id } = await createCharge(tx, sandbox, company, charge);
    if (event === "transaction_canceled") await cancelCharge(tx, sandbox, id);
    if (event === "transaction_paid" || event === "transaction_refunded") await payCharge(tx, sandbox, id);
    if (event === "transaction_refunded") await refundCharge(tx, sandbox, id);
    return id;
  }
  // Held, so that no other event follows by itself.
  const held = { outcome: "completed", held: true } as const;
  const { id } = orRefuse(await createTransfer(tx, sandbox, company, transfer, held));
  if (event === "transfer_updated") {
    await processTransfer(tx, sandbox, id);
    await tx.updateTable("transfers").set({ nextAt: null }).where("id", "=", id).execute();
  }
  if (event === "transfer_completed") await endTransfer(tx, sandbox, id, "completed");
  if (event === "transfer_canceled") await endTransfer(tx, sandbox, id, "canceled");
  return id;
}

function orNull(time: number | null): string | null {
  return time === null ? null : timestamp(time);
}

function viewEntry(row: NotificationRow): NotificationEntry {
  const { id, companyId, objectId, scope, webhookId, url, status, attempts, nextAt, createdAt, deliveredAt } = row;
  return {
    ...{ id, companyId, event: row.event as NotificationEntry["event"], objectId, scope, webhookId, url, status },
    attemptCount: attempts,
    nextAt: orNull(nextAt),
    createdAt: timestamp(createdAt),
    deliveredAt: orNull(deliveredAt),
  };
}

function viewAttempt({
  number,
  at,
  duration,
  status,
  error,
  answer,
}: AttemptRow): NotificationView["attempts"][number] {
  return { number, at: timestamp(at), duration, status, error, answer };
}

function viewWebhook(row: WebhookRow): WebhookView {
  const { id, companyId, url, eventsJson, name, active, failingSince, createdAt } = row;
  const events = JSON.parse(eventsJson) as WebhookView["events"];
  return {
    ...{ id, companyId, url, events, name, active: active === 1 },
    failingSince: orNull(failingSince),
    createdAt: timestamp(createdAt),
  };
}
