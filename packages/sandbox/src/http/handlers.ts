import type { Handlers, NotificationEventName, Webhook } from "@pix-contract/server";
import type { Receiver } from "@pix-contract/server/notifier";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { expiresIn, webhookLimit } from "../contract.ts";
import { requestWaits } from "../request-waits.ts";
import { summaryOf, viewCharge, viewTransfer, withQrCode } from "../service/changes.ts";
import { type ChargeOrder, createCharges } from "../service/charges.ts";
import type { TransferOrder, TransferRefusal } from "../service/create-transfers.ts";
import { findRow } from "../service/rows.ts";
import { issueToken } from "../service/tokens.ts";
import { findChargeTrigger, findTransferTrigger } from "../service/triggers.ts";
import { createWebhook, type Webhooks } from "../service/webhooks.ts";
import { createBatcher } from "../storage/batcher.ts";
import type { ChargeRow, Company, TransferRow } from "../storage/tables.ts";
import type { OrderQueue } from "./idempotency-store.ts";

/** A handler for every operation of the contract. */
export function makeHandlers(
  sandbox: Sandbox,
  webhooks: Webhooks,
): Handlers<Company, OrderQueue<TransferOrder, TransferRow | TransferRefusal>> {
  const { storage, secrets } = sandbox;
  const addCharge = createBatcher<ChargeOrder, ChargeRow | undefined>({
    run: (orders) => storage.transaction((tx) => createCharges(tx, sandbox, orders)),
    maxWait: requestWaits.handling,
  });
  return {
    issueToken: async ({ caller: company, reply }) =>
      reply.ok({ token: await issueToken(sandbox, company), expiresIn }),

    createCharge: async ({ body, caller: company, reply }) => {
      const trigger = findChargeTrigger(body);
      if (trigger?.kind === "fail")
        return reply.fail(trigger.code, trigger.message, trigger.details as never);
      const charge = await addCharge({ company, body, planned: trigger });
      // Removed since it was let in.
      if (!charge) return reply.fail("INVALID_TOKEN");
      const { id, status, fees, amount, emv } = charge;
      return reply.ok(withQrCode({ id, pix: { emv }, status, fees, amount }));
    },

    getTransaction: async ({ params, callerId, reply }) => {
      const found = await findRow(storage.db, "charges", params.transactionId, callerId);
      return found ? reply.ok(withQrCode(viewCharge(found))) : reply.fail("TRANSACTION_NOT_FOUND");
    },

    createTransfer: async ({ body, caller: company, transaction: queue, reply }) => {
      const trigger = findTransferTrigger(body);
      if (trigger?.kind === "fail")
        return reply.fail(trigger.code, trigger.message, trigger.details as never);
      const created = queue.create({ company, body, planned: trigger });
      if (created === "COMPANY_REMOVED") return reply.fail("INVALID_TOKEN");
      return typeof created === "string" ? reply.fail(created) : reply.ok(summaryOf(created));
    },

    getTransfer: async ({ params, callerId, reply }) => {
      const found = await findRow(storage.db, "transfers", params.transferId, callerId);
      return found ? reply.ok(viewTransfer(found)) : reply.fail("TRANSFER_NOT_FOUND");
    },

    listWebhooks: async ({ callerId, reply }) =>
      reply.ok((await webhooks.list(callerId)).map((webhook) => viewWebhook(webhook))),

    createWebhook: async ({ body, callerId, reply }) => {
      const webhook = await storage.transaction((tx) =>
        createWebhook(tx, webhooks, callerId, body),
      );
      if (!webhook) return reply.fail("WEBHOOK_LIMIT_EXCEEDED", undefined, { limit: webhookLimit });
      return reply.ok({ ...viewWebhook(webhook), secret: secrets.webhookSecret(webhook.id) });
    },

    deleteWebhook: async ({ params, callerId, reply }) =>
      (await storage.transaction((tx) => webhooks.remove(tx, callerId, params.id)))
        ? reply.ok({ id: params.id, deleted: true })
        : reply.fail("WEBHOOK_NOT_FOUND"),
  };
}

/** A registration, without its secret. */
function viewWebhook({
  id,
  url,
  events,
  name,
  active,
  createdAt,
}: Receiver<NotificationEventName>): Webhook {
  return { id, url, events, name, active, createdAt: timestamp(createdAt) };
}
