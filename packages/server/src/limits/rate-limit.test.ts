import { expect, test } from "vitest";
import { limitMessage, MemoryRateLimitStore } from "./rate-limit.ts";

const hit = (store: MemoryRateLimitStore, key: string, now: number, window = 60_000) =>
  store.hit({ key, limit: 1, window, now });

test("a window ends at its last moment, and the next one begins with the next request", () => {
  const store = new MemoryRateLimitStore();
  expect(hit(store, "a", 5)).toEqual({ count: 1, resetsAt: 60_005 });
  expect(hit(store, "a", 60_004)).toEqual({ count: 2, resetsAt: 60_005 });
  expect(hit(store, "a", 60_005)).toEqual({ count: 1, resetsAt: 120_005 });
});

test("where there are too many, those that started first are forgotten, and no others", () => {
  const store = new MemoryRateLimitStore(3);
  hit(store, "a", 0, 100);
  hit(store, "b", 1);
  hit(store, "c", 2);
  expect(store.size).toBe(3);
  // Starts anew: now it is the youngest.
  hit(store, "a", 100);
  hit(store, "d", 101);
  expect(store.size).toBe(3);
  expect([hit(store, "a", 102), hit(store, "c", 102), hit(store, "d", 102)].map(({ count }) => count)).toEqual([
    2, 2, 2,
  ]);
  expect(hit(store, "b", 103).count, "the one that is forgotten").toBe(1);
});

test("windows that are over are forgotten every ten seconds, others stay", () => {
  const store = new MemoryRateLimitStore();
  hit(store, "a", 0, 10_000);
  hit(store, "b", 1, 10_000);
  hit(store, "c", 9_999, 1);
  expect(store.size).toBe(3);
  hit(store, "d", 10_000);
  expect(store.size, "b and d").toBe(2);
  hit(store, "e", 19_999);
  expect(store.size, "b is over, and nobody has looked").toBe(3);
  hit(store, "f", 20_000);
  expect(store.size).toBe(3);
});

test("the caller is told how long, in words", () => {
  expect([limitMessage(1), limitMessage(2)]).toEqual([
    "Too many requests. Try again in 1 second.",
    "Too many requests. Try again in 2 seconds.",
  ]);
});
