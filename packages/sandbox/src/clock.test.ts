import { expect, test } from "vitest";
import { dayOf, offsetBy, timeBy } from "./clock.ts";
import { defaultSettings } from "./settings.ts";

const settings = defaultSettings;
const move = { id: "somebody", until: 10_000, heldAt: 70_000 };

test("runs with its offset, or stands where it is frozen", () => {
  expect(timeBy({ ...settings, clockOffset: 500 }, 1_000)).toBe(1_500);
  expect(timeBy({ ...settings, clockOffset: 500, clockFrozenAt: 42 }, 1_000)).toBe(42);
});

test("stands while it is held, and runs on from there when it is released", () => {
  const held = { ...settings, clockOffset: 500, clockMove: move };
  expect([0, 5_000, 9_999].map((time) => timeBy(held, time))).toEqual([70_000, 70_000, 70_000]);
  expect([10_000, 10_001, 99_000].map((time) => timeBy(held, time))).toEqual([70_000, 70_001, 159_000]);
  expect(offsetBy(held)).toBe(60_000);
});

test("does not fall behind where it would be without the move", () => {
  const held = { ...settings, clockOffset: 100_000, clockMove: { ...move, heldAt: 102_000 } };
  expect(timeBy(held, 9_999)).toBe(102_000);
  expect(timeBy(held, 10_000)).toBe(110_000);
});

test("a move of a frozen clock holds nothing", () => {
  const frozen = { ...settings, clockFrozenAt: 42, clockMove: { ...move, heldAt: null } };
  expect(timeBy(frozen, 20_000)).toBe(42);
});

test("days are São Paulo's, also when one asks for several in turn", () => {
  const days = [
    "2026-03-11T02:59:59.999Z",
    "2026-03-11T03:00:00.000Z",
    "2026-03-10T15:00:00.000Z",
    "2026-03-11T02:00:00Z",
  ];
  expect(days.map((time) => dayOf(Date.parse(time)))).toEqual([
    ...["2026-03-10", "2026-03-11", "2026-03-10", "2026-03-10"],
  ]);
});
