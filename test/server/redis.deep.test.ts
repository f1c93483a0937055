// The stores on a real Redis or Valkey. No package of the npm registry ships one, so this looks for what the system has
// (Debian: redis-server), and CI, which has npm packages alone, does not run it.
import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RedisHold, RedisIdempotencyStore, RedisRateLimitStore } from "../../generated/server/src/redis.ts";
import { findPort } from "../support/find-port.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { makeSample, unlimited } from "./sample/server.ts";
import { makeState } from "./sample/state.ts";
import { bearer, call } from "./support/call.ts";

let port: number;
let server: ChildProcess | undefined;
let client: Redis;

async function findServer(): Promise<string | undefined> {
  for (const name of ["valkey-server", "redis-server"]) {
    const found = await promisify(execFile)(name, ["--version"]).catch(() => undefined);
    if (found) return name;
  }
  return undefined;
}

const program = await findServer();
const withServer = test.skipIf(program === undefined);
if (program === undefined) console.warn("Skipped: neither valkey-server nor redis-server is installed.");

beforeAll(async () => {
  if (program === undefined) return;
  port = await findPort();
  server = spawn(program, ["--port", String(port), "--save", "", "--appendonly", "no"], { stdio: "ignore" });
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
  expect(states.map(({ count }) => count).sort((a, b) => a - b)).toEqual(Array.from({ length: 2000 }, (_, i) => i + 1));
  expect(new Set(states.map(({ resetsAt }) => resetsAt))).toEqual(new Set([now + 60_000]));
  const store = new RedisRateLimitStore(client);
  const hit = (at: number) => store.hit({ key: "k", limit: 1, window: 60_000, now: at });
  expect(await hit(now + 59_999)).toEqual({ count: 2001, resetsAt: now + 60_000 });
  expect(await hit(now + 60_000)).toEqual({ count: 1, resetsAt: now + 120_000 });
  // Nothing stays for ever.
  expect(await client.pttl("contract:limit:k")).toBeGreaterThan(0);
});

withServer(
  "a response is remembered, another request is a conflict, and a repeat of a running one is refused",
  async () => {
    const state = makeState();
    const handlers = makeHandlers(state, Date.now);
    let ran = 0;
    let finish = (): void => {};
    let held: Promise<void> | undefined;
    const { server } = await makeSample({
      rateLimits: unlimited,
      idempotency: new RedisIdempotencyStore(client) as never,
      handlers: {
        ...handlers,
        createTransfer: async (context) => {
          ran += 1;
          await held;
          if (ran === 3) throw new Error("The power is gone.");
          return handlers.createTransfer(context);
        },
      },
    });
    const token = await bearer(server);
    const send = (key: string, changes: object = {}) =>
      call(server, "createTransfer", token, { headers: { "x-idempotency-key": key }, ...changes });

    held = new Promise((resolve) => {
      finish = resolve;
    });
    const first = send("a");
    await expect.poll(() => ran).toBe(1);
    const met = await Promise.all([send("a"), send("a")]);
    expect(met.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual(Array(2).fill([409, "1"]));
    finish();
    const { body } = await first;
    const again = await send("a");
    expect([again.headers["idempotent-replayed"], again.body]).toEqual(["true", body]);
    const changed = { ...JSON.parse(JSON.stringify(body.data)), amount: 7, pixKey: "other@example.com" };
    expect((await send("a", { body: changed })).body.error.code).toBe("DUPLICATE_IDEMPOTENCY_KEY");
    expect(ran).toBe(1);

    // What fails leaves the key free.
    held = undefined;
    ran = 2;
    expect((await send("b")).status).toBe(500);
    expect((await send("b")).status).toBe(200);
    const ttl = await client.pttl((await client.keys("contract:idempotency:*b*"))[0] ?? "");
    expect(ttl).toBeGreaterThan(23 * 3_600_000);
    await server.close();
  },
);

withServer("whoever lost a key while it worked does not take another's response away", async () => {
  const store = new RedisIdempotencyStore(client);
  const request = { id: "slow", operation: "o", owner: "c", key: "k", fingerprint: "f", now: 0, expiresAt: 60_000 };
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
  expect(holds[1]?.fencingToken).toBeGreaterThan(holds[0]?.fencingToken ?? Number.POSITIVE_INFINITY);
  finish();
  await slow;
  const outcome = await store.run(request, async () => ({ result: 3 }));
  expect(outcome).toMatchObject({ kind: "replayed", response: { body: "quick" } });
});
