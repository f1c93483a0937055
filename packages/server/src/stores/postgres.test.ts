import pg from "pg";
import { expect, test } from "vitest";
import { makeDatabase, noPostgres } from "../../../../test/support/databases.ts";
import { migrate, PostgresIdempotencyStore, PostgresRateLimitStore, purge } from "./postgres.ts";

test.skipIf(noPostgres)(
  "windows and keys end to the millisecond, and what is over can be deleted",
  async () => {
    const pool = new pg.Pool({ connectionString: await makeDatabase(), max: 3 });
    await Promise.all([migrate(pool), migrate(pool)]);
    await migrate(pool);

    const limits = new PostgresRateLimitStore(pool);
    const hit = (now: number, key = "k") => limits.hit({ key, limit: 2, window: 1000, now });
    expect(await hit(5000)).toEqual({ count: 1, resetsAt: 6000 });
    expect(await hit(5999)).toEqual({ count: 2, resetsAt: 6000 });
    expect(await hit(5999, "other")).toEqual({ count: 1, resetsAt: 6999 });
    expect(await hit(6000)).toEqual({ count: 1, resetsAt: 7000 });
    // A clock is ahead of another one by less than a window, or was two days ahead of itself.
    expect(await hit(5000)).toEqual({ count: 2, resetsAt: 7000 });
    expect(await hit(4999)).toEqual({ count: 1, resetsAt: 5999 });
    for (let count = 1; count < 5; count++)
      expect(await hit(172_800_000)).toEqual({ count, resetsAt: 172_801_000 });
    expect(await hit(5000)).toEqual({ count: 1, resetsAt: 6000 });
    // Of requests at once on two servers none is missed, and their window ends at one moment.
    const further = new pg.Pool({ ...pool.options });
    const servers = [limits, new PostgresRateLimitStore(further)];
    const hits = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        servers[index % 2]?.hit({ key: "busy", limit: 5, window: 1000, now: 5000 + index }),
      ),
    );
    expect(hits.map((one) => one?.count ?? 0).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    );
    expect(new Set(hits.map((one) => one?.resetsAt)).size).toBe(1);
    await further.end();

    // What a handler writes is there where its response is remembered, and only there.
    await pool.query("create table written (result integer primary key)");
    const written = async () =>
      (await pool.query("select result from written order by result")).rows;
    const keys = new PostgresIdempotencyStore(pool);
    const hour = 3_600_000;
    const pass = (milliseconds: number) =>
      pool.query("update contract_idempotency set expires_at = expires_at - $1", [milliseconds]);
    const request = {
      id: "i",
      operation: "o",
      owner: "c",
      key: "k",
      fingerprint: "f",
      now: 0,
      expiresAt: hour,
    };
    const keep = { status: 201, body: "{}" };
    const run = (given: Partial<typeof request>, result: number) =>
      keys.run({ ...request, ...given }, async (transaction) => {
        await transaction.query("insert into written values ($1)", [result]);
        return { result, ...(result > 0 && { keep: { ...keep, body: `{"n":${result}}` } }) };
      });
    expect(await run({}, 0)).toEqual({ kind: "ran", result: 0 });
    expect(await run({}, 1)).toEqual({ kind: "ran", result: 1 });
    await pass(hour - 60_000);
    expect(await run({}, 2)).toEqual({
      kind: "replayed",
      response: { status: 201, body: '{"n":1}' },
    });
    expect(await run({ fingerprint: "g" }, 2)).toEqual({ kind: "conflict" });
    await pass(60_000);
    expect(await run({ fingerprint: "g" }, 3)).toEqual({
      kind: "ran",
      result: 3,
    });
    expect(await run({ fingerprint: "g" }, 4)).toMatchObject({
      kind: "replayed",
      response: { body: '{"n":3}' },
    });

    // While it runs, another request with the key waits for nothing, and its failure leaves the key free.
    const failed = keys.run({ ...request, id: "j" }, async (transaction) => {
      await transaction.query("insert into written values (4)");
      expect(await run({ id: "j" }, 5)).toEqual({ kind: "running", retryAfter: 1 });
      throw new Error("The power is gone.");
    });
    await expect(failed).rejects.toThrow("The power is gone.");
    expect(await run({ id: "j" }, 6)).toEqual({ kind: "ran", result: 6 });
    expect(await written()).toEqual([{ result: 1 }, { result: 3 }, { result: 6 }]);

    // Idle connections that end take nothing with them.
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await expect.poll(() => pool.idleCount).toBe(1);

    // While all connections run handlers, a repeat is answered by way of the other pool.
    const transactions = new pg.Pool({ ...pool.options, max: 1 });
    const busy = new PostgresIdempotencyStore(transactions, { lookups: pool });
    const outcome = await busy.run({ ...request, id: "k" }, async () => ({
      result: await busy.run({ ...request, id: "j" }, async () => ({ result: 8 })),
      keep,
    }));
    expect(outcome).toMatchObject({
      kind: "ran",
      result: { kind: "replayed", response: { body: '{"n":6}' } },
    });
    await transactions.end();

    // Windows of 1970, and no response.
    expect(await purge(pool)).toBe(3);
    expect(await purge(pool)).toBe(0);
    await pass(hour);
    expect(await purge(pool)).toBe(3);
    await pool.end();
  },
);
