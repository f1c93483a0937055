import { expect, test } from "vitest";
import type { Lane } from "./claim.ts";
import { Active, most, nextAfter, shareOut } from "./share-out.ts";

/** Lanes by what they are called: `a:x` is company a's to the host x. */
const lanesOf = (names: readonly string[], nextAt = 100): Lane[] =>
  names.map((name) => {
    const [companyId = "", host = ""] = name.split(":");
    return { companyId, host, nextAt };
  });

function activeOf(counts: Record<string, number>): Active {
  const active = new Active();
  for (const [name, count] of Object.entries(counts)) {
    for (let left = count; left > 0; left--) for (const lane of lanesOf([name])) active.add(lane, 1);
  }
  return active;
}

const counts = (active: Record<string, number>, names: readonly string[]) =>
  Object.fromEntries(
    shareOut(lanesOf(names), 100, activeOf(active)).map(({ companyId, host, count }) => [
      `${companyId}:${host}`,
      count,
    ]),
  );
/** So many lanes with eight attempts each. */
const full = (count: number, nameOf: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), 8]));

test.for<[string, Record<string, number>, string[], Record<string, number>]>([
  ["each host gets what it may have", {}, ["a:x", "a:y"], { "a:x": 8, "a:y": 8 }],
  ["less what is under way", { "a:x": 8, "a:y": 3 }, ["a:x", "a:y"], { "a:y": 5 }],
  ["hosts that hang take no more than the company's room", full(8, (n) => `a:${n}`), ["a:new", "b:x"], { "b:x": 8 }],
  ["companies share a host", { "a:x": 8 }, ["a:x", "b:x"], { "b:x": 8 }],
  ["and no more than the host takes", full(4, (n) => `c${n}:x`), ["b:x", "b:y"], { "b:y": 8 }],
  [
    "companies with the fewest attempts come first where room is scarce",
    { ...full(31, (n) => `${n}:${n}`), "a:y": 7 },
    ["a:x", "b:x"],
    { "b:x": 1 },
  ],
])("%s", ([, active, names, expected]) => {
  expect(counts(active, names)).toEqual(expected);
});

test("39 hosts of a company that hang leave room for every other one", () => {
  const names = Array.from({ length: 39 }, (_, index) => `bad:${index}`);
  const active = new Active();
  for (const { count, ...lane } of shareOut(lanesOf(names), 100, active)) {
    for (let left = count; left > 0; left--) active.add(lane, 1);
  }
  expect(active.all).toBe(most.company);
  expect(shareOut(lanesOf([...names, "good:0"]), 100, active)).toEqual([{ companyId: "good", host: "0", count: 8 }]);
  for (const lane of lanesOf(["bad:0"])) active.add(lane, -1);
  expect(active.all).toBe(most.company - 1);
});

test("what is not due yet gets nothing, and is waited for", () => {
  const later = [...lanesOf(["a:x"], 101), ...lanesOf(["a:y"], 100), ...lanesOf(["b:x"], 300)];
  expect(shareOut(later, 100, new Active())).toEqual([{ companyId: "a", host: "y", count: 8 }]);
  expect(nextAfter(later, 100)).toBe(101);
  expect(nextAfter(later, 300)).toBeUndefined();
});
