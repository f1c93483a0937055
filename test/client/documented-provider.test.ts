// A provider that answers no more than the interface document states, and the client of the contract on it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPixClient } from "../../generated/client/src/client.ts";
import {
  createNotificationHandler,
  toNodeHandler,
} from "../../generated/client/src/notifications.ts";
import { withWaits } from "../../generated/client/src/waits.ts";
import {
  type DocumentedProvider,
  startDocumentedProvider,
} from "../fixtures/documented-provider/provider.ts";
import codes from "../fixtures/vectors/br-codes.json" with { type: "json" };

let provider: DocumentedProvider;
beforeAll(async () => {
  provider = await startDocumentedProvider();
});
afterAll(() => provider.close());

const makeClient = (baseUrl = provider.url) =>
  withWaits(createPixClient({ baseUrl, apiKey: "key", apiSecret: "secret" }));
const soon = { timeout: 10_000, firstInterval: 10 };
const charge = {
  amountInCents: 4990,
  customer: {
    name: "Maria Aparecida de Souza",
    email: "maria.souza@example.com",
    documentType: "cpf",
    document: "52998224725",
  },
} as const;

test("a charge is created, looked up by its status alone, and the wait for its payment ends", async () => {
  const pix = makeClient();
  const created = await pix.transactions.create(charge);
  expect(Object.keys(created).sort()).toEqual(["fees", "id", "pix", "status"]);
  expect(await pix.transactions.get(created.id)).toEqual({
    status: expect.stringMatching(/^(pending|paid)$/),
  });
  expect(await pix.transactions.waitUntilPaid(created.id, soon)).toEqual({ status: "paid" });
});

test("a transfer is created, and the wait for its end ends", async () => {
  const pix = makeClient();
  const created = await pix.transfers.create({ pixKey: "destino@example.com", amount: 150_000 });
  expect(created).toMatchObject({ status: "queued", netAmount: 149_999 });
  expect(await pix.transfers.waitUntilFinal(created.id, soon)).toEqual({ status: "completed" });
});

test("webhooks are registered, listed and deleted by their identifiers alone", async () => {
  const { webhooks } = makeClient();
  const created = await webhooks.create({ url: "https://shop.example.com/pix" });
  expect(created.secret).toBeUndefined();
  expect(await webhooks.list()).toContainEqual({ id: created.id });
  expect(await webhooks.delete(created.id)).toEqual({});
});

test("every change that it notifies of is handled once, though the envelope has the object's id", async () => {
  const handled: string[] = [];
  const note = ({ event }: { event: string }): unknown => handled.push(event);
  const handler = createNotificationHandler({ secrets: false, on: {}, onOther: note });
  const receiver = createServer(toNodeHandler(handler));
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  try {
    const { id } = await makeClient().transfers.create({
      pixKey: "destino@example.com",
      amount: 1_000,
      postbackUrl: `http://127.0.0.1:${port}/`,
    });
    await expect.poll(() => handled.length).toBe(2);
    expect(provider.sent.filter((one) => one.id === id).map(({ event }) => event)).toEqual(handled);
    const [first] = provider.sent.filter((one) => one.id === id);
    const again = { method: "POST", body: JSON.stringify(first) };
    expect((await fetch(`http://127.0.0.1:${port}/`, again)).status).toBe(200);
    expect(handled).toEqual(["transfer_created", "transfer_completed"]);
  } finally {
    receiver.close();
  }
});

test.each(codes.valid)(
  "a charge with the published code of $source is one",
  async ({ payload }) => {
    const other = await startDocumentedProvider({ emv: payload });
    try {
      expect((await makeClient(other.url).transactions.create(charge)).pix.emv).toBe(payload);
    } finally {
      await other.close();
    }
  },
);
