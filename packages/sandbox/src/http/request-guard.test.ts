import { expect, test, vi } from "vitest";
import { makeRequestGuard } from "./request-guard.ts";

/** Requests by owner, such as `a1`; the test sets the time. */
function open() {
  let now = 1_000;
  const timers: (() => void)[] = [];
  const guard = makeRequestGuard(
    () => now,
    (call, delay) => (delay === undefined ? call() : timers.push(call)),
  );
  const begun: string[] = [];
  const leaves = new Map<string, () => void>();
  const enterAs = (of: Parameters<typeof guard>[2], ...names: string[]): void => {
    for (const name of names) {
      const leave = guard(name.charAt(0), () => begun.push(name), of);
      leaves.set(name, leave);
    }
  };
  const enter = (...names: string[]): void => enterAs({}, ...names);
  const leave = (...names: string[]): void => {
    for (const name of names) leaves.get(name)?.();
  };
  const pass = (duration: number): void => {
    now += duration;
    for (const call of timers.splice(0)) call();
  };
  return { begun, enter, enterAs, leave, pass };
}

const some = (owner: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${owner}${index}`);

test("alone, an owner has all at once", () => {
  const { begun, enter } = open();
  enter(...some("a", 200));
  expect(begun).toHaveLength(200);
});

test.each([
  { own: 24, others: 4, atFirst: 4, later: 1 },
  { own: 20, others: 10, atFirst: 10, later: 5 },
  { own: 20, others: 1, atFirst: 1, later: 1 },
  { own: 8, others: 8, atFirst: 8, later: 0 },
])(
  "next to $others of others, of $own requests $atFirst begin, and once these have ended $later",
  (row) => {
    const { begun, enter, leave } = open();
    enter(...some("b", row.others), ...some("a", row.own));
    expect(begun.slice(row.others)).toEqual(some("a", row.atFirst));
    leave(...some("a", row.atFirst));
    expect(begun.slice(row.others + row.atFirst)).toHaveLength(row.later);
  },
);

test("one that asks for more begins one for as many of others', or after 10 ms, or 2 where others ask for nothing", () => {
  const { begun, enter, leave, pass } = open();
  enter("b0", "b1", ...some("a", 6));
  leave("a0", "a1", "a2");
  expect(begun).toEqual(["b0", "b1", "a0", "a1", "a2"]);
  for (const number of [1, 2, 3]) {
    leave(`b${number}`);
    expect(begun).not.toContain("a3");
    enter(`b${number + 1}`);
  }
  leave("b4");
  expect(begun).toContain("a3");
  leave("a3");
  pass(9);
  expect(begun).not.toContain("a4");
  pass(1);
  expect(begun).toContain("a4");
  leave("a4", "b0");
  expect(begun).not.toContain("a5");
  pass(2);
  expect(begun).toContain("a5");
});

test("one that is held while nothing is under way begins after its pause", () => {
  const { begun, enter, enterAs, leave, pass } = open();
  enter("b0");
  enterAs({ cost: 8 }, "a0");
  leave("b0", "a0");
  enterAs({ cost: 8 }, "a1");
  expect(begun).not.toContain("a1");
  pass(16);
  expect(begun).toContain("a1");
});

test.each([
  { of: { cost: 14 }, names: ["a0", "a1", "a2"], pauses: [140, 140] },
  { of: { isUnknown: true }, names: ["w0", "x0", "y0", "z0", "x1"], pauses: [10, 10] },
])("few that cost much, and many that are unknown, count as many: $of", ({ of, names, pauses }) => {
  const { begun, enter, enterAs, leave, pass } = open();
  enter("b0", "b1");
  enterAs(of, ...names);
  for (const pause of pauses) {
    const before = begun.length;
    leave(...begun.slice(2));
    pass(pause - 1);
    const count = begun.length;
    pass(1);
    expect(begun.length).toBeGreaterThan(before);
    expect(begun.length - count).toBeLessThanOrEqual(1);
  }
  expect(begun).toHaveLength(names.length + 2);
});

test("one that is between two requests still counts, and one that has gone does not for long", () => {
  const { begun, enter, leave, pass } = open();
  enter("b0", ...some("a", 9));
  leave("b0", "a0");
  expect(begun).toEqual(["b0", ...some("a", 2)]);
  pass(100);
  leave("a1");
  expect(begun).toEqual(["b0", ...some("a", 3)]);
  pass(100);
  leave("a2");
  expect(begun).toEqual(["b0", ...some("a", 9)]);
});

test("a request that ends before it has begun does not begin, and others do not wait for it", () => {
  const { begun, enter, leave } = open();
  enter("b0", ...some("a", 6));
  leave("a1", "a0");
  expect(begun).toEqual(["b0", "a0", "a2"]);
});

test("what has ended is not remembered: of many owners nothing is left", () => {
  const set = vi.spyOn(Map.prototype, "set");
  const { begun, enter, leave, pass } = open();
  const names = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(1_000 + index));
  enter(...names);
  leave(...names);
  for (const name of ["a100", "a101", "a102"]) {
    pass(100);
    enter(name);
    leave(name);
  }
  const owners = set.mock.contexts[0] as Map<string, unknown>;
  set.mockRestore();
  expect(owners.size).toBeLessThan(3);
  enter(...some("a", 20));
  expect(begun.slice(503)).toHaveLength(20);
});
