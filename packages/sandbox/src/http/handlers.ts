import type {
  Charge,
  Handlers,
  NotificationEventName,
  Transaction,
  Transfer,
  Webhook,
} from "@pix-contract/server";
import type { Receiver } from "@pix-contract/server/notifier";
import { makeQrPng } from "@pix-contract/server/qr-png";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { expiresIn, webhookLimit } from "../contract.ts";
import { outcomeOf, paymentOf, refundOf, summaryOf } from "../service/changes.ts";
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
      return charge ? reply.ok(viewCharge(charge)) : reply.fail("INVALID_TOKEN");
    },

    getTransaction: async ({ params, callerId, reply }) => {
      const found = await findRow(storage.db, "charges", params.transactionId, callerId);
      return found ? reply.ok(viewTransaction(found)) : reply.fail("TRANSACTION_NOT_FOUND");
    },

    createTransfer: async ({ body, caller: company, transaction: queue, reply }) => {
      const trigger = findTransferTrigger(body);
      if (trigger?.kind === "fail")
        return reply.fail(trigger.code, trigger.message, trigger.details as never);
      const created = queue.place({ company, body, planned: trigger });
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

/** A charge as the answer to its creation shows it. */
function viewCharge({ id, emv, status, fees, amount }: ChargeRow): Charge {
  return { id, pix: { emv, qrCode: makeQrPng(emv) }, status, fees, amount };
}

/** A charge as a lookup shows it. */
function viewTransaction(row: ChargeRow): Transaction {
  const { description, createdAt, updatedAt, paidAt, expiresAt } = row;
  const refund = refundOf(row);
  const { pix, ...charge } = viewCharge(row);
  return {
    ...charge,
    amount: row.amount,
    description,
    pix: { ...pix, ...paymentOf(row) },
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
    ...(paidAt !== null && { paidAt: timestamp(paidAt) }),
    expiresAt: timestamp(expiresAt),
    ...(refund && { refund }),
  };
}

/** A transfer as a lookup shows it. */
function viewTransfer(row: TransferRow): Transfer {
  const { description, createdAt, updatedAt, completedAt } = row;
  return {
    ...summaryOf(row),
    description,
    ...outcomeOf(row),
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
    ...(completedAt !== null && { completedAt: timestamp(completedAt) }),
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
