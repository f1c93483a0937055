import { expect, test, vi } from "vitest";
import { FakeRedis } from "../../../../test/support/fake-redis.ts";
import { useManualTime } from "../../../../test/support/time.ts";
import { FailureAfterWork } from "../idempotency/idempotency.ts";
import { RedisIdempotencyStore, RedisRateLimitStore } from "./redis.ts";

const request = {
  id: "i",
  operation: "o",
  owner: "c",
  key: "k",
  fingerprint: "f",
  now: 0,
  expiresAt: 90_000,
};
const keep = { status: 200, body: "{}" };
const replayed = { kind: "replayed", response: keep };
const never = async () => {
  throw new Error("It ran again.");
};

/** A store, and a Redis of which commands fail as long as `failing` says so. */
function open() {
  const redis = new FakeRedis();
  const state = { failing: (_script: string): boolean => false };
  const eval_ = async (script: string, ...given: [number, ...string[]]) => {
    if (state.failing(script)) throw new Error("Redis is away.");
    return redis.eval(script, ...given);
  };
  return { redis, state, store: new RedisIdempotencyStore({ eval: eval_ }) };
}

test("a response that Redis did not take is not run again: it is remembered as soon as Redis is back", async () => {
  useManualTime();
  const { state, store } = open();
  const first = store.run(request, async () => {
    state.failing = (script) => script.includes("'status', ARGV");
    return { result: 1, keep };
  });
  await expect(first).rejects.toThrow("Redis is away.");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await store.run(request, never)).toEqual({ kind: "running", retryAfter: 1 });
  state.failing = () => true;
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(store.run(request, never)).rejects.toThrow("Redis is away.");
  state.failing = () => false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await store.run(request, never)).toEqual(replayed);
  expect(vi.getTimerCount(), "nothing is tried after that").toBe(0);
});

test("no further try comes after the key's retention", async () => {
  useManualTime();
  const { state, store } = open();
  const first = store.run(request, async () => {
    state.failing = () => true;
    return { result: 1, keep };
  });
  await expect(first).rejects.toThrow("Redis is away.");
  await vi.advanceTimersByTimeAsync(91_000);
  expect(vi.getTimerCount()).toBe(0);
});

test("a key whose process is gone is running for a minute, and then in conflict until its retention ends", async () => {
  const { redis, store } = open();
  void store.run(request, () => new Promise<never>(() => {}));
  await expect.poll(() => redis.pttl("contract:idempotency:i")).toBe(3_600_000);
  expect(await store.run(request, never)).toEqual({ kind: "running", retryAfter: 1 });
  expect(await store.run({ ...request, fingerprint: "g" }, never)).toEqual({ kind: "conflict" });
  redis.now += 60_000;
  expect(await store.run(request, never)).toEqual({ kind: "conflict" });
  redis.now += 3_540_000;
  expect(await store.run(request, async () => ({ result: 2, keep }))).toMatchObject({ result: 2 });
});

test("a response is there until its retention ends, to the millisecond", async () => {
  const { redis, store } = open();
  await store.run(request, async () => ({ result: 1, keep }));
  redis.now += 89_999;
  expect(await store.run(request, never)).toEqual(replayed);
  redis.now += 1;
  expect(await store.run(request, async () => ({ result: 2, keep }))).toMatchObject({ result: 2 });
});

test("a command that the client sends again does what it did", async () => {
  const redis = new FakeRedis();
  const store = new RedisIdempotencyStore({
    eval: async (...given) => {
      await redis.eval(...given);
      return redis.eval(...given);
    },
  });
  const tokens: number[] = [];
  const isHeld: boolean[] = [];
  const work =
    (kept?: typeof keep) => async (hold: { fencingToken: number; isHeld(): Promise<boolean> }) => {
      tokens.push(hold.fencingToken);
      isHeld.push(await hold.isHeld());
      return { result: 1, ...(kept && { keep: kept }) };
    };
  expect(await store.run(request, work())).toEqual({ kind: "ran", result: 1 });
  redis.now += 1;
  expect(await store.run(request, work(keep))).toEqual({ kind: "ran", result: 1 });
  expect(await store.run(request, never)).toEqual(replayed);
  expect(tokens).toEqual([1_700_000_000_000_000, 1_700_000_000_001_000]);
  expect(isHeld).toEqual([true, true]);
});

test("a key is free after a handler that did nothing, and not after one whose success could not be sent", async () => {
  const { redis, store } = open();
  const fail = (failure: Error) => store.run(request, () => Promise.reject(failure));
  await expect(fail(new Error("away"))).rejects.toThrow("away");
  expect(await store.run(request, async () => ({ result: 1 }))).toEqual({ kind: "ran", result: 1 });
  await expect(fail(new FailureAfterWork(new Error("broken")))).rejects.toThrow("cannot be sent");
  expect(await store.run(request, never)).toMatchObject({ kind: "running" });
  redis.now += 60_000;
  expect(await store.run(request, never)).toEqual({ kind: "conflict" });
});

test("whoever lost the key while it worked leaves the response of another as it is", async () => {
  const { redis, store } = open();
  const held: boolean[] = [];
  await store.run(request, async ({ isHeld }) => {
    await redis.eval("redis.call('del', KEYS[1])", 1, "contract:idempotency:i");
    held.push(await isHeld());
    await store.run(request, async () => ({ result: 2, keep: { ...keep, body: "quick" } }));
    return { result: 1, keep: { ...keep, body: "slow" } };
  });
  expect(held).toEqual([false]);
  expect(await store.run(request, never)).toMatchObject({ response: { body: "quick" } });
});

test("whoever lost the key to another that still works does not answer for it", async () => {
  const { redis, store } = open();
  const end = Promise.withResolvers<void>();
  let other: Promise<unknown> | undefined;
  await store.run(request, async () => {
    await redis.eval("redis.call('del', KEYS[1])", 1, "contract:idempotency:i");
    const isHeld = Promise.withResolvers<void>();
    other = store.run(request, async () => {
      isHeld.resolve();
      await end.promise;
      return { result: 2, keep: { ...keep, body: "other" } };
    });
    await isHeld.promise;
    return { result: 1, keep };
  });
  expect(await store.run(request, never)).toMatchObject({ kind: "running" });
  end.resolve();
  await other;
  expect(await store.run(request, never)).toMatchObject({ response: { body: "other" } });
});

test("requests are counted in windows, each of which begins with its first one", async () => {
  const redis = new FakeRedis();
  const store = new RedisRateLimitStore(redis);
  const hit = (now: number) => store.hit({ key: "k", limit: 1, window: 1_000, now });
  expect(await hit(5_000)).toEqual({ count: 1, resetsAt: 6_000 });
  expect(await hit(5_999)).toEqual({ count: 2, resetsAt: 6_000 });
  expect(await hit(6_000)).toEqual({ count: 1, resetsAt: 7_000 });
  expect(await redis.pttl("contract:limit:k")).toBe(61_000);
  // A clock is ahead of another one by less than a window, or was two days ahead of itself.
  expect(await hit(5_000)).toEqual({ count: 2, resetsAt: 7_000 });
  expect(await hit(4_999)).toEqual({ count: 1, resetsAt: 5_999 });
  for (let count = 1; count < 9; count++)
    expect(await hit(172_800_000)).toEqual({ count, resetsAt: 172_801_000 });
  expect(await hit(5_000)).toEqual({ count: 1, resetsAt: 6_000 });
});
