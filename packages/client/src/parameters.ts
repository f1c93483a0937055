import { findMistake, inside, type Row } from "./check.ts";
import type { Mistake } from "./errors.ts";

/** What is known of a query or header parameter. */
export type Parameter = readonly [
  name: string,
  place: "query" | "header",
  required: boolean,
  row: number,
  /** What divides the items of a list that is one text. */
  separator?: string,
];

/**
 * Checks what a caller gives for query and headers, and separates the two. Returns the first mistake where there is one. The
 * table has this only where its contract has such parameters.
 */
export function takeParameters(
  rows: readonly Row[],
  known: readonly Parameter[],
  given: object = {},
): Record<"query" | "header", Record<string, unknown>> | Mistake {
  const taken: Record<"query" | "header", Record<string, unknown>> = { query: {}, header: {} };
  for (const [name, place, required, row, separator] of known) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined) {
      if (required) return [name, "required", "be given"];
      continue;
    }
    const mistake = inside(name, findMistake(rows, row, value));
    if (mistake) return mistake;
    taken[place][name] = separator !== undefined && Array.isArray(value) ? value.join(separator) : value;
  }
  return taken;
}
