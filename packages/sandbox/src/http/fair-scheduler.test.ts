import fc from "fast-check";
import { expect, test } from "vitest";
import { costOf, FairScheduler } from "./fair-scheduler.ts";

/** Requests of owners that are named by a letter; the test sets the time. */
function open() {
  let now = 1_000;
  const scheduler = new FairScheduler(() => now);
  const begun: string[] = [];
  const open: { owner: string; leave(): void }[] = [];
  return {
    scheduler,
    begun,
    pass: (duration: number) => {
      now += duration;
    },
    enter: (owner: string, count: number, cost = 1) => {
      for (let number = 0; number < count; number++) {
        const leave = scheduler.enter(owner, () => begun.push(owner), cost);
        open.push({ owner, leave });
      }
    },
    /** Ends the first requests of an owner. */
    leave: (owner: string, count: number) => {
      for (let number = 0; number < count; number++) {
        const index = open.findIndex((one) => one.owner === owner);
        for (const one of index < 0 ? [] : open.splice(index, 1)) one.leave();
      }
    },
    counted: (owner: string) => begun.filter((name) => name === owner).length,
  };
}

test.each([
  { others: 0, own: 200, begun: 200 },
  { others: 10, own: 10, begun: 10 },
  { others: 10, own: 20, begun: 5 },
  { others: 10, own: 100, begun: 1 },
])("next to $others requests of others, $begun of $own are under way", (row) => {
  const { enter, leave, counted } = open();
  enter("b", row.others);
  enter("a", row.own);
  // The first requests of `a` begin before it asks for more than the others: these have to end first.
  const atFirst = counted("a");
  leave("a", atFirst - row.begun);
  expect(counted("b")).toBe(row.others);
  expect(counted("a")).toBe(atFirst);
  leave("a", 1);
  expect(counted("a")).toBe(Math.min(atFirst + 1, row.own));
});

test("a request that costs much counts as many", () => {
  const { enter, leave, counted } = open();
  enter("b", 2);
  enter("a", 3, 14);
  expect(counted("a")).toBe(1);
  leave("a", 1);
  expect(counted("a")).toBe(2);
});

test("a long body costs more, by its headers alone", () => {
  const costs = [undefined, "0", "16383", "16384", "49152"].map((length) => costOf("POST", length));
  expect(costs).toEqual([2, 1, 1, 2, 4]);
  expect(costOf("GET", undefined)).toBe(1);
});

test("an owner between two requests still counts, and one that has gone does not for long", () => {
  const { enter, leave, pass, counted } = open();
  enter("b", 1);
  enter("a", 9);
  leave("b", 1);
  leave("a", 1);
  expect(counted("a")).toBe(2);
  pass(100);
  leave("a", 1);
  expect(counted("a")).toBe(3);
  pass(100);
  leave("a", 1);
  expect(counted("a")).toBe(9);
});

test("every request begins once; only the largest owner waits; owners without requests are forgotten", () => {
  const step = fc.record({
    owner: fc.constantFrom("a", "b", "c"),
    count: fc.integer({ min: 1, max: 12 }),
    kind: fc.constantFrom("enter", "enter", "leave"),
    pause: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { enter, leave, pass, counted, scheduler } = open();
      const asked: Record<string, number> = { a: 0, b: 0, c: 0 };
      for (const { owner, count, kind, pause } of steps) {
        pass(pause);
        if (kind === "leave") leave(owner, count);
        else {
          asked[owner] = (asked[owner] ?? 0) + count;
          enter(owner, count);
        }
        const waiting = Object.keys(asked).filter((name) => counted(name) < (asked[name] ?? 0));
        expect(waiting.length).toBeLessThan(2);
      }
      // A request that has not begun when it ends never begins.
      for (const name of Object.keys(asked)) leave(name, asked[name] ?? 0);
      for (const name of Object.keys(asked))
        expect(counted(name)).toBeLessThanOrEqual(asked[name] ?? 0);
      for (let window = 0; window < 3; window++) {
        pass(100);
        enter("d", 1);
        leave("d", 1);
      }
      expect(scheduler.size).toBe(1);
    }),
  );
});
