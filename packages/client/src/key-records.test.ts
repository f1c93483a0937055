import { expect, test } from "vitest";
import { createKeyRecords } from "./key-records.ts";

test("a record stays as long as a call uses it, or a request of it is open", () => {
  const records = createKeyRecords();
  const first = records.enter("key");
  expect(records.enter("key")).toBe(first);
  records.leave("key", first);
  // The second call goes on, and what it leaves open is found by a third.
  expect(records.enter("key")).toBe(first);
  records.leave("key", first);
  first.open.add({});
  records.leave("key", first);
  expect(records.enter("key")).toBe(first);
});

test("a record that nothing is left of goes", () => {
  const records = createKeyRecords();
  const first = records.enter("key");
  records.leave("key", first);
  expect(records.enter("key")).not.toBe(first);
});

test("calls without a key share nothing", () => {
  const records = createKeyRecords();
  const first = records.enter(undefined);
  first.open.add({});
  expect(records.enter(undefined)).not.toBe(first);
  records.leave(undefined, first);
  expect(records.enter(undefined)).not.toBe(first);
});

test("of too many records the oldest go, but none that a call uses", () => {
  const records = createKeyRecords();
  const used = records.enter("used");
  used.open.add({});
  for (let nth = 1; nth <= 10_000; nth++) {
    const record = records.enter(`key-${nth}`);
    record.open.add({});
    records.leave(`key-${nth}`, record);
  }
  expect(records.enter("used")).toBe(used);
  expect(records.enter("key-1").open.size).toBe(0);
  expect(records.enter("key-10000").open.size).toBe(1);
  // A tenth goes at once, and not more.
  expect(records.enter("key-1000").open.size).toBe(0);
  expect(records.enter("key-1002").open.size).toBe(1);
  expect(records.enter("key-2000").open.size).toBe(1);
});
