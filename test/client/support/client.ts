import { onTestFinished } from "vitest";
import {
  type CallOptions,
  type ClientOptions,
  createPixClient,
  type PixClient,
} from "../../../generated/client/src/index.ts";
import { charge, transfer } from "../../support/samples.ts";
import { type FaultServer, type Responder, startServer } from "./server.ts";

export { accepted, charge, failure, transfer } from "../../support/samples.ts";

/** Credentials that no text holds by chance. */
export const credentials = { apiKey: "key-7f3a9c", apiSecret: "secret-5b1e8d" };

/**
 * Starts a server and makes a client of it that repeats without long pauses; `another` makes one with options
 * of its own. The server ends with the test.
 */
export async function setUp(
  routes: Record<string, Responder>,
  options: Partial<ClientOptions> = {},
): Promise<{
  pix: PixClient;
  server: FaultServer;
  another(more?: Partial<ClientOptions>): PixClient;
}> {
  const server = await startServer(routes);
  onTestFinished(() => server.close());
  const retry = { firstDelay: 2, maxDelay: 10 };
  const another = (more: Partial<ClientOptions> = {}) =>
    createPixClient({ baseUrl: server.url, ...credentials, ...more });
  return { server, another, pix: another({ retry, ...options }) };
}

/** A `fetch` by which no request leaves but that for a token. */
export const unsent: NonNullable<ClientOptions["fetch"]> = (url, init) =>
  url.endsWith("/api/auth")
    ? fetch(url, init)
    : Promise.reject(Object.assign(new Error(), { neverSent: true }));

export const transfers = "POST /api/v1/pix/out/pixkey";
export const charges = "POST /api/v1/pix/in/qrcode";

const known = {
  transaction: "txn_1",
  transfer: "trf_1",
  webhook: "wh_1",
  url: "https://shop.example.com/pix",
};

/** A call of every operation but the one for tokens. @param ids what is looked up */
export function callsOf(
  ids = known,
): Record<string, (pix: PixClient, options?: CallOptions) => Promise<unknown>> {
  return {
    createCharge: (pix, options) => pix.transactions.create(charge, options),
    getTransaction: (pix, options) => pix.transactions.get(ids.transaction, options),
    createTransfer: (pix, options) => pix.transfers.create(transfer, options),
    getTransfer: (pix, options) => pix.transfers.get(ids.transfer, options),
    listWebhooks: (pix, options) => pix.webhooks.list(options),
    createWebhook: (pix, options) => pix.webhooks.create({ url: ids.url }, options),
    deleteWebhook: (pix, options) => pix.webhooks.delete(ids.webhook, options),
  };
}
