// The bounds that a value can have, and the words for each.
import type { Rules, Shape } from "./shapes/shape.ts";

/** A constraint in plain words, and the keywords of JSON Schema that make it. */
export interface Constraint {
  keywords: string[];
  text: string;
}

/** Bounds of a value that its shape states: how small, how large, how long, how many. */
export function listConstraints(shape: Shape): Constraint[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems }: Rules = shape;
  return [
    ...describeBounds(minimum, maximum, "", ["minimum", "maximum"]),
    ...describeBounds(minLength, maxLength, " character", ["minLength", "maxLength"]),
    ...describeBounds(minItems, maxItems, " item", ["minItems", "maxItems"]),
  ];
}

function describeBounds(
  low: number | undefined,
  high: number | undefined,
  unit: string,
  keywords: string[],
): Constraint[] {
  const words = (count: number): string =>
    `${count}${unit}${unit !== "" && count !== 1 ? "s" : ""}`;
  if (low === undefined && high === undefined) return [];
  if (high === undefined) return [{ keywords, text: `at least ${words(low ?? 0)}` }];
  if (low === undefined) return [{ keywords, text: `at most ${words(high)}` }];
  return [{ keywords, text: low === high ? words(low) : `${low} to ${words(high)}` }];
}
