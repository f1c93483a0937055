import type { AnyOptions } from "../options.ts";
import type { ContractRules, RequestChecks } from "../rules.ts";
import { withoutTolerated } from "./tolerate.ts";
import { findViolations, type Violation } from "./violations.ts";

/**
 * Makes a function that checks a value as the body of an operation's requests, for what does by other means what the
 * operation does. It returns what is wrong, or nothing.
 */
export function makeBodyCheck({ operations }: ContractRules, requests: Readonly<Record<string, RequestChecks>>) {
  return (id: string, body: unknown, tolerate?: AnyOptions["tolerate"]): Violation[] => {
    const check = requests[id]?.body;
    const operation = operations.find((candidate) => candidate.id === id);
    if (!check || !operation) throw new TypeError(`There is no operation ${id} with a body.`);
    if (check(body)) return [];
    const found = withoutTolerated(findViolations(check.errors ?? [], operation.invalid), id, body, tolerate);
    return found.map(({ path, rule, message }) => ({ path, rule, message }));
  };
}
