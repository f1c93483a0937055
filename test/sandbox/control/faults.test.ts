// Each kind of fault as the client meets it.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPixClient, type PixClient } from "../../../generated/client/src/index.ts";
import { createRaw } from "../../../generated/client/src/raw.ts";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import { authorize, charge, quick, transfer } from "./support/call.ts";

let sandbox: RunningSandbox;
let pix: PixClient;

beforeEach(async () => {
  sandbox = await createSandbox();
  pix = createPixClient({ ...sandbox.credentials, strict: true, ...quick, fetch: sandbox.fetch });
});
afterEach(() => sandbox.close());

/** What was answered to an operation, the first answer first; 0 for a connection that was reset. */
async function answersTo(operation: string): Promise<number[]> {
  const { items } = await sandbox.control.requests.list({ operation });
  return items.map(({ status }) => status).reverse();
}

describe("over and without a port", () => {
  const ways = ["in process", "over a port"] as const;

  async function connect(way: (typeof ways)[number]): Promise<void> {
    if (way === "in process") return;
    const baseUrl = await sandbox.listen({ port: 0 });
    pix = createPixClient({ ...sandbox.credentials, strict: true, ...quick, baseUrl });
  }

  test.each(ways)(
    "error, %s: a 500 is repeated, and each fault comes as often as it was asked for",
    async (way) => {
      await connect(way);
      await sandbox.control.faults.add({ operation: "getTransaction", kind: "error", count: 2 });
      const { id } = await pix.transactions.create(charge);
      expect((await pix.transactions.get(id)).id).toBe(id);
      expect(await answersTo("getTransaction")).toEqual([500, 500, 200]);
      expect((await sandbox.control.faults.list()).items).toEqual([]);
    },
  );

  test.each(ways)(
    "reset, %s: what was done stays done, and the key keeps it from being done twice",
    async (way) => {
      await connect(way);
      await sandbox.control.faults.add({ operation: "createTransfer", kind: "reset" });
      const created = await pix.transfers.create(transfer);
      expect(await answersTo("createTransfer")).toEqual([0, 200]);
      const { items } = await sandbox.control.transfers.list();
      expect(items.map(({ id }) => id)).toEqual([created.id]);
    },
  );

  test.each(ways)("latency, %s: the client's patience ends first", async (way) => {
    await connect(way);
    await pix.webhooks.list();
    await sandbox.control.faults.add({ operation: "listWebhooks", kind: "latency", delay: 60_000 });
    const hurried = pix.webhooks.list({ timeout: 50, retry: false });
    await expect(hurried).rejects.toMatchObject({ name: "TimeoutError" });
    await pix.webhooks.list();
  });
});

test("an error has the shape that the contract gives it, with its headers", async () => {
  await sandbox.control.faults.add({
    operation: "createCharge",
    kind: "error",
    code: "RATE_LIMIT_EXCEEDED",
  });
  const { error, response } = await createRaw(pix).POST("/api/v1/pix/in/qrcode", { body: charge });
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(response.headers.get("x-ratelimit-remaining")).toBe("0");
  const { now } = await sandbox.control.clock.read();
  // In seconds, as the error says it.
  expect(new Date(Number(response.headers.get("x-ratelimit-reset")) * 1_000).getUTCFullYear()).toBe(
    new Date(now).getUTCFullYear(),
  );
  expect(error).toMatchObject({
    success: false,
    error: { code: "RATE_LIMIT_EXCEEDED", details: { limit: 100, window: 60, retryAfter: 1 } },
  });
});

test("`*` is every operation, in the order in which faults were added; what is refused before costs none", async () => {
  const { faults } = sandbox.control;
  await faults.add({ operation: "*", kind: "error", code: "INTERNAL_ERROR" });
  await faults.add({ operation: "issueToken", kind: "error", code: "ACCOUNT_SUSPENDED" });
  const unknownCaller = await sandbox.fetch("http://localhost/api/v1/webhook");
  expect(unknownCaller.status).toBe(401);
  expect((await faults.list()).items).toHaveLength(2);
  await expect(pix.webhooks.list()).rejects.toMatchObject({ code: "ACCOUNT_SUSPENDED" });
  expect(await answersTo("issueToken")).toEqual([500, 403]);
  // A refused login is not repeated at once: another client logs in.
  pix = createPixClient({ ...sandbox.credentials, strict: true, ...quick, fetch: sandbox.fetch });
  await pix.webhooks.list();
  await faults.add({ operation: "*", kind: "error", code: "INTERNAL_ERROR" });
  await pix.webhooks.list();
  expect(await answersTo("listWebhooks")).toEqual([401, 200, 500, 200]);
});

test("50 calls at once take a fault that is there 20 times exactly 20 times", async () => {
  await pix.webhooks.list();
  await sandbox.control.faults.add({ operation: "getTransaction", kind: "error", count: 20 });
  const authorization = await authorize(sandbox);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      sandbox.fetch("http://localhost/api/v1/transactions/txn_x", { headers: { authorization } }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 500)).toHaveLength(20);
  expect(statuses.filter((status) => status === 404)).toHaveLength(30);
  const failed = answers.find(({ status }) => status === 500);
  const requestId = failed?.headers.get("x-request-id");
  expect(await failed?.json()).toMatchObject({ error: { details: { requestId } } });
});

test("a random fault shows its seed, and parts that do not go together are refused", async () => {
  const { faults } = sandbox.control;
  const added = await faults.add({
    operation: "createCharge",
    kind: "latency",
    delay: 5,
    maxDelay: 20,
    probability: 0.5,
    count: null,
  });
  expect(added).toMatchObject({
    delay: 5,
    maxDelay: 20,
    probability: 0.5,
    seed: expect.any(Number),
  });
  for (let request = 0; request < 5; request++) await pix.transactions.create(charge);
  expect((await faults.list()).items).toEqual([added]);
  for (const [given, sentence] of [
    [{ kind: "error", maxDelay: 5 }, "maxDelay is for latency alone"],
    [{ kind: "latency", delay: 9, maxDelay: 5 }, "maxDelay must not be below delay"],
    [{ kind: "error", seed: 5 }, "seed is for probability and maxDelay alone"],
    [{ kind: "error", probability: 2 }, "probability must be <= 1"],
  ] as const)
    await expect(faults.add({ operation: "*", ...given }), sentence).rejects.toThrow(sentence);
});
