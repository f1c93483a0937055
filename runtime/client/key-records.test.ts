import { expect, test } from "vitest";
import { createKeyRecords } from "./key-records.ts";

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
  expect(records.enter("key-2000").open.size).toBe(1);
});
