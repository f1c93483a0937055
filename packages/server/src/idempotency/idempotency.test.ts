import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  FailureAfterWork,
  fingerprintOf,
  type IdempotentRequest,
  MemoryIdempotencyStore,
  makeShortFingerprint,
} from "./idempotency.ts";

const minute = 60_000;
const keep = { status: 200, body: "{}" };

function ask(key: string, now: number, fields: Partial<IdempotentRequest> = {}): IdempotentRequest {
  return {
    id: key,
    operation: "pay",
    owner: "shop",
    key,
    fingerprint: "f",
    now,
    expiresAt: now + minute,
    ...fields,
  };
}

test("a request that still runs holds its key beyond its time, and is not forgotten", async () => {
  const store = new MemoryIdempotencyStore();
  const end = Promise.withResolvers<void>();
  const first = store.run(ask("a", 0), async () => {
    await end.promise;
    return { result: 1, keep };
  });
  const work = async () => ({ result: 2, keep });
  for (const now of [1, minute, 5 * minute]) {
    expect(await store.run(ask("a", now), work)).toEqual({ kind: "running", retryAfter: 1 });
    expect(await store.run(ask("a", now, { fingerprint: "other" }), work)).toEqual({
      kind: "conflict",
    });
    await store.run(ask("other", now), work);
  }
  end.resolve();
  expect(await first).toEqual({ kind: "ran", result: 1 });
  expect(await store.run(ask("a", minute - 1), work)).toEqual({ kind: "replayed", response: keep });
  expect(await store.run(ask("a", minute), work)).toEqual({ kind: "ran", result: 2 });
});

test("what throws or keeps nothing frees its key, and holds nothing", async () => {
  const store = new MemoryIdempotencyStore();
  const fail = () => Promise.reject(new Error("away"));
  await expect(store.run(ask("a", 0), fail)).rejects.toThrow("away");
  expect(await store.run(ask("a", 1), async () => ({ result: 1 }))).toEqual({
    kind: "ran",
    result: 1,
  });
  expect(store.size).toBe(0);
  expect(await store.run(ask("a", 2), async () => ({ result: 2, keep }))).toEqual({
    kind: "ran",
    result: 2,
  });
});

test("a handler whose success could not be sent does not run again until its key is over", async () => {
  const store = new MemoryIdempotencyStore();
  const fail = () => Promise.reject(new FailureAfterWork(new Error("broken")));
  await expect(store.run(ask("a", 0), fail)).rejects.toThrow("cannot be sent");
  const work = async () => ({ result: 2, keep });
  expect(await store.run(ask("a", minute - 1), work)).toEqual({ kind: "conflict" });
  expect(await store.run(ask("a", minute), work)).toEqual({ kind: "ran", result: 2 });
});

test("what is over goes as new keys come, and a key too many is refused before its handler runs", async () => {
  const store = new MemoryIdempotencyStore(50);
  const work = async () => ({ result: 1, keep });
  for (let key = 0; key < 50; key++) await store.run(ask(`${key}`, 0), work);
  let runs = 0;
  const count = async () => {
    runs += 1;
    return { result: runs, keep };
  };
  await expect(store.run(ask("further", 1), count)).rejects.toThrow(
    "The memory holds 50 idempotency keys",
  );
  expect([runs, store.size]).toEqual([0, 50]);
  expect(await store.run(ask("7", 1), count)).toEqual({ kind: "replayed", response: keep });
  for (let key = 0; key < 20; key++) await store.run(ask(`later ${key}`, minute), count);
  expect([runs, store.size]).toEqual([20, 20]);
});

test("a key whose time is over needs no room of its own", async () => {
  for (let over = 0; over < 20; over++) {
    const store = new MemoryIdempotencyStore(20);
    const work = async () => ({ result: over, keep });
    for (let key = 0; key < 20; key++)
      await store.run(ask(`${key}`, 0, key === over ? { expiresAt: 1 } : {}), work);
    expect(await store.run(ask(`${over}`, 1), work)).toEqual({ kind: "ran", result: over });
  }
});

test("the same is asked in whatever order its fields stand, and nothing else is the same", () => {
  const text = '{"a":{"e":[2,1],"f":2},"b":[{"c":null,"d":1},"x"]}';
  expect(fingerprintOf({ b: [{ d: 1, c: null }, "x"], a: { f: 2, e: [2, 1] } })).toBe(
    createHash("sha256").update(text).digest("base64url"),
  );
  const others = [
    [{ a: 1 }],
    [{ a: "1" }],
    [{ a: [1] }],
    [{ a: null }],
    [{}],
    [null],
    [{ a: { 0: 1 } }],
  ];
  for (const make of [fingerprintOf, makeShortFingerprint])
    expect(new Set(others.map(make)).size).toBe(others.length);
});

test("memory compares short requests as they are, and long ones by their hash", () => {
  expect(makeShortFingerprint({ b: 1, a: "x" })).toBe('{"a":"x","b":1}');
  const long = { a: "x".repeat(1_000) };
  expect(makeShortFingerprint(long)).toBe(fingerprintOf(long));
});
