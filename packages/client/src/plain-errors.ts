import type { Check } from "./check.ts";

/** Checks of bodies of errors without a code, by first and last status; the narrowest range first. */
export type PlainErrors = [from: number, to: number, check: Check][];

/**
 * The body of an error without a code, if it follows the contract: it is its own details. The table has this only
 * if its contract has such errors.
 */
export function findPlain(
  { plain }: { plain?: PlainErrors },
  status: number,
  body: unknown,
): unknown {
  const check = plain?.find(([from, to]) => from <= status && status <= to)?.[2];
  return check && !check(body, status) ? body : undefined;
}
