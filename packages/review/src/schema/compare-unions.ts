// Alternatives of one scalar type as one set of values: ranges that join, strings that any of them allows.
import { compareAllowedStrings, type Relation } from "../patterns/compare-strings.ts";
import { knownFormat } from "./formats.ts";
import { impliedBounds } from "./implied-bounds.ts";
import { stringConstraints } from "./string-constraints.ts";
import type { Variant } from "./variant.ts";

/** How the values of the head's alternatives relate to those of the base's; undefined if that is not known. */
export function compareUnions(
  base: readonly Variant[],
  head: readonly Variant[],
): Relation | undefined {
  const all = [...base, ...head];
  if (all.some(({ rules, open }) => rules.size > 0 || open)) return undefined;
  if (all.every(({ type }) => type === "string")) return compareStrings(base, head);
  const isRange = all.every(
    ({ type, values, formats, multipleOf }) =>
      type === "number" && !values && formats.length === 0 && !multipleOf,
  );
  // Whole numbers within others do not form a range.
  const isWhole = all.every(({ integer }) => integer);
  if (!isRange || !(isWhole || all.every(({ integer }) => !integer))) return undefined;
  return compareRanges(joinRanges(base, isWhole), joinRanges(head, isWhole));
}

function compareStrings(base: readonly Variant[], head: readonly Variant[]): Relation | undefined {
  const formats = [...base, ...head].flatMap((variant) => variant.formats);
  if (formats.some(({ value }) => knownFormat(value)?.isExact !== true)) return undefined;
  return compareAllowedStrings(
    base.map((variant) => stringConstraints(variant)),
    head.map((variant) => stringConstraints(variant)),
  );
}

interface RangeEnd {
  value: number | bigint;
  isOut: boolean;
}

interface NumberRange {
  low: RangeEnd;
  high: RangeEnd;
}

/** The ranges of alternatives, those that touch as one. */
function joinRanges(variants: readonly Variant[], isWhole: boolean): NumberRange[] {
  const ranges = variants.map((variant): NumberRange => {
    const bounds = impliedBounds(variant);
    const end = (key: string, otherwise: number): RangeEnd => {
      const bound = bounds.get(key);
      return { value: bound?.value ?? otherwise, isOut: bound?.exclusive === true };
    };
    return {
      low: end("minimum", Number.NEGATIVE_INFINITY),
      high: end("maximum", Number.POSITIVE_INFINITY),
    };
  });
  ranges.sort(
    (a, b) => sign(a.low.value, b.low.value) || Number(a.low.isOut) - Number(b.low.isOut),
  );
  const joined: NumberRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (!last || !touches(last.high, range.low, isWhole)) joined.push({ ...range });
    else if (ends(range.high, last.high) > 0) last.high = range.high;
  }
  return joined;
}

function sign(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** The end of two ranges that lies further up. */
function ends(a: RangeEnd, b: RangeEnd): number {
  return sign(a.value, b.value) || Number(b.isOut) - Number(a.isOut);
}

function touches(high: RangeEnd, low: RangeEnd, isWhole: boolean): boolean {
  const gap = sign(low.value, high.value);
  if (gap < 0) return true;
  if (gap === 0) return !(high.isOut && low.isOut);
  return isWhole && Number(low.value) - Number(high.value) === 1;
}

function compareRanges(base: readonly NumberRange[], head: readonly NumberRange[]): Relation {
  const isWithin = (inner: NumberRange, outer: readonly NumberRange[]): boolean =>
    outer.some(
      ({ low, high }) =>
        ends(inner.high, high) <= 0 &&
        (sign(inner.low.value, low.value) || Number(inner.low.isOut) - Number(low.isOut)) >= 0,
    );
  const loses = !base.every((range) => isWithin(range, head));
  const gains = !head.every((range) => isWithin(range, base));
  if (loses) return gains ? "changed" : "narrowed";
  return gains ? "widened" : "same";
}
