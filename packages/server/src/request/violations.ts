import type { Finding } from "../../../contract/src/check/run.ts";
import type { ErrorRule } from "../rules.ts";

/** A field that a request got wrong. */
export interface Violation {
  /** Names and positions joined by dots: `items.0.title`. */
  path: string;
  /** JSON Schema keyword. */
  rule: string;
  message: string;
}

/** A violation with the code that the contract gives it, and the figure of its rule. */
export type FoundViolation = Finding;

/**
 * The error that violations amount to: the general one if any of them has no code of its own, else that of the first.
 * `general` is undefined where the operation has no general error.
 */
export function chooseError(violations: readonly FoundViolation[]): string | undefined {
  return violations.some(({ code }) => code === undefined) ? undefined : violations[0]?.code;
}

/**
 * What an error says of violations: all of them in a list, or the one that it is about, with all of them in `fields`
 * where there are several.
 */
export function detailsOf(error: ErrorRule, violations: readonly FoundViolation[]): unknown {
  if (error.list) return violations.map(plain);
  const first = violations.find(({ code }) => code === error.code) ?? violations[0];
  if (!first) return undefined;
  const about = { ...plain(first), ...(typeof first.limit === "number" && { [first.rule]: first.limit }) };
  return violations.length > 1 ? { ...about, fields: violations.map(plain) } : about;
}

/** What a caller sees of a violation. */
export function plain({ path, rule, message }: Violation): Violation {
  return { path, rule, message };
}
