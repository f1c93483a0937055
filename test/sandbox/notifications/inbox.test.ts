// The inbox: a receiver within the sandbox itself, without a port and without a program.
import { signatureHeader, verifyNotification } from "@pix-contract/client/notifications";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox, type SandboxOptions } from "../../../packages/sandbox/src/index.ts";

async function open(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ automatic: false, ...options });
  onTestFinished(() => sandbox.close());
  const { inboxUrl } = await sandbox.control.credentials();
  const received = async () => (await sandbox.control.requests.list({ operation: "inbox" })).items;
  return { ...sandbox, inboxUrl, received };
}

test.each<SandboxOptions>([{}, { exposed: true, publicUrl: "http://sandbox.internal:4020" }])(
  "keeps each notification as it was sent, with its signature: %j",
  async (options) => {
    const { control, settle, inboxUrl, received } = await open(options);
    const { secret } = await control.webhooks.add({ url: `${inboxUrl}/orders` });
    const { id } = await control.charges.create({ amountInCents: 4990, description: "Pedido ç" });
    await control.charges.pay(id);
    await settle();
    const entries = await received();
    expect(entries.map(({ path, status }) => ({ path, status }))).toEqual(
      Array(2).fill({ path: "/_sandbox/inbox/orders", status: 200 }),
    );
    const { request } = await control.requests.read(entries[0]?.id ?? "");
    const signature = request.headers[signatureHeader.toLowerCase()] ?? "";
    expect(await verifyNotification(request.body, signature, secret)).toMatchObject({
      event: "transaction_paid",
      transaction: { id },
    });
    const { items } = await control.notifications.list();
    expect(items.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  },
);

test("answers with the status of the settings: a notification is tried again until it is a success", async () => {
  const { control, settle, inboxUrl, received } = await open();
  await control.settings.change({ inboxStatus: 503 });
  await control.charges.create({ amountInCents: 4990, postbackUrl: inboxUrl });
  await settle();
  const [notification] = (await control.notifications.list()).items;
  expect(notification).toMatchObject({ status: "pending", attemptCount: 1 });
  const { attempts } = await control.notifications.read(notification?.id ?? "");
  expect(attempts).toMatchObject([{ status: 503, error: "The receiver answered 503." }]);
  await control.settings.change({ inboxStatus: 204 });
  await control.clock.advance("2d");
  expect((await control.notifications.list()).items[0]).toMatchObject({ status: "delivered" });
  // The charge expired meanwhile.
  expect((await received()).map(({ status }) => status)).toEqual([204, 204, 503]);
});

test("takes any request to it, and only this sandbox's URL is it", async () => {
  const { control, fetch, inboxUrl, received } = await open({
    exposed: true,
    publicUrl: "http://sandbox.internal:4020",
  });
  const text = "token=1&x=\u00e9";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { status } = await fetch(inboxUrl, { method: "POST", headers, body: text });
  expect(status).toBe(200);
  const [entry] = await received();
  expect((await control.requests.read(entry?.id ?? "")).request).toMatchObject({ body: text });
  for (const url of [`${inboxUrl}x`, inboxUrl.replace("sandbox.", "other."), `${inboxUrl}.evil`])
    await expect(control.webhooks.add({ url }), url).rejects.toThrow("url has the wrong form");
});
