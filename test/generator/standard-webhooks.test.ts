// A contract whose notifications are signed as Standard Webhooks says, judged by the package of those who wrote that.

import { makeSender } from "@packages/server/src/notifier/send.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { openOutbox } from "../server/support/outbox.ts";
import { listen } from "../support/listen.ts";
import { buildPackages, type Package } from "./support/server-package.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const spec = `
import "@typespec/http";
import "@pix-contract/behaviour";
using Http;
using Behaviour;

@service(#{ title: "Shop" })
@signature(#{
  header: "webhook-signature", id: "webhook-id", timestamp: "webhook-timestamp", version: "v1",
  algorithm: "HMAC-SHA256", signed: "{id}.{timestamp}.{body}", tolerance: 300,
  example: #{ secret: "${secret}", timestamp: 1795186931 },
})
@delivery(#{
  guarantee: "at-least-once", ordered: false, success: "2xx", timeout: 5, redirects: false, schedule: #[0, 60],
  jitter: 0.1, disabledAfter: 86400,
})
namespace Shop;

/** An order was paid. */
@example(#{ id: "msg_1", type: "order", event: "paid", order: "7" }, #{ title: "paid" })
model Paid { id: string; type: "order"; event: "paid"; order: string }
@notifications
@discriminated(#{ envelope: "none", discriminatorPropertyName: "event" })
union Notice { paid: Paid }
@post op order(@body order: { url: url }): void;
`;
const body = JSON.stringify({ id: "msg_1", type: "order", event: "paid", order: "ção" });
const webhook = new Webhook(secret);
type Headers = Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;

const { load, read } = await buildPackages("shop", spec, afterAll);
const server: Package = await load("server/src/index.ts");
const client: Package = await load("client/src/notifications.ts");

/** What the standard's own package sends. */
function signed(at = new Date(), by = webhook): Headers {
  const signature = by.sign("msg_1", at, body);
  const time = String(Math.floor(at.getTime() / 1000));
  return { "webhook-id": "msg_1", "webhook-timestamp": time, "webhook-signature": signature };
}

test("what the server signs and the notifier sends is verified, also while a secret is replaced", async () => {
  const other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  const headers = server.signNotification("msg_1", body, { secret: [other, secret] });
  expect(webhook.verify(body, headers)).toEqual(JSON.parse(body));
  const received: unknown[] = [];
  using receiver = await listen(async (request, response) => {
    received.push(
      webhook.verify(
        Buffer.concat(await request.toArray()),
        request.headers as Record<string, string>,
      ),
    );
    response.end();
  });
  const sender = makeSender({
    timeout: 5_000,
    userAgent: "test",
    secrets: () => secret,
    signature: server.signatureRule,
    clock: { now: () => 1 },
    destinations: () => ({ loopback: true, privateNetworks: false }),
  });
  const row = await (await openOutbox()).addNotification({ id: "msg_1", url: receiver.url });
  expect(await sender.send({ ...row, body })).toMatchObject({ status: 200 });
  await sender.close();
  expect(received).toEqual([JSON.parse(body)]);
});

test("what the client signs for tests of a receiver is verified", async () => {
  expect(webhook.verify(body, await client.signNotification(body, secret))).toEqual(
    JSON.parse(body),
  );
  expect(webhook.verify(body, await client.signNotification(body, secret.slice(6)))).toEqual(
    JSON.parse(body),
  );
});

const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);
const stranger = new Webhook("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
const good = signed();
const [, text = ""] = good["webhook-signature"].split(",");
test.each<[string, Partial<Headers>, string]>([
  ["a signature", good, "accepted"],
  [
    "another one before it",
    {
      ...good,
      "webhook-signature": `${signed(new Date(), stranger)["webhook-signature"]} v1,${text}`,
    },
    "accepted",
  ],
  [
    "one of another version before it",
    { ...good, "webhook-signature": `v1a,${text} v1,${text}` },
    "accepted",
  ],
  [
    "one of another version alone",
    { ...good, "webhook-signature": `v1a,${text}` },
    "malformed-signature",
  ],
  ["one that is no Base64", { ...good, "webhook-signature": "v1,x" }, "malformed-signature"],
  ["one by another secret", signed(new Date(), stranger), "wrong-signature"],
  ["another id", { ...good, "webhook-id": "msg_2" }, "wrong-signature"],
  [
    "another time",
    { ...good, "webhook-timestamp": String(Number(good["webhook-timestamp"]) + 1) },
    "wrong-signature",
  ],
  ["a time of long ago", signed(minutes(-6)), "too-old"],
  ["a time to come", signed(minutes(6)), "too-new"],
  ["a time that is none", { ...good, "webhook-timestamp": "now" }, "malformed-signature"],
  ...Object.keys(good).map((name): [string, Partial<Headers>, string] => [
    `no ${name}`,
    { ...good, [name]: undefined },
    "unsigned",
  ]),
])("%s is as the standard's own package takes it: %#", async (_, headers, outcome) => {
  const judge = (): string => {
    try {
      webhook.verify(body, JSON.parse(JSON.stringify(headers)));
      return "accepted";
    } catch {
      return "refused";
    }
  };
  expect(judge()).toBe(outcome === "accepted" ? outcome : "refused");
  const reason = ({ reason: why }: Package): string => why;
  expect(
    await client.verifyNotification(body, headers, [secret]).then(() => "accepted", reason),
  ).toBe(outcome);
  const init = { method: "POST", body, headers: JSON.parse(JSON.stringify(headers)) };
  const handler = client.createNotificationHandler({ secrets: secret, on: {} });
  expect((await handler(new Request("http://127.0.0.1/", init))).status).toBe(
    outcome === "accepted" ? 200 : 401,
  );
});

test("another body is refused, and a secret that is no Base64 is a mistake of the caller", async () => {
  await expect(client.verifyNotification(`${body} `, good, secret)).rejects.toMatchObject({
    reason: "wrong-signature",
  });
  await expect(client.verifyNotification(body, good, "a secret")).rejects.toThrow(
    "`secrets` must be Base64",
  );
});

test("the document has the three headers with an example that verifies, and the reference says how", async () => {
  const document = await read("generated/openapi/openapi.yaml");
  expect(document).toContain('example: "1795186931"');
  const shown = '{"id":"msg_1","type":"order","event":"paid","order":"7"}';
  expect(document).toContain(
    `example: ${webhook.sign("msg_1", new Date(1_795_186_931_000), shown)}`,
  );
  expect(await read("docs/reference/notifications.md")).toContain(
    "Headers: `webhook-id`, as `<id>`; `webhook-timestamp`, as `<epoch seconds>`; `webhook-signature`, as `v1,<Base64>`",
  );
});
