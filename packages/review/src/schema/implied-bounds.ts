// The bounds of a variant together with those that its other keywords imply.
import { type Bound, isTighter } from "./bounds.ts";
import { formatBits } from "./formats.ts";
import { firstMultiple, isClose } from "./multiples.ts";
import type { Variant } from "./variant.ts";

/** The strictest bounds, by keyword. */
export function impliedBounds(variant: Variant): Map<string, Bound> {
  const all = new Map(variant.bounds);
  for (const [keyword, value] of implied(variant)) {
    const bound = { keyword, value, at: "" };
    if (isTighter(keyword, bound, all.get(keyword))) all.set(keyword, bound);
  }
  const factor = variant.multipleOf?.value;
  for (const [keyword, bound] of all)
    if (factor !== undefined && keyword.endsWith("imum"))
      all.set(keyword, roundToFactor(keyword, bound, factor));
  if (Number(all.get("maxItems")?.value) <= 1)
    all.set("uniqueItems", { keyword: "uniqueItems", value: 1, at: "" });
  return all;
}

function implied(variant: Variant): [keyword: string, value: number | bigint][] {
  if (variant.type === "object") return propertyCounts(variant);
  return variant.type === "number" ? formatRange(variant) : [];
}

/** Required fields are there; of a closed object, no others than those that are listed. */
function propertyCounts({ properties, additional, rules }: Variant): [string, number][] {
  const required = [...properties.values()].filter((property) => property.required);
  const hasPatterns = [...rules.keys()].some((rule) => rule.startsWith("patternProperties"));
  const isClosed = additional.kind === "closed" && !hasPatterns;
  return [
    ["minProperties", required.length],
    ...(isClosed ? ([["maxProperties", properties.size]] as [string, number][]) : []),
  ];
}

/** The whole numbers that a format holds. */
function formatRange({ formats }: Variant): [string, number | bigint][] {
  return formats.flatMap(({ value: name }): [string, number | bigint][] => {
    const bits = formatBits[name];
    if (bits === undefined || !/^u?int\d/.test(name)) return [];
    const end = 2n ** BigInt(bits);
    return [
      ["minimum", exact(name.startsWith("u") ? 0n : -end)],
      ["maximum", exact(end - 1n)],
    ];
  });
}

/** A whole number, as a number if it can be one. */
function exact(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** The outermost multiple of a factor within a bound. */
function roundToFactor(keyword: string, bound: Bound, factor: number): Bound {
  const { value, exclusive } = bound;
  if (typeof value === "bigint" || factor === 0) return bound;
  const sense = keyword === "minimum" ? 1 : -1;
  const multiple = firstMultiple(sense * value, factor);
  const isOut = isClose(multiple, sense * value) && exclusive === true;
  const next = isOut ? firstMultiple(sense * value + factor, factor) : multiple;
  return { keyword, at: bound.at, value: sense * next };
}
