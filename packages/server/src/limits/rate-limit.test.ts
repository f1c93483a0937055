import { expect, test, vi } from "vitest";
import { MemoryRateLimitStore } from "./rate-limit.ts";

const hit = (store: MemoryRateLimitStore, key: string, now: number, window = 60_000, limit = 5) =>
  store.hit({ key: `op:${key}`, limit, window, now });

test("a window ends at its last moment, and the next one begins with the next request", () => {
  const store = new MemoryRateLimitStore();
  expect(hit(store, "a", 5)).toMatchObject({ count: 1, resetsAt: 60_005 });
  expect(hit(store, "a", 60_004)).toMatchObject({ count: 2, resetsAt: 60_005 });
  expect(hit(store, "a", 60_005)).toMatchObject({ count: 1, resetsAt: 120_005 });
});

test("a window that began when the clock was ahead is not believed, and goes as new ones come", () => {
  const ahead = 2 * 24 * 60 * 60 * 1000;
  const store = new MemoryRateLimitStore(10);
  for (let count = 1; count < 8; count++) expect(hit(store, "a", ahead).count).toBe(count);
  expect(hit(store, "a", 5)).toMatchObject({ count: 1, resetsAt: 60_005 });
  expect(hit(store, "a", 6)).toMatchObject({ count: 2, resetsAt: 60_005 });
  const full = new MemoryRateLimitStore(10);
  for (let name = 0; name < 10; name++) hit(full, `${name}`, ahead, 60_000, 1);
  expect(["x", "y"].map((key) => hit(full, key, ahead, 60_000, 1).count)).toEqual([1, 2]);
  for (const key of ["x", "y"]) expect(hit(full, key, 7, 60_000, 1).count).toBe(1);
});

test("a flood of new callers never makes room by forgetting one that has used its limit up", () => {
  const store = new MemoryRateLimitStore(1_000);
  for (let count = 0; count < 6; count++) hit(store, "limited", 0);
  for (let count = 0; count < 5; count++) hit(store, "at its limit", 0);
  for (let count = 0; count < 3; count++) hit(store, "below it", 0);
  for (let name = 0; name < 100_000; name++) hit(store, `made up ${name}`, 1);
  expect(store.size).toBe(1_000);
  expect(["limited", "at its limit", "below it"].map((key) => hit(store, key, 2).count)).toEqual([
    7, 6, 4,
  ]);
});

test("where all have used their limits up, new callers share one window", () => {
  const store = new MemoryRateLimitStore(10);
  for (let name = 0; name < 10; name++) hit(store, `${name}`, 0, 60_000, 1);
  expect(["x", "y", "z"].map((key) => hit(store, key, 1, 60_000, 1).count)).toEqual([1, 2, 3]);
  expect(store.hit({ key: "other:x", limit: 1, window: 60_000, now: 1 }).count).toBe(1);
  expect(hit(store, "3", 2).count).toBe(2);
  expect(hit(store, "new", 60_000).count, "the old ones are over").toBe(1);
});

test("windows that are over go as new ones come", () => {
  const store = new MemoryRateLimitStore();
  for (let name = 0; name < 100; name++) hit(store, `${name}`, 0, 10);
  for (let name = 100; name < 200; name++) hit(store, `${name}`, 10, 10);
  expect(store.size).toBeLessThanOrEqual(110);
});

test("a new caller costs the same among few as among many", () => {
  // Entries that are looked at, by a map that counts them: time would say what else the machine does.
  const store = new MemoryRateLimitStore(10_000);
  for (let name = 0; name < 10_000; name++) hit(store, `${name}`, 0);
  const entries = vi.spyOn(Map.prototype, "entries");
  for (let name = 10_000; name < 12_000; name++) hit(store, `${name}`, 1);
  expect(entries.mock.calls.length).toBeLessThan(4);
  entries.mockRestore();
});
