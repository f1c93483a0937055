import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { useManualTime } from "../../../../test/support/time.ts";
import { Turns } from "./turns.ts";

beforeEach(useManualTime);

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Requests of owners that are named by a letter. */
function open() {
  const turns = new Turns(() => performance.now());
  const requests: { owner: string; leave(): void }[] = [];
  let begun = "";
  return {
    turns,
    begun: () => begun,
    enter: (owners: string) => {
      for (const owner of owners) {
        const leave = turns.enter(owner, () => {
          begun += owner;
        });
        requests.push({ owner, leave });
      }
    },
    /** Ends the first requests of an owner. */
    leave: (owner: string, count = 1) => {
      for (let number = 0; number < count; number++) {
        const index = requests.findIndex((one) => one.owner === owner);
        for (const one of index < 0 ? [] : requests.splice(index, 1)) one.leave();
      }
    },
    pass: async (turnsOfLoop: number) => {
      for (let turn = 0; turn < turnsOfLoop; turn++) await turnOfLoop();
    },
    counted: (owner: string) => [...begun].filter((name) => name === owner).length,
  };
}

test("owners take turns, whoever has more requests", async () => {
  const { enter, begun, pass } = open();
  enter("aaaaaaabc");
  await pass(3);
  expect(begun()).toBe("abcaaaaaa");
});

test("a few requests of an owner that is alone begin in each turn of the event loop, 64 before one ends", async () => {
  const { enter, leave, counted, pass } = open();
  enter("a".repeat(70));
  const counts: number[] = [];
  for (let turn = 0; turn < 9; turn++) {
    await pass(1);
    counts.push(counted("a"));
  }
  expect(counts).toEqual([8, 16, 24, 32, 40, 48, 56, 64, 64]);
  leave("a", 2);
  await pass(1);
  expect(counted("a")).toBe(66);
});

test("while another has requests, an owner has a few under way; it has more a moment after the other has gone", async () => {
  const { enter, leave, counted, pass } = open();
  enter(`b${"a".repeat(30)}`);
  await pass(6);
  expect([counted("a"), counted("b")]).toEqual([8, 1]);
  leave("a", 2);
  await pass(2);
  expect(counted("a")).toBe(10);
  leave("b");
  await pass(2);
  expect(counted("a")).toBe(10);
  await vi.advanceTimersByTimeAsync(100);
  leave("a");
  await pass(6);
  expect(counted("a")).toBe(30);
});

test("a request that has waited for two seconds begins in any case", async () => {
  const { enter, counted, pass } = open();
  enter(`b${"a".repeat(30)}`);
  await pass(6);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(counted("a")).toBe(8);
  await vi.advanceTimersByTimeAsync(1);
  expect(counted("a")).toBe(30);
});

test.for<[end: string, others: number, milliseconds: number, begun: number]>([
  ["before it has begun", 0, 0, 0],
  ["after it has begun in its turn", 0, 1, 1],
  ["after it has waited for two seconds", 64, 2_000, 1],
])("a request that ends %s leaves no timer", async ([, others, milliseconds, begun]) => {
  const { enter, leave, pass, counted } = open();
  enter("b".repeat(others));
  await pass(others);
  enter("a");
  expect(vi.getTimerCount()).toBe(1);
  if (milliseconds > 0) await vi.advanceTimersByTimeAsync(milliseconds);
  expect(counted("a")).toBe(begun);
  leave("a");
  expect(vi.getTimerCount()).toBe(0);
  // One that ended while it waited never begins.
  leave("b", others);
  await pass(2);
  expect(counted("a")).toBe(begun);
});

test("every request begins once, none that has ended before; owners without requests are forgotten", async () => {
  const step = fc.record({
    owner: fc.constantFrom("a", "b", "c"),
    count: fc.integer({ min: 1, max: 12 }),
    kind: fc.constantFrom("enter", "enter", "leave"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { enter, leave, pass, counted, turns } = open();
      const asked: Record<string, number> = { a: 0, b: 0, c: 0 };
      for (const { owner, count, kind } of steps) {
        if (kind === "leave") leave(owner, count);
        else enter(owner.repeat(count));
        if (kind === "enter") asked[owner] = (asked[owner] ?? 0) + count;
        await pass(1);
      }
      for (const name of Object.keys(asked)) {
        leave(name, asked[name] ?? 0);
        expect(counted(name)).toBeLessThanOrEqual(asked[name] ?? 0);
      }
      await pass(1);
      await vi.advanceTimersByTimeAsync(200);
      enter("d");
      await pass(1);
      expect(turns.size).toBe(1);
    }),
    { numRuns: 30 },
  );
});
