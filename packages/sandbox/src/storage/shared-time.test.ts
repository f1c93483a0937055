import { expect, test } from "vitest";
import { makeSharedTime } from "./shared-time.ts";

/** A local clock, and another one that is ahead of it. */
function makeClocks(ahead: number) {
  const clocks = { local: 1_000, ahead };
  const time = makeSharedTime(() => clocks.local);
  /** Reads the other clock over a way that takes so long there and back. */
  const read = (there: number, back: number): void => {
    const sent = clocks.local;
    clocks.local += there;
    const shown = clocks.local + clocks.ahead;
    clocks.local += back;
    time.note(sent, shown);
  };
  return { clocks, time, read };
}

test("is as exact as the quickest reading, however slow the others are", () => {
  const { clocks, time, read } = makeClocks(50_000);
  read(2, 2);
  for (const [there, back] of [
    [400, 1],
    [1, 900],
    [3_000, 2],
  ] as const) {
    read(there, back);
    expect(Math.abs(time.now() - (clocks.local + 50_000))).toBeLessThanOrEqual(4);
  }
});

test("runs with the local clock between readings, and back by a little at most", () => {
  const { clocks, time, read } = makeClocks(50_000);
  read(0, 100);
  const first = time.now();
  clocks.local += 30;
  expect(time.now()).toBe(first + 30);
  let last = time.now();
  for (const ahead of [50_040, 49_990, 50_010, 49_950]) {
    clocks.ahead = ahead;
    read(1, 1);
    const now = time.now();
    expect(now).toBeGreaterThanOrEqual(last - 100);
    last = now;
  }
});

test("follows a clock that was set, forward or back", () => {
  const { clocks, time, read } = makeClocks(50_000);
  read(1, 1);
  time.now();
  for (const ahead of [3_650_000, -3_650_000]) {
    clocks.ahead = ahead;
    read(1, 1);
    expect(Math.abs(time.now() - (clocks.local + ahead))).toBeLessThanOrEqual(2);
  }
});
