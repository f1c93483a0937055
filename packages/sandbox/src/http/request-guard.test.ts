import { expect, test } from "vitest";
import { RequestGuard } from "./request-guard.ts";

/** Requests by owner, such as `a1`; time passes by hand. */
function open() {
  let now = 1_000;
  const guard = new RequestGuard(
    () => now,
    (call) => call(),
  );
  const begun: string[] = [];
  const leaves = new Map<string, () => void>();
  const enter = (...names: string[]): void => {
    for (const name of names)
      leaves.set(
        name,
        guard.enter(name.charAt(0), () => begun.push(name)),
      );
  };
  const leave = (...names: string[]): void => {
    for (const name of names) leaves.get(name)?.();
  };
  const pass = (duration: number): void => {
    now += duration;
  };
  return { begun, enter, leave, pass };
}

const some = (owner: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${owner}${index}`);

test("alone, an owner has all at once", () => {
  const { begun, enter } = open();
  enter(...some("a", 200));
  expect(begun).toHaveLength(200);
});

test("while others ask, an owner has half as many under way as they ask for, and always two", () => {
  const { begun, enter, leave } = open();
  enter("b0");
  enter(...some("a", 20));
  expect(begun).toEqual(["b0", ...some("a", 2)]);
  enter(...some("b", 8).slice(1), "c0", "c1");
  expect(begun.slice(3)).toEqual([...some("b", 8).slice(1), "c0", "c1"]);
  leave("a0");
  // Half of eight and two.
  expect(begun.slice(12)).toEqual(some("a", 6).slice(2));
});

test("one that is between two requests still counts, and one that has gone does not for long", () => {
  const { begun, enter, leave, pass } = open();
  enter("b0", ...some("a", 9));
  leave("b0");
  leave("a0", "a1");
  expect(begun).toEqual(["b0", ...some("a", 4)]);
  pass(100);
  leave("a2");
  expect(begun).toEqual(["b0", ...some("a", 5)]);
  pass(100);
  leave("a3");
  expect(begun).toEqual(["b0", ...some("a", 9)]);
});

test("a request that ends before it has begun does not begin, and keeps nobody waiting", () => {
  const { begun, enter, leave } = open();
  enter("b0", ...some("a", 6));
  leave("a2");
  leave("a0", "a1");
  expect(begun).toEqual(["b0", ...some("a", 2), "a3", "a4"]);
});

test("what has ended is not remembered: of many owners nothing is left", () => {
  const { begun, enter, leave, pass } = open();
  const names = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(1_000 + index));
  enter(...names);
  leave(...names);
  for (const name of ["a100", "a101", "a102"]) {
    pass(100);
    enter(name);
    leave(name);
  }
  enter(...some("a", 20));
  expect(begun.slice(503)).toHaveLength(20);
});
