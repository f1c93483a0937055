// The clock of a server was two days ahead or behind and is right again. Each time that is stored and compared with the clock
// has a row: docs/guides/server-stores.md has the same ones.

import type { IdempotencyEntry } from "@packages/server/src/contract-table.ts";
import { MemoryIdempotencyStore } from "@packages/server/src/idempotency/idempotency.ts";
import { MemoryRateLimitStore } from "@packages/server/src/limits/rate-limit.ts";
import { claim, findLanes } from "@packages/server/src/notifier/claim.ts";
import { recordOutcomes } from "@packages/server/src/notifier/record.ts";
import {
  migrate,
  PostgresIdempotencyStore,
  PostgresRateLimitStore,
  purge,
} from "@packages/server/src/stores/postgres.ts";
import { RedisIdempotencyStore, RedisRateLimitStore } from "@packages/server/src/stores/redis.ts";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase, noPostgres } from "../support/databases.ts";
import { FakeRedis } from "../support/fake-redis.ts";
import { openCore } from "./support/core.ts";
import { openOutbox, start } from "./support/outbox.ts";

const day = 86_400_000;
const days = 2 * day;
const minute = 60_000;

const keys: IdempotencyEntry = {
  header: "key",
  retention: 86_400,
  scope: "caller",
  replayedHeader: "Replayed",
  missing: "NO_KEY",
  keeps: [],
};

async function openPool(): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: await makeDatabase(), max: 3 });
  onTestFinished(() => pool.end());
  await migrate(pool);
  return pool;
}

const stores = {
  memory: async () => ({
    rateLimits: new MemoryRateLimitStore(),
    idempotency: new MemoryIdempotencyStore(),
    purge: async () => {},
  }),
  Redis: async () => {
    const redis = new FakeRedis();
    return {
      rateLimits: new RedisRateLimitStore(redis),
      idempotency: new RedisIdempotencyStore(redis),
      purge: async () => {},
    };
  },
  PostgreSQL: async () => {
    const pool = await openPool();
    return {
      rateLimits: new PostgresRateLimitStore(pool),
      idempotency: new PostgresIdempotencyStore(pool),
      purge: async () => void (await purge(pool)),
    };
  },
};

describe.each([
  ["ahead", days],
  ["behind", -days],
])("the clock was two days %s", (_, offset) => {
  describe.each(Object.entries(stores))("%s", (name, open) => {
    const hasStore = !(name === "PostgreSQL" && noPostgres);

    test.skipIf(!hasStore)("the window of a limit begins anew", async () => {
      const { rateLimits } = await open();
      const hit = async (now: number): Promise<number> =>
        (await rateLimits.hit({ key: "k", limit: 2, window: minute, now })).count;
      const now = Date.now();
      for (let count = 1; count < 5; count++) expect(await hit(now + offset)).toBe(count);
      expect(await hit(now)).toBe(1);
      expect(await hit(now)).toBe(2);
    });

    if (name === "memory") return;
    test.skipIf(!hasStore)("a transfer is not run again", async () => {
      const { idempotency, purge } = await open();
      let handled = 0;
      const transfer = async (key: string, now: number) => {
        await purge();
        const more = { operation: "pay", owner: "cmp", fingerprint: "f" };
        const request = { id: key, key, now, expiresAt: now + day, ...more };
        const { kind } = await idempotency.run(request, async () => {
          handled += 1;
          return { result: handled, keep: { status: 200, body: "{}" } };
        });
        return kind;
      };
      await expectOnce(transfer);
      expect(handled).toBe(2);
    });
  });

  test("a transfer is not run again by a server that keeps its keys in memory", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { call } = await openCore({
      operation: { idempotency: keys },
      bindings: {
        checks: {
          table: [{ kind: "any" }, { kind: "object", fields: [["key", 0, 1]] }],
          requests: { makeThing: { headers: 1, headerNames: ["key"] } },
        },
      },
      options: { clock: undefined as never },
    });
    await expectOnce(async (key, now) => {
      vi.setSystemTime(now);
      return (await call({ headers: { key } })).headers.replayed === "true" ? "replayed" : "ran";
    });
  });

  /** @param transfer sends a transfer while the clock shows a time, and returns whether it ran */
  async function expectOnce(transfer: (key: string, now: number) => Promise<string>) {
    const now = Date.now();
    expect(await transfer("a", now)).toBe("ran");
    expect(await transfer("a", now + offset)).toBe("replayed");
    expect(await transfer("b", now + offset)).toBe("ran");
    expect(await transfer("b", now + minute)).toBe("replayed");
    expect(await transfer("a", now + minute)).toBe("replayed");
  }

  test("the claim of a process that ended holds no notification", async () => {
    const { inside, addNotification, statements } = await openOutbox();
    const claimOne = () =>
      inside((tx) => claim(tx, { callerId: "cmp", lane: "a.example", count: 9, timeout: 10_000 }));
    await addNotification({ id: "a", claimedUntil: start + offset + 15_000 });
    await addNotification({ id: "under way", claimedUntil: start + 15_000 });
    expect(await findLanes(statements)).toHaveLength(1);
    expect((await claimOne()).claimed.map(({ notification }) => notification.id)).toEqual(["a"]);
    expect(await findLanes(statements)).toHaveLength(0);
  });

  test("an endpoint that fails is switched off no later than after the contract's time", async () => {
    const { inside, addReceiver, addNotification, receivers, time } = await openOutbox();
    await addReceiver({ id: "r", failingSince: start + offset });
    const row = await addNotification({ id: "a", receiverId: "r" });
    const fail = (at: number) =>
      inside((tx) =>
        recordOutcomes(tx, [
          {
            notification: row,
            attempts: [
              {
                at,
                duration: 1,
                status: 500,
                error: "It answered 500.",
                response: "",
                headersJson: null,
              },
            ],
          },
        ]),
      );
    await fail(start);
    const isOff = async () => (await receivers()).map(({ active }) => active === 0);
    if (offset < 0) return expect(await isOff()).toEqual([true]);
    expect(await isOff()).toEqual([false]);
    time.now += 29_999;
    await fail(time.now);
    expect(await isOff()).toEqual([false]);
    time.now += 1;
    await fail(time.now);
    expect(await isOff()).toEqual([true]);
  });
});
