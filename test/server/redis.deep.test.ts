// The stores on a real Redis or Valkey; CI, which has npm packages alone, does not run it.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type RedisHold,
  RedisIdempotencyStore,
  RedisRateLimitStore,
} from "../../generated/server/src/redis.ts";
import { placeForRedis, redisProgram } from "../support/redis.ts";

let port: number;
let server: ChildProcess | undefined;
let client: Redis;

const withServer = test.skipIf(redisProgram === undefined);
if (!redisProgram) console.warn("Skipped: neither valkey-server nor redis-server is installed.");

beforeAll(async () => {
  if (!redisProgram) return;
  const place = await placeForRedis();
  port = place.port;
  server = place.launch();
  client = new Redis(port, { maxRetriesPerRequest: null });
  await client.ping();
});
afterAll(async () => {
  await client?.quit();
  server?.kill();
});

withServer("four processes count exactly, and every window begins anew", async () => {
  const now = 1_000_000;
  const children = Array.from({ length: 4 }, () =>
    fork(join(import.meta.dirname, "support/hit-redis.ts"), [port, 500, now].map(String)),
  );
  const told = await Promise.all(children.map((child) => once(child, "message")));
  const states = told.flatMap(([states]) => states as { count: number; resetsAt: number }[]);
  expect(states.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 2000 }, (_, i) => i + 1),
  );
  expect(new Set(states.map(({ resetsAt }) => resetsAt))).toEqual(new Set([now + 60_000]));
  const store = new RedisRateLimitStore(client);
  const hit = (at: number) => store.hit({ key: "k", limit: 1, window: 60_000, now: at });
  expect(await hit(now + 59_999)).toEqual({ count: 2001, resetsAt: now + 60_000 });
  expect(await hit(now + 60_000)).toEqual({ count: 1, resetsAt: now + 120_000 });
  // Nothing stays for ever.
  expect(await client.pttl("contract:limit:k")).toBeGreaterThan(0);
});

withServer("whoever lost a key while it worked does not take another's response away", async () => {
  const store = new RedisIdempotencyStore(client);
  const request = {
    id: "slow",
    operation: "o",
    owner: "c",
    key: "k",
    fingerprint: "f",
    now: 0,
    expiresAt: 60_000,
  };
  let finish = (): void => {};
  const holds: RedisHold[] = [];
  const slow = store.run(request, async (hold) => {
    holds.push(hold);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { result: 1, keep: { status: 200, body: "slow" } };
  });
  await expect.poll(() => client.exists("contract:idempotency:slow")).toBe(1);
  // As if its lease had run out.
  expect(await holds[0]?.isHeld()).toBe(true);
  await client.del("contract:idempotency:slow");
  await store.run(request, async (hold) => {
    holds.push(hold);
    return { result: 2, keep: { status: 200, body: "quick" } };
  });
  expect(await holds[0]?.isHeld()).toBe(false);
  expect(holds[1]?.fencingToken).toBeGreaterThan(
    holds[0]?.fencingToken ?? Number.POSITIVE_INFINITY,
  );
  finish();
  await slow;
  const outcome = await store.run(request, async () => ({ result: 3 }));
  expect(outcome).toMatchObject({ kind: "replayed", response: { body: "quick" } });
  const work = async () => ({ result: 4, keep: { status: 200, body: "" } });
  expect(await store.run({ ...request, fingerprint: "other" }, work)).toEqual({ kind: "conflict" });
  expect(await client.pttl("contract:idempotency:slow")).toBeGreaterThan(50_000);
  // What fails leaves the key free.
  const other = { ...request, id: "fails" };
  await expect(store.run(other, () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await store.run(other, work)).toEqual({ kind: "ran", result: 4 });
});
