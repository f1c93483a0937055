// The client package against the working service: what its own tests show against servers made for each of them.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ClientOptions, createPixClient, type PixClient } from "../../../generated/client/src/index.ts";
import { createNotificationHandler, toNodeHandler } from "../../../generated/client/src/notifications.ts";
import { type PixWaits, WaitEndedError, withWaits } from "../../../generated/client/src/waits.ts";
import { createSandbox, type RunningSandbox } from "../../../packages/sandbox/src/index.ts";
import { charge, failure, transfer } from "../../client/support/client.ts";

let sandbox: RunningSandbox;
let pix: PixClient & PixWaits;
/** Requests that the sandbox got, as `POST /api/auth`. */
let asked: string[];
const closing: (() => unknown)[] = [];

/** A client whose requests are counted. */
function makeClient(options: Partial<ClientOptions> = {}): PixClient & PixWaits {
  const watch: typeof fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    asked.push(`${method} ${new URL(url).pathname}`);
    return fetch(input, init);
  };
  const retry = { firstDelay: 2, maxDelay: 10 };
  return withWaits(createPixClient({ ...sandbox.credentials, fetch: watch, retry, ...options }));
}

beforeEach(async () => {
  asked = [];
  sandbox = await createSandbox({ settings: { transferSteps: { queued: 0, processing: 0 } } });
  await sandbox.listen({ port: 0 });
  pix = makeClient();
});
afterEach(async () => {
  await sandbox.close();
  for (const close of closing.splice(0)) await close();
});

const quick = { firstInterval: 10, maxInterval: 30, timeout: 10_000 };
const to = (route: string): number => asked.filter((request) => request === route).length;

test("a token that the service takes for expired is renewed once, and the call repeated", async () => {
  await pix.transactions.create(charge);
  await sandbox.control.clock.advance("31m");
  const [first, second] = await Promise.all([pix.transactions.create(charge), pix.webhooks.list()]);
  expect(first.status).toBe("pending");
  expect(second).toEqual([]);
  expect(to("POST /api/auth")).toBe(2);
  await sandbox.control.clock.advance("31m");
  const sent = await pix.transfers.create(transfer, { idempotencyKey: "payout-1" });
  expect(await pix.transfers.create(transfer, { idempotencyKey: "payout-1" })).toEqual(sent);
  expect(to("POST /api/auth")).toBe(3);
});

test("a charge that expires or is refunded will not be paid any more", async () => {
  const { id } = await pix.transactions.create(charge);
  await sandbox.control.clock.advance("12h");
  const expired = await failure(pix.transactions.waitUntilPaid(id, quick));
  expect(expired).toBeInstanceOf(WaitEndedError);
  expect(expired).toMatchObject({ status: "canceled", last: { id, status: "canceled" } });
  const other = await pix.transactions.create(charge);
  await sandbox.control.charges.pay(other.id);
  await sandbox.control.charges.refund(other.id);
  expect(await failure(pix.transactions.waitUntilPaid(other.id, quick))).toMatchObject({ status: "refunded" });
});

test("notifications reach the client's handler, signed, each once, and end a wait", async () => {
  const [company] = (await sandbox.control.companies.list()).items;
  const { postbackSecret } = await sandbox.control.companies.postbackSecret(company?.id ?? "");
  const events: string[] = [];
  let isDown = true;
  const handler = createNotificationHandler({
    secrets: [postbackSecret],
    on: {},
    onError: () => {},
    onOther: (notification) => {
      // The first answers are failures: the service comes again.
      if (isDown) throw new Error("The shop is down.");
      events.push(notification.event);
      pix.notify(notification);
    },
  });
  const statuses: number[] = [];
  const listen = toNodeHandler(handler);
  const server = createServer((request, response) => {
    response.on("finish", () => statuses.push(response.statusCode));
    void listen(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  closing.push(() => server.closeAllConnections());
  const postbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const { id } = await sandbox.control.charges.create({ ...charge, postbackUrl });
  await sandbox.control.settle();
  expect(statuses).toEqual([500]);
  isDown = false;
  await sandbox.control.faults.add({ operation: "notification", kind: "duplicate", count: 10 });
  const wait = pix.transactions.waitUntilPaid(id, { firstInterval: 60_000, timeout: 20_000 });
  await expect.poll(() => to(`GET /api/v1/transactions/${id}`)).toBe(1);
  await sandbox.control.charges.pay(id);
  expect((await wait).status).toBe("paid");
  await sandbox.control.clock.advance("10s");
  await sandbox.control.charges.refund(id);
  await sandbox.control.settle();
  expect(events.sort()).toEqual(["transaction_created", "transaction_paid", "transaction_refunded"]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(events.length);
});

test("in process, without a port, all the same", async () => {
  await using other = await createSandbox();
  const client = createPixClient({ ...other.credentials, fetch: other.fetch });
  const { id, pix: code } = await client.transactions.create(charge);
  expect(code.emv).toMatch(/^000201/);
  const aborted = failure(client.transactions.get(id, { signal: AbortSignal.abort() }));
  expect(await aborted).toMatchObject({ name: "AbortedError" });
});
