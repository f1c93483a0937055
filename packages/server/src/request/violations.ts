import type { ValueViolation } from "@packages/contract/src/check/run.ts";
import type { ErrorEntry } from "../contract-table.ts";

/** A field that a request got wrong. */
export interface Violation {
  /** Names and positions joined by dots: `items.0.title`. */
  path: string;
  /** JSON Schema keyword. */
  rule: string;
  message: string;
}

/** A value that does not fit the contract, in a request or a response. */
export interface InvalidValue {
  operation: string;
  /** Names and positions joined by dots, in a body or among parameters: `items.0.title`. */
  path: string;
  value: unknown;
}

/**
 * The details of an error about violations: all of them in a list, or the one that it is about, with all of them in `fields`
 * if there are several.
 */
export function describeViolations(
  error: ErrorEntry,
  violations: readonly ValueViolation[],
): unknown {
  if (error.list) return violations.map(plain);
  const first = violations.find(({ code }) => code === error.code) ?? violations[0];
  if (!first) return undefined;
  const about = {
    ...plain(first),
    ...(typeof first.limit === "number" && { [first.rule]: first.limit }),
  };
  return violations.length > 1 ? { ...about, fields: violations.map(plain) } : about;
}

/** A violation as a caller sees it. */
export function plain({ path, rule, message }: Violation): Violation {
  return { path, rule, message };
}

/** Violations without those whose value the server lets pass. */
export function withoutTolerated(
  violations: ValueViolation[],
  operation: string,
  body: unknown,
  tolerate: ((invalid: InvalidValue) => boolean) | undefined,
): ValueViolation[] {
  if (!tolerate) return violations;
  return violations.filter(
    ({ path, rule }) =>
      rule === "required" || !tolerate({ operation, path, value: findValue(body, path) }),
  );
}

function findValue(body: unknown, path: string): unknown {
  let value = body;
  for (const step of path === "" ? [] : path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
