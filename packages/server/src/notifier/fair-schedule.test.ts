import { expect, test } from "vitest";
import type { Lane } from "./claim.ts";
import { Active, allocate, maxAttempts, nextAfter } from "./fair-schedule.ts";

/** Lanes by name: `a:x` is lane x of caller a. */
const lanesOf = (names: readonly string[], nextAt = 100): Lane[] =>
  names.map((name) => {
    const [callerId = "", lane = ""] = name.split(":");
    return { callerId, lane, nextAt };
  });

function activeOf(counts: Record<string, number>): Active {
  const active = new Active();
  for (const [name, count] of Object.entries(counts)) {
    for (let left = count; left > 0; left--)
      for (const lane of lanesOf([name])) active.add(lane, 1);
  }
  return active;
}

const allocations = (active: Record<string, number>, names: readonly string[]) =>
  Object.fromEntries(
    allocate(lanesOf(names), 100, activeOf(active)).map(({ callerId, lane, count }) => [
      `${callerId}:${lane}`,
      count,
    ]),
  );
const lanes = (caller: string, count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, index) => `${caller}:${first + index}`);
/** So many attempts under way in each lane. */
const each = (names: readonly string[], count: number) =>
  Object.fromEntries(names.map((name) => [name, count]));
const callers = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `c${index}`);

test.for<[string, Record<string, number>, string[], Record<string, number>]>([
  ["each lane gets what it may have", {}, ["a:x", "a:y"], { "a:x": 8, "a:y": 8 }],
  ["less what is under way", { "a:x": 8, "a:y": 3 }, ["a:x", "a:y"], { "a:y": 5 }],
  [
    "lanes of a caller share half of its room",
    {},
    lanes("a", 10),
    { ...each(lanes("a", 10), 3), "a:0": 4, "a:1": 4 },
  ],
  [
    "and each of them may begin one attempt in the other half",
    each(lanes("a", 8), 8),
    ["a:new", "b:x"],
    { "b:x": 8 },
  ],
  ["of 39 that hang as well", each(lanes("a", 39), 1), ["a:new", "a:0"], { "a:new": 1 }],
  [
    "callers with the fewest attempts come first where room is scarce",
    {
      ...each(lanes("a", 15), 2),
      ...each(
        callers(28).map((name) => `${name}:x`),
        8,
      ),
    },
    ["a:x", "b:x"],
    { "b:x": 2 },
  ],
  [
    "a caller without an attempt begins one although all room is taken",
    each(
      callers(32).map((name) => `${name}:x`),
      8,
    ),
    ["c0:y", "a:x", "a:y", "b:x"],
    { "a:x": 1, "b:x": 1 },
  ],
])("%s", ([, active, names, expected]) => {
  expect(allocations(active, names)).toEqual(expected);
});

test("39 lanes of a caller that hang leave room for every other one, and each of them begins", () => {
  const names = lanes("bad", 39);
  const active = new Active();
  for (const { count, ...lane } of allocate(lanesOf(names), 100, active)) {
    expect(count).toBe(1);
    active.add(lane, 1);
  }
  expect(active.count()).toBe(39);
  expect(allocate(lanesOf([...names, "good:0"]), 100, active)).toEqual([
    { callerId: "good", lane: "0", count: 8 },
  ]);
  for (const lane of lanesOf(names)) active.add(lane, -1);
  expect([active.count(), active.count("bad"), active.count("bad", "0")]).toEqual([0, 0, 0]);
});

test("the shares never exceed the room, for any number of callers and lanes", () => {
  const given = allocate(
    lanesOf(callers(40).flatMap((caller) => lanes(caller, 50))),
    100,
    new Active(),
  );
  expect(given.reduce((total, { count }) => total + count, 0)).toBe(maxAttempts.all);
  expect(new Set(given.map(({ callerId }) => callerId)).size).toBe(40);
});

test("what is not due yet gets nothing, and is waited for", () => {
  const later = [...lanesOf(["a:x"], 101), ...lanesOf(["a:y"], 100), ...lanesOf(["b:x"], 300)];
  expect(allocate(later, 100, new Active())).toEqual([{ callerId: "a", lane: "y", count: 8 }]);
  expect(nextAfter(later, 100)).toBe(101);
  expect(nextAfter(later, 300)).toBeUndefined();
});

test("a lane whose attempts succeed may have more at once, until one fails or none is under way", () => {
  const active = new Active();
  const [lane] = lanesOf(["a:x"]) as [Lane];
  const begin = (): number => {
    const [allocation] = allocate([lane], 100, active);
    const count = allocation?.count ?? 0;
    for (let number = 0; number < count; number++) active.add(lane, 1);
    return count;
  };
  expect(begin()).toBe(8);
  for (let number = 0; number < 4; number++) active.end(lane, true);
  expect(begin()).toBe(8);
  for (let number = 0; number < 30; number++) {
    active.end(lane, true);
    begin();
  }
  expect(active.count("a", "x")).toBe(maxAttempts.caller / 2);
  active.end(lane, false);
  expect(begin()).toBe(0);
  while (active.count() > 1) active.end(lane, true);
  active.end(lane, false);
  expect(begin()).toBe(8);
});

test.for<[underWay: number, ends: string, limit: number]>([
  [2, "+", 9],
  [2, "++", 8],
  [1, "+", 8],
  [1, "-", 8],
  [3, "+-", 8],
  [3, "-+", 9],
  [25, "+".repeat(23), 31],
  [26, "+".repeat(24), 32],
  [27, "+".repeat(25), 32],
  [26, "+".repeat(26), 8],
])(
  "after %i attempts under way have ended by %s, a lane may have %i",
  ([underWay, ends, limit]) => {
    const active = new Active();
    const [lane] = lanesOf(["a:x"]) as [Lane];
    for (let count = 0; count < underWay; count++) active.add(lane, 1);
    for (const end of ends) active.end(lane, end === "+");
    expect(active.limit("a", "x")).toBe(limit);
  },
);
