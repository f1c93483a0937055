import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestWaits, resultWithin } from "./request-waits.ts";
import { longLimits, requestLimits } from "./storage/postgres/client.ts";

const never = new Promise<never>(() => {});

test("the waits of a request are less than ten seconds together", () => {
  const sum = Object.values(requestWaits).reduce((total, wait) => total + wait, 0);
  expect(sum).toBeLessThan(10_000);
});

test("the table of waits in the documentation has these limits", async () => {
  const text = await readFile(join(import.meta.dirname, "../../../docs/reliability.md"), "utf8");
  const seconds = (milliseconds: number): string => `${milliseconds / 1_000} s`;
  const { turn, settings, faults, handling } = requestWaits;
  const sum = seconds(turn + settings + faults + handling);
  for (const row of [
    `| its turn to begin, beside other requests | ${seconds(turn)}`,
    `| the present settings | ${seconds(settings)}`,
    `| a fault, if there are any | ${seconds(faults)}`,
    `| credentials, limits, a place in a set of calls, transaction | ${seconds(handling)}`,
    `| **a request, these together** | **${sum}**`,
    `| a connection, new or free | ${seconds(requestLimits.connect)}`,
    `| a lock | ${seconds(requestLimits.lock)}`,
    `| a statement | ${seconds(requestLimits.statement)}; without any answer ${seconds(requestLimits.answer)}`,
    `| a transaction | ${seconds(requestLimits.work)}; run again, ${seconds(requestLimits.total)}`,
    `| reset | ${seconds(longLimits.lock)} for other transactions to end, ${seconds(longLimits.statement)} a statement`,
  ])
    expect(text).toContain(row);
});

test("what takes longer is given up, and its failure later is nobody's", async () => {
  expect(await resultWithin(1_000, Promise.resolve(1))).toBe(1);
  expect(await resultWithin(1, never)).toBeUndefined();
  const failing = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("late")), 10),
  );
  expect(await resultWithin(1, failing)).toBeUndefined();
  await expect(resultWithin(1_000, Promise.reject(new Error("no")))).rejects.toThrow("no");
});
