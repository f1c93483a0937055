// Rules for numbers and texts, besides a list of values.
import { compilePattern } from "../patterns/parse-pattern.ts";
import type { Bound } from "./bounds.ts";
import type { KeywordValue } from "./schema-shapes.ts";

export interface ValueLimits {
  integer: boolean;
  /** By keyword; `minimum` and `maximum` stand for the exclusive ones, too. */
  bounds: Map<string, Bound>;
  multipleOf?: KeywordValue<number>;
  patterns: KeywordValue<string>[];
}

/** Whether limits and patterns allow a value; lists are not looked at. */
export function admits(
  { bounds, multipleOf, integer, patterns }: ValueLimits,
  value: unknown,
): boolean {
  const isWithin = (size: number, [low, high]: readonly [string, string]): boolean => {
    const min = bounds.get(low);
    const max = bounds.get(high);
    const isAbove = !min || size > min.value || (size === min.value && min.exclusive !== true);
    const isBelow = !max || size < max.value || (size === max.value && max.exclusive !== true);
    return isAbove && isBelow;
  };
  if (typeof value === "number")
    return (
      isWithin(value, ["minimum", "maximum"]) &&
      (!integer || Number.isInteger(value)) &&
      (!multipleOf || value === 0 || isMultiple(Math.abs(value), multipleOf.value))
    );
  if (typeof value !== "string") return true;
  return (
    isWithin([...value].length, ["minLength", "maxLength"]) &&
    patterns.every((pattern) => compilePattern(pattern.value)?.test(value) !== false)
  );
}

/** Whether one number holds the other a whole number of times, as far as decimals allow. */
export function isMultiple(value: number, factor: number): boolean {
  const times = value / factor;
  return times > 0.5 && Math.abs(times - Math.round(times)) < 1e-9 * times;
}
