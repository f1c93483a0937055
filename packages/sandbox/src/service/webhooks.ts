import type { WebhookRequest } from "@pix-contract/server";
import { webhookDefaults, webhookLimit } from "../contract.ts";
import { makeId } from "../identifiers.ts";
import type { SandboxNotifier } from "../notifications/sandbox-notifier.ts";
import type { Database } from "../storage/tables.ts";

/** The registered URLs of companies. */
export type Webhooks = SandboxNotifier["receivers"];

/** Registers a URL; undefined if the company has reached its limit. */
export function createWebhook(
  tx: Database,
  webhooks: Webhooks,
  companyId: string,
  body: WebhookRequest,
) {
  const { url, events = [], name, isActive } = { ...webhookDefaults, ...body };
  return webhooks.add(
    tx,
    { id: makeId("wh"), callerId: companyId, url, events, name, active: isActive },
    webhookLimit,
  );
}
