import type { IdempotentRequest, Work } from "@pix-contract/server";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../storage/open-sqlite.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database } from "../storage/tables.ts";
import { makeIdempotencyStore, type OrderQueue } from "./idempotency-store.ts";

type Queue = OrderQueue<string, string>;

/**
 * A store whose orders are keys that are written into a table, and what it was asked for.
 *
 * @param locked resolves when no other process has the owners' rows
 */
async function open(changes: Partial<Storage> = {}, locked?: Promise<void>) {
  const storage = { ...(await openSqlite()), ...changes };
  onTestFinished(() => storage.close());
  const prepared: (readonly string[])[] = [];
  const executed: (readonly string[])[] = [];
  const seen: string[][] = [];
  const prepare = async (tx: Database, owners: readonly string[]) => {
    prepared.push(owners);
    await locked;
    const rows = await tx.selectFrom("rateLimits").select("key").orderBy("key").execute();
    const placed: string[] = [];
    const create = (order: string): string => {
      if (placed.length === 0) executed.push(placed);
      placed.push(order);
      seen.push(rows.map(({ key }) => key));
      if (order === "broken") throw new Error("broken");
      return order.toUpperCase();
    };
    const written = () => placed.map((key) => ({ key, count: 1, resetsAt: 0 }));
    return {
      create,
      writes: () => [{ table: "rateLimits" as const, rows: written(), key: ["key"] }],
    };
  };
  const store = makeIdempotencyStore(storage, prepare);
  const keysOf = async (table: "rateLimits" | "idempotency") => {
    const column = table === "rateLimits" ? "key" : "id";
    const rows = await storage.db.selectFrom(table).select([column]).orderBy(column).execute();
    return rows.map((row) => Object.values(row).join());
  };
  return { storage, store, prepared, executed, seen, keysOf };
}

function ask(key: string, fields: Partial<IdempotentRequest> = {}): IdempotentRequest {
  const owner = fields.owner ?? "a";
  return {
    id: key,
    operation: "pay",
    owner,
    key,
    fingerprint: `of ${key}`,
    now: 1_000,
    expiresAt: 2_000,
    ...fields,
  };
}

const kept = (result: string): Work<string> => ({
  result,
  keep: { status: 200, body: `"${result}"` },
});

/** Orders something, and keeps the response. */
const order = (what: string) => async (queue: Queue) => kept(queue.create(what));
/** Orders something, and does not keep the response. */
const forgotten = async (queue: Queue): Promise<Work<string>> => ({
  result: queue.create("forgotten"),
});
/** Orders something, and fails. */
const failing = async (queue: Queue): Promise<Work<string>> => {
  queue.create("failed");
  throw new Error("no");
};

test("the first response comes again until it expires; another request under its key is a conflict", async () => {
  const { store, executed, keysOf } = await open();
  const other = { fingerprint: "another" };
  expect(await store.run(ask("k"), order("x"))).toEqual({ kind: "ran", result: "X" });
  const replayed = { kind: "replayed", response: { status: 200, body: '"X"' } };
  expect(await store.run(ask("k"), order("y"))).toEqual(replayed);
  expect(await store.run(ask("k", { now: 1_999 }), order("y"))).toEqual(replayed);
  expect(await store.run(ask("k", { now: 1_999, ...other }), order("y"))).toEqual({
    kind: "conflict",
  });
  expect(executed).toEqual([["x"]]);
  const later = { now: 2_000, expiresAt: 3_000, ...other };
  expect(await store.run(ask("k", later), order("y"))).toEqual({ kind: "ran", result: "Y" });
  expect(await store.run(ask("k", later), order("z"))).toMatchObject({ response: { body: '"Y"' } });
  expect(await keysOf("rateLimits")).toEqual(["x", "y"]);
});

test("while a request runs, its repeat gets `running` and another request a conflict; then the key is free", async () => {
  const { store } = await open();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = store.run(ask("k"), async () => {
    begun.resolve();
    await end.promise;
    throw new Error("no");
  });
  await begun.promise;
  expect(await store.run(ask("k"), order("x"))).toEqual({ kind: "running", retryAfter: 1 });
  expect(await store.run(ask("k", { fingerprint: "another" }), order("x"))).toEqual({
    kind: "conflict",
  });
  end.resolve();
  await expect(first).rejects.toThrow("no");
  expect(await store.run(ask("k", { fingerprint: "another" }), order("x"))).toEqual({
    kind: "ran",
    result: "X",
  });
});

test("what another process runs under a key is not run here", async () => {
  const { store, executed } = await open({ tryLocks: async () => new Set() });
  expect(await store.run(ask("k"), order("x"))).toEqual({ kind: "running", retryAfter: 1 });
  expect(executed).toEqual([]);
});

test("requests that wait at the same time are executed together; one without an order delays no other", async () => {
  const { store, prepared, executed, seen, keysOf } = await open();
  await store.run(ask("first"), order("w"));
  const done = await Promise.all([
    store.run(ask("k1"), order("x")),
    store.run(ask("k2", { owner: "b" }), async () => kept("nothing")),
    store.run(ask("k3"), order("y")),
    store.run(ask("k3"), order("z")),
    store.run(ask("first"), order("z")),
  ]);
  expect(done).toMatchObject([
    { kind: "ran", result: "X" },
    { kind: "ran", result: "nothing" },
    { kind: "ran", result: "Y" },
    { kind: "replayed", response: { body: '"Y"' } },
    { kind: "replayed", response: { body: '"W"' } },
  ]);
  expect(prepared.slice(0, 2)).toEqual([["a"], ["a", "b"]]);
  expect(executed).toEqual([["w"], ["x", "y"]]);
  expect(seen).toEqual([[], ["w"], ["w"]]);
  expect(await keysOf("rateLimits")).toEqual(["w", "x", "y"]);
  expect(await keysOf("idempotency")).toEqual(["first", "k1", "k2", "k3"]);
});

test("a request that fails before its order fails alone; no other is run again for it or for one that is not kept", async () => {
  const { store, executed, keysOf } = await open();
  let begun = 0;
  const early = async (): Promise<Work<string>> => {
    begun += 1;
    throw new Error("no");
  };
  const free = async (): Promise<Work<string>> => {
    begun += 1;
    return { result: `free ${begun}` };
  };
  const ended = await Promise.allSettled([
    store.run(ask("k1"), early),
    store.run(ask("k2"), order("x")),
    store.run(ask("k3"), free),
  ]);
  expect(ended).toMatchObject([
    { reason: { message: "no" } },
    { value: { kind: "ran", result: "X" } },
    { value: { result: "free 2" } },
  ]);
  expect([begun, executed]).toEqual([2, [["x"]]]);
  expect(await keysOf("idempotency")).toEqual(["k2"]);
});

test("what fails after its order, or is not kept, writes nothing; the others are done all the same", async () => {
  const { store, keysOf } = await open();
  const all = () => [
    store.run(ask("k1"), failing),
    store.run(ask("k2"), forgotten),
    store.run(ask("k3"), order("x")),
    store.run(ask("k4"), async (): Promise<Work<string>> => ({ result: "free" })),
  ];
  const outcomes = [
    { reason: { message: "no" } },
    { value: { kind: "ran", result: "FORGOTTEN" } },
    { value: { kind: "ran", result: "X" } },
    { value: { kind: "ran", result: "free" } },
  ];
  expect(await Promise.allSettled(all())).toMatchObject(outcomes);
  expect(await keysOf("rateLimits")).toEqual(["x"]);
  expect(await keysOf("idempotency")).toEqual(["k3"]);
  // Nothing holds their keys any more.
  const again = await Promise.allSettled(all());
  expect(again.map((end) => end.status === "fulfilled" && end.value.kind)).toEqual([
    false,
    "ran",
    "replayed",
    "ran",
  ]);
});

test("orders that cannot be executed fail, and only they; a second order of one request is a mistake", async () => {
  const { store, keysOf } = await open();
  const twice = async (queue: Queue) => kept(queue.create("y") + queue.create("z"));
  const ended = await Promise.allSettled([
    store.run(ask("k1"), order("broken")),
    store.run(ask("k2"), order("x")),
    store.run(ask("k3"), twice),
  ]);
  expect(ended).toMatchObject([
    { reason: { message: "broken" } },
    { value: { kind: "ran", result: "X" } },
    { reason: { message: "A request places one order." } },
  ]);
  expect(await keysOf("rateLimits")).toEqual(["x"]);
});

test("what comes while another process has the owner's rows is done in the set that waits for them", async () => {
  const locked = Promise.withResolvers<void>();
  const { store, prepared, executed } = await open({}, locked.promise);
  const done = [store.run(ask("k1"), order("x"))];
  await expect.poll(() => prepared).toHaveLength(1);
  done.push(store.run(ask("k2"), order("y")), store.run(ask("k3"), order("z")));
  locked.resolve();
  await Promise.all(done);
  expect([prepared, executed]).toEqual([[["a"]], [["x", "y", "z"]]]);
});

test("an owner has one set at a time, and others go on meanwhile", async () => {
  const { store, executed } = await open();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  // SQLite runs one transaction after another: what is prepared shows what has begun.
  const first = store.run(ask("k1"), async (queue) => {
    begun.resolve();
    await end.promise;
    return kept(queue.create("x"));
  });
  await begun.promise;
  const others = [
    store.run(ask("k2"), order("y")),
    store.run(ask("k3", { owner: "b" }), order("z")),
  ];
  // Both have had the time to be begun.
  for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
  end.resolve();
  await Promise.all([first, ...others]);
  expect(executed).toEqual([["x"], ["z"], ["y"]]);
});
