import { expect, test, vi } from "vitest";
import { makeSteadyTime } from "./steady-time.ts";

/** A clock beside another one, which the test sets. */
function open(start = 0) {
  const other = { time: 100_000_000 };
  const log = { warn: vi.fn() };
  return { other, log, now: makeSteadyTime(() => other.time, start, log) };
}

const hours = 3_600_000;

test("follows the other clock, forward by any step", () => {
  const { other, log, now } = open();
  for (const step of [0, 1, 5_000, 90 * 24 * hours]) {
    other.time += step;
    expect(now()).toBe(other.time);
  }
  expect(log.warn).not.toHaveBeenCalled();
});

test("stands still while the other one is a little behind", () => {
  const { other, log, now } = open();
  const first = now();
  other.time -= 400;
  expect(now()).toBe(first);
  other.time += 300;
  expect(now()).toBe(first);
  other.time += 300;
  expect(now()).toBe(other.time);
  expect(log.warn).not.toHaveBeenCalled();
});

test("goes on from where it was if the other one is set back, again and again, and says so", () => {
  const { other, log, now } = open();
  let expected = now();
  for (const back of [2 * hours, 10_000]) {
    other.time -= back;
    expect(now()).toBe(expected);
    other.time += 1_500;
    expected += 1_500;
    expect(now()).toBe(expected);
  }
  expect(log.warn.mock.calls.map(([line]) => line)).toEqual([
    expect.stringContaining("was set back by 7200 s"),
    expect.stringContaining("was set back by 10 s"),
  ]);
  // It is set right again.
  other.time += 2 * hours + 20_000;
  expect(now()).toBe(other.time);
});

test("does not begin before what was shown in an earlier process", () => {
  const { other, log, now } = open(100_000_000 + 2 * hours);
  expect(now()).toBe(100_000_000 + 2 * hours);
  other.time += 700;
  expect(now()).toBe(100_000_700 + 2 * hours);
  expect(log.warn).toHaveBeenCalledTimes(1);
});
