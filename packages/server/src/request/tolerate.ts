import type { AnyOptions } from "../options.ts";
import type { Violation } from "./violations.ts";

/** Violations without those whose value the server lets pass. */
export function withoutTolerated<Found extends Violation>(
  violations: Found[],
  operation: string,
  body: unknown,
  tolerate: AnyOptions["tolerate"],
): Found[] {
  if (!tolerate) return violations;
  return violations.filter(
    ({ path, rule }) => rule === "required" || !tolerate({ operation, path, value: valueAt(body, path) }),
  );
}

function valueAt(body: unknown, path: string): unknown {
  if (path === "") return body;
  let value = body;
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
