import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../storage/open-sqlite.ts";
import { makeRateLimitStore } from "./rate-limit-store.ts";

const minute = 60_000;

async function open(shared: boolean) {
  const storage = { ...(await openSqlite()), shared };
  onTestFinished(() => storage.close());
  const current = { rateLimitMultiplier: 1 };
  const store = makeRateLimitStore({ storage, settings: { current } as never });
  const hit = async (now: number, key = "a") => {
    const { count, resetsAt } = await store.hit({ key, limit: 5, window: minute, now });
    return [count, resetsAt];
  };
  return { storage, store, current, hit };
}

const places = [
  ["in memory", false],
  ["in the database", true],
] as const;

test.each(places)(
  "%s: requests of a window are counted by key, until it ends",
  async (_, shared) => {
    const { storage, store, hit } = await open(shared);
    expect(await hit(1_000)).toEqual([1, 61_000]);
    expect(await hit(2_000)).toEqual([2, 61_000]);
    expect(await hit(2_000, "b")).toEqual([1, 62_000]);
    expect(await hit(60_999)).toEqual([3, 61_000]);
    expect(await hit(61_000)).toEqual([1, 121_000]);
    expect(await hit(61_001)).toEqual([2, 121_000]);
    // The clock was two days ahead.
    for (let count = 1; count < 9; count++)
      expect(await hit(172_800_000, "ahead")).toEqual([count, 172_860_000]);
    expect(await hit(1_000, "ahead")).toEqual([1, 61_000]);
    const rows = await storage.db.selectFrom("rateLimits").select("key").execute();
    expect(rows).toHaveLength(shared ? 3 : 0);
    await store.clear();
    expect(await hit(61_002)).toEqual([1, 121_002]);
  },
);

test.each(places)(
  "%s: a multiplier counts less or more, and without limits nothing is counted",
  async (_, shared) => {
    const { current, hit } = await open(shared);
    current.rateLimitMultiplier = 2;
    const counts: number[] = [];
    for (let index = 0; index < 5; index++) counts.push((await hit(1_000))[0] ?? 0);
    expect(counts).toEqual([1, 1, 2, 2, 3]);
    current.rateLimitMultiplier = 0.5;
    expect(await hit(1_000)).toEqual([12, 61_000]);
    current.rateLimitMultiplier = 0;
    expect(await hit(3_000)).toEqual([1, 63_000]);
    current.rateLimitMultiplier = 1;
    expect(await hit(3_000)).toEqual([7, 61_000]);
  },
);
