import type { WebhookRequest } from "@pix-contract/server";
import { makeId } from "../identifiers.ts";
import type { SandboxNotifier } from "../notifications/notifier.ts";
import type { Database } from "../storage/tables.ts";

/** The registered URLs of companies. */
export type Webhooks = SandboxNotifier["receivers"];

/** Registrations that a company may have. */
export const webhookLimit = 10;

/** Registers a URL; undefined if the company has reached its limit. */
export function createWebhook(
  tx: Database,
  webhooks: Webhooks,
  companyId: string,
  { url, events = [], name = "Webhook", isActive = true }: WebhookRequest,
) {
  return webhooks.add(
    tx,
    { id: makeId("wh"), callerId: companyId, url, events, name, active: isActive },
    webhookLimit,
  );
}
