import { expect, test } from "vitest";
import { dayOf, offsetBy, timeBy } from "./clock.ts";
import { defaultSettings } from "./settings.ts";

const settings = defaultSettings;
const move = { id: "somebody", until: 10_000, heldAt: 70_000 };

const held = { clockOffset: 500, clockMove: move };
const ahead = { clockOffset: 100_000, clockMove: { ...move, heldAt: 102_000 } };
test.each([
  ["runs with its offset", { clockOffset: 500 }, [[1_000, 1_500]]],
  ["stands where it is frozen", { clockOffset: 500, clockFrozenAt: 42 }, [[1_000, 42]]],
  ["stands while it is held", held, [0, 5_000, 9_999].map((time) => [time, 70_000])],
  [
    "runs on from there when it is released",
    held,
    [10_000, 10_001, 99_000].map((time) => [time, time + 60_000]),
  ],
  [
    "does not fall behind where it would be without the move",
    ahead,
    [
      [9_999, 102_000],
      [10_000, 110_000],
    ],
  ],
  [
    "frozen, is not held by a move",
    { clockFrozenAt: 42, clockMove: { ...move, heldAt: null } },
    [[20_000, 42]],
  ],
])("a clock %s", (_, changes, times) => {
  for (const [time = 0, shown] of times)
    expect(timeBy({ ...settings, ...changes }, time)).toBe(shown);
});

test("a released clock keeps what the move gave it", () =>
  expect(offsetBy({ ...settings, ...held })).toBe(60_000));

test("days are São Paulo's, also when one asks for several in turn", () => {
  const days = ["11T02:59:59.999Z", "11T03:00:00.000Z", "10T15:00:00.000Z", "11T02:00:00Z"];
  const shown = days.map((time) => dayOf(Date.parse(`2026-03-${time}`)));
  expect(shown).toEqual(["10", "11", "10", "10"].map((day) => `2026-03-${day}`));
});
