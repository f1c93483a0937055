import { isObject } from "@packages/contract/src/check/run.ts";
import type { ChargeRequest, TransferRequest } from "@pix-contract/server";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { FirstCompany } from "../first-company.ts";
import { resend, type SandboxNotifier } from "../notifications/sandbox-notifier.ts";
import { scopeOf } from "../notifications/write-notifications.ts";
import { cancelCharge, createCharge, payCharge, refundCharge } from "../service/charges.ts";
import { createTransfer } from "../service/create-transfers.ts";
import { getRow } from "../service/rows.ts";
import { endTransfer, processTransfer } from "../service/transfers.ts";
import type { Storage } from "../storage/storage.ts";
import type { AttemptRow, Company, Database, NotificationRow } from "../storage/tables.ts";
import { sampleCustomer } from "./charges.ts";
import { checkInput, checkRequest } from "./check-input.ts";
import { resolveCompany } from "./companies.ts";
import { makeOperation } from "./operation.ts";
import { type Listed, readPage } from "./page.ts";
import { assertAllowed } from "./transfers.ts";

type NotificationEntry = Schemas["NotificationEntry"];
type NotificationView = Schemas["Notification"];

/** Notifications and their attempts. */
export function makeNotificationsControl(
  sandbox: Sandbox,
  notifier: SandboxNotifier,
  first: FirstCompany,
) {
  const { storage } = sandbox;
  return {
    list: makeOperation("listNotifications", async (query = {}) => {
      const { status, objectId, companyId } = query;
      const listed: Listed = {
        table: "outbox_notifications",
        filters: { objectId, callerId: companyId, status },
        within: ["id", "event", "objectId", "url"],
        identifiers: ["id", "objectId"],
      };
      return readPage(storage, query, listed, viewNotification);
    }),
    /** @throws {NotFoundError} */
    read: makeOperation("readNotification", (id) => findNotification(storage.db, id)),
    /** Sends a notification again, with the same id. @throws {NotFoundError} */
    resend: makeOperation("resendNotification", (id) =>
      storage.transaction(async (tx) => {
        await resend(tx, notifier, id);
        return findNotification(tx, id);
      }),
    ),
    /** Sends each failed notification again, of those made since a time. */
    resendFailed: makeOperation("resendFailed", (body) =>
      resendFailed(storage, notifier, Date.parse(body?.since ?? timestamp(0))),
    ),
    /**
     * Takes the steps that cause an event, on a new charge or transfer.
     *
     * @throws {InvalidInputError | NotFoundError | NotAllowedError}
     */
    trigger: makeOperation("triggerEvent", async ({ event, companyId, url, overrides = {} }) => {
      const postback = url === undefined ? {} : { postbackUrl: url };
      const isCharge = event.startsWith("transaction_");
      const usual = isCharge
        ? { amountInCents: 1_000, description: event, customer: sampleCustomer }
        : { amount: 1_000, pixKey: "52998224725", description: event };
      const fields = { ...mergeFields(usual, overrides), ...postback };
      const operation = isCharge ? "createCharge" : "createTransfer";
      // The service ignores unknown fields; here they are a mistake.
      await checkInput(operation, { body: fields });
      await checkRequest(sandbox, operation, fields);
      return storage.transaction(async (tx) => {
        const company = await resolveCompany(tx, first, companyId);
        const objectId = await causeEvent(tx, sandbox, company, event, fields);
        const rows = await tx
          .selectFrom("outbox_notifications")
          .selectAll()
          .where("objectId", "=", objectId)
          .where("event", "=", event)
          .orderBy("id")
          .execute();
        return { event, objectId, notifications: rows.map(viewNotification) };
      });
    }),
  };
}

async function findNotification(db: Database, id: string): Promise<NotificationView> {
  const row = await getRow(db, "outbox_notifications", id);
  const attempts = await db
    .selectFrom("outbox_attempts")
    .selectAll()
    .where("notificationId", "=", id)
    .orderBy("number")
    .execute();
  const body = JSON.parse(row.body) as NotificationView["body"];
  return { ...viewNotification(row), body, attempts: attempts.map(viewAttempt) };
}

/** Sends the failed notifications that were made since a time again. */
async function resendFailed(
  storage: Storage,
  notifier: SandboxNotifier,
  since: number,
): Promise<{ resent: number; skipped: number }> {
  const failed: Listed = { table: "outbox_notifications", filters: { status: "failed" } };
  const counts = { resent: 0, skipped: 0 };
  let before: string | null | undefined;
  while (before !== null) {
    const paging = { limit: 200, ...(before && { before }) };
    const { items, next } = await readPage(storage, paging, failed, (row: NotificationRow) => row);
    const recent = items.filter(({ createdAt }) => createdAt >= since);
    await storage.transaction(async (tx) => {
      for (const { id } of recent) {
        const outcome = await notifier.resend(tx, id);
        counts[outcome === "resent" ? "resent" : "skipped"] += 1;
      }
    });
    // Older ones were made earlier: the clock does not go back.
    before = recent.length < items.length ? null : next;
  }
  return counts;
}

/** The fields of one object replaced by those of another, objects within them field by field. */
function mergeFields(usual: object, overrides: object): object {
  const merged: Record<string, unknown> = { ...usual };
  for (const [name, value] of Object.entries(overrides)) {
    const known = merged[name];
    merged[name] = isObject(known) && isObject(value) ? mergeFields(known, value) : value;
  }
  return merged;
}

/**
 * Makes a charge or a transfer and moves it to where the event is sent. Returns its identifier.
 *
 * @param fields of the charge or transfer, checked
 */
async function causeEvent(
  tx: Database,
  sandbox: Sandbox,
  company: Company,
  event: NotificationEntry["event"],
  fields: object,
): Promise<string> {
  if (event.startsWith("transaction_")) {
    const { id } = await createCharge(tx, sandbox, company, fields as ChargeRequest);
    if (event === "transaction_canceled") await cancelCharge(tx, sandbox, id);
    if (event === "transaction_paid" || event === "transaction_refunded")
      await payCharge(tx, sandbox, id);
    if (event === "transaction_refunded") await refundCharge(tx, sandbox, id);
    return id;
  }
  // Held, so that no other event follows by itself.
  const held = { outcome: "completed", held: true } as const;
  const { id } = assertAllowed(
    await createTransfer(tx, sandbox, company, fields as TransferRequest, held),
  );
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

function viewNotification(row: NotificationRow): NotificationEntry {
  const { id, objectId, url, status, receiverId } = row;
  return {
    id,
    companyId: row.callerId,
    event: row.event as NotificationEntry["event"],
    objectId,
    url,
    status,
    scope: scopeOf(receiverId),
    webhookId: receiverId,
    attemptCount: row.attempts,
    nextAt: orNull(row.nextAt),
    createdAt: timestamp(row.createdAt),
    deliveredAt: orNull(row.deliveredAt),
  };
}

function viewAttempt(row: AttemptRow): NotificationView["attempts"][number] {
  const { number, at, duration, status, error, response, headersJson } = row;
  const headers = JSON.parse(headersJson ?? "null") as Record<string, string> | null;
  return { number, at: timestamp(at), duration, status, error, answer: response, headers };
}
