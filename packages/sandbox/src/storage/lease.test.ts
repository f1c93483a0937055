import { expect, onTestFinished, test } from "vitest";
import { makeLease } from "./lease.ts";
import { openSqlite } from "./open-sqlite.ts";

/** Processes that share a database, whose time the test moves. */
async function open() {
  const { db, close } = await openSqlite();
  onTestFinished(close);
  let now = 10_000;
  let asked = 0;
  const storage = {
    db,
    shared: true,
    now: () => {
      asked += 1;
      return now;
    },
  };
  const pass = (duration: number): void => {
    now += duration;
  };
  return {
    lease: (holder: string) => makeLease(storage, "due", holder, () => now),
    pass,
    asked: () => asked,
  };
}

test("one process holds a lease for as long as it renews it, and another has it when it does not", async () => {
  const { lease, pass } = await open();
  const one = lease("one");
  const two = lease("two");
  expect([await one.hold(), await two.hold()]).toEqual([true, false]);
  for (let second = 0; second < 30; second++) {
    pass(500);
    expect([await one.hold(), await two.hold()]).toEqual([true, false]);
  }
  // Three attempts to renew it may fail, and it is held all the same.
  pass(1_999);
  expect(await two.hold()).toBe(false);
  pass(1);
  expect(await two.hold(), "asked a moment ago").toBe(false);
  pass(500);
  expect([await two.hold(), await one.hold()]).toEqual([true, false]);
});

test("a lease is asked for twice a second at the most, and is not held beyond its end where that fails", async () => {
  const { lease, pass, asked } = await open();
  const one = lease("one");
  for (const duration of [0, 1, 498, 1, 499, 1]) {
    pass(duration);
    expect(await one.hold()).toBe(true);
  }
  expect(asked()).toBe(3);
});

test("one that is released is another's at once; to release what another holds does nothing", async () => {
  const { lease } = await open();
  const one = lease("one");
  const two = lease("two");
  const three = lease("three");
  expect([await one.hold(), await two.hold()]).toEqual([true, false]);
  await two.release();
  expect(await lease("four").hold()).toBe(false);
  await one.release();
  expect([await one.hold(), await three.hold()]).toEqual([false, true]);
});

test("one that has run out is not released for the process that has it now", async () => {
  const { lease, pass } = await open();
  const one = lease("one");
  const two = lease("two");
  expect(await one.hold()).toBe(true);
  pass(2_500);
  expect(await two.hold()).toBe(true);
  await one.release();
  expect(await lease("three").hold()).toBe(false);
  expect(await two.hold()).toBe(true);
});

test("where one process has the storage, that one has every lease", async () => {
  const lease = makeLease({ shared: false } as never, "due", "one");
  expect(await lease.hold()).toBe(true);
  await lease.release();
});
