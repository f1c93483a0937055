import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase, needPostgres, noPostgres } from "../../../../../test/support/databases.ts";
import type { Storage } from "../storage.ts";
import type { Database } from "../tables.ts";
import { openPostgres } from "./open-postgres.ts";

let databaseUrl: string;
let storage: Storage;
beforeAll(async () => {
  if (noPostgres) return;
  databaseUrl = await makeDatabase();
  storage = await openPostgres(databaseUrl);
});
afterAll(() => storage?.close());
needPostgres();

const write = (db: Database, key: string) =>
  db.insertInto("rateLimits").values({ key, count: 1, resetsAt: 0 }).execute();
const read = async (db: Database) => {
  const rows = await db.selectFrom("rateLimits").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key);
};
const failure = (code: string) => Object.assign(new Error(code), { code });

test("one whose connection is ended before its commit is run again, on another one, and so is a lookup", async () => {
  const end = CompiledQuery.raw("select pg_terminate_backend(pg_backend_pid())");
  let rounds = 0;
  await storage.transaction(async (tx) => {
    rounds += 1;
    await write(tx, `round ${rounds}`);
    if (rounds < 3) await tx.executeQuery(end);
  });
  expect((await read(storage.db)).filter((key) => key.startsWith("round "))).toEqual(["round 3"]);
  await storage.db.executeQuery(
    CompiledQuery.raw(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`),
  );
  await Promise.all(Array.from({ length: 30 }, () => read(storage.db)));
});

test.each(["committed", "not committed"])(
  "one that was %s when the answer to its commit was lost is done once",
  async (kind) => {
    const { query } = pg.Client.prototype;
    let commits = 0;
    vi.spyOn(pg.Client.prototype, "query").mockImplementation(async function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const isCommit = (given[0] as { text?: string }).text === "commit";
      if (isCommit) commits += 1;
      const isLost = isCommit && commits === 1;
      if (!isLost || kind === "committed") {
        const result: unknown = await Reflect.apply(query, this, given);
        if (!isLost) return result;
      }
      throw new Error("Connection terminated unexpectedly");
    } as never);
    const work = vi.fn(async (tx: Database) => {
      await write(tx, `lost, ${kind}`);
      return "result";
    });
    expect(await storage.transaction(work)).toBe("result");
    expect(work).toHaveBeenCalledTimes(kind === "committed" ? 1 : 2);
    expect((await read(storage.db)).filter((key) => key === `lost, ${kind}`)).toHaveLength(1);
  },
);

test("who works on the whole state waits for those before, and those after wait", async () => {
  const blocked = `select 1 from pg_locks join pg_database on pg_database.oid = database
    where not granted and datname = current_database()`;
  const waiting = async () =>
    (await storage.db.executeQuery(CompiledQuery.raw(blocked))).rows.length;
  const events: string[] = [];
  const [begun, first, second] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const before = storage.transaction(async (tx) => {
    await read(tx);
    begun?.resolve();
    await first?.promise;
    events.push("before");
  });
  await begun?.promise;
  const all = storage.exclusive(async (tx) => {
    await read(tx);
    events.push("all");
    await second?.promise;
    events.push("all is done");
  });
  await expect.poll(waiting).toBe(1);
  first?.resolve();
  await before;
  await expect.poll(() => events).toEqual(["before", "all"]);
  const after = storage.transaction(async (tx) => {
    await read(tx);
    events.push("after");
  });
  await expect.poll(waiting).toBe(1);
  second?.resolve();
  await Promise.all([all, after]);
  expect(events).toEqual(["before", "all", "all is done", "after"]);
});

test("one transaction holds a name, and others do not wait for it", async () => {
  await storage.transaction(async (tx) => {
    expect(await storage.tryLocks(tx, ["a", "b"])).toEqual(new Set(["a", "b"]));
    expect(await storage.transaction((other) => storage.tryLocks(other, ["b", "c"]))).toEqual(
      new Set(["c"]),
    );
  });
  expect(await storage.transaction((tx) => storage.tryLocks(tx, ["b"]))).toEqual(new Set(["b"]));
});

test("every process hears of a commit, its own at once, and of nothing that was undone", async () => {
  const other = await openPostgres(databaseUrl);
  onTestFinished(() => other.close());
  // The notifications of commits before this test have arrived.
  await sleep(500);
  const own = vi.fn();
  const remote = vi.fn();
  const forgotten = vi.fn();
  const stop = [storage.onChange(own), other.onChange(remote)];
  storage.onChange(forgotten)();
  await expect(storage.transaction(() => Promise.reject(failure("23505")))).rejects.toThrow();
  expect(own).not.toHaveBeenCalled();
  await storage.transaction(async () => {});
  expect(own).toHaveBeenCalledOnce();
  // One that came before it may be heard of too.
  await expect.poll(() => remote.mock.calls.length).toBeGreaterThan(0);
  const heard = remote.mock.calls.length;
  await Promise.all([1, 2, 3].map(() => storage.transaction(async () => {})));
  await expect.poll(() => remote.mock.calls.length).toBeGreaterThan(heard);
  expect(own).toHaveBeenCalledTimes(4);
  expect(forgotten).not.toHaveBeenCalled();
  for (const end of stop) end();
});

test("what is given up is not waited for, and is closed all the same", async () => {
  const own = await openPostgres(await makeDatabase());
  const sleeping = own.transaction((tx) =>
    tx.executeQuery(CompiledQuery.raw("select pg_sleep(20)")),
  );
  const ended = expect(sleeping).rejects.toThrow("The sandbox is closed.");
  await new Promise((resolve) => setTimeout(resolve, 20));
  own.abort();
  await ended;
  await expect(read(own.db)).rejects.toThrow("The sandbox is closed.");
  await own.close();
});
