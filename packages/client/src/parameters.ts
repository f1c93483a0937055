import { findMistake, inside, type Row } from "./check.ts";
import type { Mistake } from "./errors.ts";

/** Query and header parameters, separated. */
export interface Parameters {
  query: Record<string, unknown>;
  header: Record<string, unknown>;
}

/** What is known of a query or header parameter. */
export type Parameter = readonly [
  name: string,
  place: "query" | "header",
  required: boolean,
  row: number,
  /** What divides the items of a list that is one text. */
  separator?: string,
];

/** Checks what a caller gives for query and headers, and tells the two apart. Returns the first mistake where there is one. */
export type TakeParameters = (
  rows: readonly Row[],
  known: readonly Parameter[],
  given: object | undefined,
) => Parameters | Mistake;

/** Takes query and header parameters. The table has this only where its contract has such parameters. */
export const takeParameters: TakeParameters = (rows, known, given = {}) => {
  const taken: Parameters = { query: {}, header: {} };
  for (const [name, place, required, row, separator] of known) {
    const value = (given as Record<string, unknown>)[name];
    const mistake: Mistake | undefined =
      value === undefined
        ? required
          ? [name, "required", "be given"]
          : undefined
        : inside(name, findMistake(rows, row, value));
    if (mistake) return mistake;
    if (value !== undefined)
      taken[place][name] = separator !== undefined && Array.isArray(value) ? value.join(separator) : value;
  }
  return taken;
};
