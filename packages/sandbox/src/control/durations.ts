import { InvalidInputError } from "./invalid-input-error.ts";

/** Milliseconds. */
const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;

/** The longest advance, ten years: milliseconds. */
const longest = 315_360_000_000;

/**
 * Reads a length of time.
 *
 * @param text `2d3h`, `90s`, `250ms`, …; a number is milliseconds
 * @returns milliseconds
 * @throws {InvalidInputError}
 */
export function readDuration(text: string | number): number {
  const duration = typeof text === "number" ? text : readUnits(text);
  if (!Number.isSafeInteger(duration) || duration < 0 || duration > longest) {
    throw new InvalidInputError([
      { path: "by", message: "must be a length of time such as 90s, 1h30m or 2d, at most ten years" },
    ]);
  }
  return duration;
}

function readUnits(text: string): number {
  if (!/^(\d+(d|h|ms|m|s))+$/.test(text)) return Number.NaN;
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(d|h|ms|m|s)/g))
    sum += Number(count) * units[unit as keyof typeof units];
  return sum;
}
