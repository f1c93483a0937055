import { expect, test } from "vitest";
import { readDuration } from "./durations.ts";

const tenYears = 315_360_000_000;

test.each<[string | number, number]>([
  ["2d3h4m5s6ms", 183_845_006],
  ["0s", 0],
  [tenYears, tenYears],
  ["3650d", tenYears],
])("%s is %i milliseconds", (text, duration) => expect(readDuration(text)).toBe(duration));

test.each<string | number>(["", "1", "h", "1y", "x1h", "1hx", "3650d1ms", tenYears + 1, -1, 0.5, Number.NaN])(
  "%j is no length of time",
  (text) => {
    expect(() => readDuration(text)).toThrow("must be a length of time such as 90s, 1h30m or 2d, at most ten years");
  },
);
