// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import type { CallOptions, KeyedCallOptions } from "@packages/client/src/options.ts";
import { type MutationOptions, mutation, type QueryOptions, query } from "@packages/client/src/tanstack-query.ts";
import type { PixClient } from "./client.ts";
import type {
  Charge,
  ChargeRequest,
  CreatedWebhook,
  DeletedWebhook,
  Transaction,
  Transfer,
  TransferRequest,
  TransferSummary,
  Webhook,
  WebhookRequest,
} from "./types.ts";

export type { MutationOptions, QueryOptions } from "@packages/client/src/tanstack-query.ts";

/** Options of a mutation: Create a charge (PIX IN). */
export function createChargeMutation(
  client: PixClient,
): MutationOptions<{ body: ChargeRequest; options?: CallOptions | undefined }, Charge> {
  return mutation(["@pix-contract/client", "createCharge"], ({ body, options }) =>
    client.transactions.create(body, options),
  );
}

/** Options of a query: Look up a charge. */
export function getTransactionQuery(
  client: PixClient,
  transactionId: string,
  options?: Omit<CallOptions, "signal">,
): QueryOptions<readonly ["@pix-contract/client", "getTransaction", typeof transactionId], Transaction> {
  return query(["@pix-contract/client", "getTransaction", transactionId], async (signal) =>
    client.transactions.get(transactionId, { ...options, signal }),
  );
}

/**
 * Options of a mutation: Send a transfer (PIX OUT).
 *
 * The idempotency key is that of one intent: make it once, and keep it for each attempt.
 */
export function createTransferMutation(
  client: PixClient,
): MutationOptions<{ body: TransferRequest; options: KeyedCallOptions & { idempotencyKey: string } }, TransferSummary> {
  return mutation(["@pix-contract/client", "createTransfer"], ({ body, options }) =>
    client.transfers.create(body, options),
  );
}

/** Options of a query: Look up a transfer. */
export function getTransferQuery(
  client: PixClient,
  transferId: string,
  options?: Omit<CallOptions, "signal">,
): QueryOptions<readonly ["@pix-contract/client", "getTransfer", typeof transferId], Transfer> {
  return query(["@pix-contract/client", "getTransfer", transferId], async (signal) =>
    client.transfers.get(transferId, { ...options, signal }),
  );
}

/** Options of a query: List webhooks. */
export function listWebhooksQuery(
  client: PixClient,
  options?: Omit<CallOptions, "signal">,
): QueryOptions<readonly ["@pix-contract/client", "listWebhooks"], Webhook[]> {
  return query(["@pix-contract/client", "listWebhooks"], async (signal) =>
    client.webhooks.list({ ...options, signal }),
  );
}

/** Options of a mutation: Create a webhook. */
export function createWebhookMutation(
  client: PixClient,
): MutationOptions<{ body: WebhookRequest; options?: CallOptions | undefined }, CreatedWebhook> {
  return mutation(["@pix-contract/client", "createWebhook"], ({ body, options }) =>
    client.webhooks.create(body, options),
  );
}

/** Options of a mutation: Delete a webhook. */
export function deleteWebhookMutation(
  client: PixClient,
): MutationOptions<{ id: string; options?: CallOptions | undefined }, DeletedWebhook> {
  return mutation(["@pix-contract/client", "deleteWebhook"], ({ id, options }) => client.webhooks.delete(id, options));
}
