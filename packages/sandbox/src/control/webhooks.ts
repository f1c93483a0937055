import type { WebhookRequest } from "@pix-contract/server";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { webhookLimit } from "../contract.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { FirstCompany } from "../first-company.ts";
import { NotAllowedError } from "../service/errors.ts";
import { getRow } from "../service/rows.ts";
import { createWebhook, type Webhooks } from "../service/webhooks.ts";
import type { WebhookRow } from "../storage/tables.ts";
import { checkRequest } from "./check-input.ts";
import { resolveCompany } from "./companies.ts";
import { makeOperation } from "./operation.ts";
import { type Listed, readPage } from "./page.ts";

/** The registered URLs of every company. */
export function makeWebhooksControl(sandbox: Sandbox, webhooks: Webhooks, first: FirstCompany) {
  const { storage, secrets } = sandbox;
  return {
    list: makeOperation("listWebhooks", async (query = {}) => {
      const listed: Listed = {
        table: "outbox_receivers",
        filters: { callerId: query.companyId },
        within: ["id", "url", "name"],
        identifiers: ["id"],
      };
      return readPage(storage, query, listed, showWebhook);
    }),
    /** @throws {NotFoundError} */
    read: makeOperation("readWebhook", async (id) =>
      showWebhook(await getRow(storage.db, "outbox_receivers", id)),
    ),
    /**
     * Registers a URL without token or rate limit.
     *
     * @throws {InvalidInputError | NotFoundError}
     * @throws {NotAllowedError} if the company has as many as it may
     */
    add: makeOperation("addWebhook", async ({ companyId, ...body }) => {
      await checkRequest(sandbox, "createWebhook", body);
      return storage.transaction(async (tx) => {
        const company = await resolveCompany(tx, first, companyId);
        const created = await createWebhook(tx, webhooks, company.id, body as WebhookRequest);
        if (!created)
          throw new NotAllowedError(`The company has ${webhookLimit} registrations, the maximum.`);
        return {
          ...showWebhook(await getRow(tx, "outbox_receivers", created.id)),
          secret: secrets.webhookSecret(created.id),
        };
      });
    }),
    /** Removes a registration, with the notifications that wait for it. @throws {NotFoundError} */
    remove: makeOperation("removeWebhook", (id) =>
      storage.transaction(async (tx) => {
        const { callerId: companyId } = await getRow(tx, "outbox_receivers", id);
        return { removed: Number(await webhooks.remove(tx, companyId, id)) };
      }),
    ),
    /** The secret that signs the notifications to a registered URL. @throws {NotFoundError} */
    secret: makeOperation("readWebhookSecret", async (id) => ({
      secret: secrets.webhookSecret((await getRow(storage.db, "outbox_receivers", id)).id),
    })),
  };
}

function readStatus({ active, failingSince }: WebhookRow): Schemas["Webhook"]["status"] {
  if (active !== 1) return "disabled";
  return failingSince === null ? "receiving" : "failing";
}

function showWebhook(row: WebhookRow): Schemas["Webhook"] {
  const { id, callerId: companyId, url, eventsJson, name, active, failingSince, createdAt } = row;
  const events = JSON.parse(eventsJson) as Schemas["Webhook"]["events"];
  return {
    id,
    companyId,
    url,
    events,
    name,
    active: active === 1,
    status: readStatus(row),
    failingSince: failingSince === null ? null : timestamp(failingSince),
    createdAt: timestamp(createdAt),
  };
}
