// Rules for numbers and strings, besides a list of values.
import { canonical } from "@packages/contract/src/canonical.ts";
import { compilePattern } from "../patterns/parse-pattern.ts";
import { isTree } from "../place.ts";
import type { Bound } from "./bounds.ts";
import { commonMultiple, isMultiple } from "./multiples.ts";
import type { KeywordValue } from "./schema-shapes.ts";
import { isNumber } from "./types.ts";

export interface ValueLimits {
  integer: boolean;
  /** Keyed by keyword; `minimum` and `maximum` stand for the exclusive ones, too. */
  bounds: Map<string, Bound>;
  multipleOf?: KeywordValue<number>;
  patterns: KeywordValue<string>[];
}

/** Whether limits and patterns allow a value; lists are not looked at. */
export function admits(
  { bounds, multipleOf, integer, patterns }: ValueLimits,
  value: unknown,
): boolean {
  const isWithin = (size: number | bigint, [low, high]: readonly [string, string]): boolean => {
    const min = bounds.get(low);
    const max = bounds.get(high);
    const isAbove = !min || size > min.value || (size === min.value && min.exclusive !== true);
    const isBelow = !max || size < max.value || (size === max.value && max.exclusive !== true);
    return isAbove && isBelow;
  };
  if (isNumber(value))
    return (
      isWithin(value, ["minimum", "maximum"]) &&
      (!integer || typeof value === "bigint" || Number.isInteger(value)) &&
      (!multipleOf || value === 0 || isMultiple(Math.abs(Number(value)), multipleOf.value))
    );
  if (Array.isArray(value))
    return (
      isWithin(value.length, ["minItems", "maxItems"]) &&
      (!bounds.has("uniqueItems") || hasNoDuplicates(value))
    );
  if (isTree(value)) return isWithin(Object.keys(value).length, ["minProperties", "maxProperties"]);
  if (typeof value !== "string") return true;
  return (
    isWithin([...value].length, ["minLength", "maxLength"]) &&
    patterns.every((pattern) => compilePattern(pattern.value)?.test(value) !== false)
  );
}

function hasNoDuplicates(list: readonly unknown[]): boolean {
  return new Set(list.map(canonical)).size === list.length;
}

/** The number whose multiples are allowed: 1 for whole numbers; undefined if fractions of any size are. */
export function findFactor({ integer, multipleOf }: ValueLimits): number | undefined {
  return commonMultiple([...(integer ? [1] : []), ...(multipleOf ? [multipleOf.value] : [])]);
}
