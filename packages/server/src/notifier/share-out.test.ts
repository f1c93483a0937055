import { expect, test } from "vitest";
import { nextAfter, shareOut } from "./share-out.ts";

const hostsDue = (...hosts: string[]) => hosts.map((host) => ({ host, nextAt: 100 }));
const counts = (active: Record<string, number>, free: number, hosts: string[]) =>
  Object.fromEntries(
    shareOut(hostsDue(...hosts), { now: 100, active: new Map(Object.entries(active)), free, mostByHost: 8 }).map(
      ({ host, count }) => [host, count],
    ),
  );

test.each<[string, Record<string, number>, number, string[], Record<string, number>]>([
  ["each host gets what it may have", {}, 256, ["a", "b"], { a: 8, b: 8 }],
  ["less what is under way", { a: 8, b: 3 }, 256, ["a", "b"], { b: 5 }],
  ["scarce room is shared", {}, 6, ["a", "b", "c"], { a: 2, b: 2, c: 2 }],
  ["hosts with the fewest attempts come first", { a: 7, b: 4 }, 1, ["a", "b", "c"], { c: 1 }],
  ["what one cannot use the others get", { a: 7 }, 9, ["a", "b"], { b: 5, a: 1 }],
  ["one that is full takes nothing from the others", { a: 8 }, 4, ["a", "b", "c"], { b: 2, c: 2 }],
  ["nobody gets anything where there is no room", {}, 0, ["a", "b"], {}],
])("%s", (_, active, free, hosts, expected) => {
  expect(counts(active, free, hosts)).toEqual(expected);
});

test("what is not due yet gets nothing, and is waited for", () => {
  const later = [
    { host: "a", nextAt: 101 },
    { host: "b", nextAt: 100 },
    { host: "c", nextAt: 300 },
  ];
  const room = { now: 100, active: new Map<string, number>(), free: 256, mostByHost: 8 };
  expect(shareOut(later, room)).toEqual([{ host: "b", count: 8 }]);
  expect(nextAfter(later, 100)).toBe(101);
  expect(nextAfter(later, 300)).toBeUndefined();
});
