import { randomUUID } from "node:crypto";
import {
  type Charge,
  type Handlers,
  transactionStatus,
  transferStatus,
} from "../../../generated/server/src/index.ts";
import { makeToken } from "./authenticators.ts";
import { type Company, exampleOf, makeState, type State } from "./state.ts";

const halfAnHour = 30 * 60 * 1000;
const mostWebhooks = 10;
const fee = 100;

/** A handler for every operation; on a state of their own, and by the machine's clock, unless the test says otherwise. */
export function makeHandlers(
  state: State = makeState(),
  clock: () => number = Date.now,
): Handlers<Company> {
  const now = (): string => new Date(clock()).toISOString();
  const { transactions, transfers, webhooks } = state;
  const { pix } = exampleOf<Charge>("createCharge");
  return {
    issueToken: ({ caller: company, reply }) =>
      reply.ok({ token: makeToken(company, clock() + halfAnHour), expiresIn: halfAnHour }),

    createCharge: ({ body, reply }) => {
      const id = `txn_${randomUUID()}`;
      const charge = {
        id,
        pix,
        status: transactionStatus.initial,
        fees: fee,
        amount: body.amountInCents,
      };
      const expiresAt = new Date(clock() + 12 * 60 * 60 * 1000).toISOString();
      const times = { createdAt: now(), updatedAt: now(), expiresAt };
      transactions.set(id, { ...charge, description: body.description, ...times });
      return reply.ok(charge, "Charge created.");
    },

    getTransaction: ({ params, reply }) => {
      const found = transactions.get(params.transactionId);
      return found ? reply.ok(found) : reply.fail("TRANSACTION_NOT_FOUND");
    },

    createTransfer: async ({ body, caller: company, reply }) => {
      const { amount, pixKey, description } = body;
      // Time passes, so that two requests can meet.
      await new Promise((resolve) => setImmediate(resolve));
      if (amount > company.balance) return reply.fail("INSUFFICIENT_BALANCE");
      if (amount > company.dailyLimit) return reply.fail("DAILY_LIMIT_EXCEEDED");
      if (pixKey === "unavailable@example.com") return reply.fail("RECIPIENT_UNAVAILABLE");
      company.balance -= amount;
      company.dailyLimit -= amount;
      const id = `trf_${randomUUID()}`;
      const fees = Math.min(fee, amount);
      const summary = {
        id,
        status: transferStatus.initial,
        amount,
        netAmount: amount - fees,
        fees,
        pixKey,
      };
      transfers.set(id, { ...summary, description, createdAt: now(), updatedAt: now() });
      return reply.ok(summary, "Transfer accepted.");
    },

    getTransfer: ({ params, reply }) => {
      const found = transfers.get(params.transferId);
      return found ? reply.ok(found) : reply.fail("TRANSFER_NOT_FOUND");
    },

    listWebhooks: ({ reply }) => reply.ok([...webhooks.values()]),

    createWebhook: ({ body, reply }) => {
      if (webhooks.size >= mostWebhooks) {
        return reply.fail("WEBHOOK_LIMIT_EXCEEDED", undefined, { limit: mostWebhooks });
      }
      const { url, events = [], name, isActive } = body;
      const webhook = {
        id: `wh_${randomUUID()}`,
        url,
        events,
        name,
        active: isActive,
        createdAt: now(),
      };
      webhooks.set(webhook.id, webhook);
      return reply.ok({ ...webhook, secret: `whsec_${randomUUID()}` });
    },

    deleteWebhook: ({ params, reply }) =>
      webhooks.delete(params.id)
        ? reply.ok({ id: params.id, deleted: true })
        : reply.fail("WEBHOOK_NOT_FOUND"),
  };
}
