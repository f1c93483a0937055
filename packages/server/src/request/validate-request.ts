import type { Exchange } from "../http/exchange.ts";
import type { AnyOptions } from "../options.ts";
import type { Check, OperationRule, RequestChecks } from "../rules.ts";
import { findBadText } from "./find-bad-text.ts";
import { withoutTolerated } from "./tolerate.ts";
import { type FoundViolation, findViolations } from "./violations.ts";

/** A request as a handler gets it. */
export interface ValidRequest {
  body: unknown;
  params: unknown;
  query: unknown;
  headers: unknown;
}

/** A request, and what it breaks. */
export interface ValidatedRequest extends ValidRequest {
  violations: FoundViolation[];
}

const nothing = Object.freeze({});

/** Validates a request whole: every violation of its parameters and its body. */
export function validateRequest(
  operation: OperationRule,
  checks: RequestChecks,
  exchange: Exchange,
  tolerate?: AnyOptions["tolerate"],
): ValidatedRequest {
  const valid: ValidatedRequest = {
    body: exchange.body,
    params: exchange.params,
    query: nothing,
    headers: nothing,
    violations: [],
  };
  if (checks.path) {
    valid.params = splitLists(exchange.params, checks.lists?.path);
    run(checks.path, valid.params, operation, valid, tolerate);
  }
  if (checks.query) {
    // Copied, because coercion writes into it.
    valid.query = splitLists({ ...exchange.query() }, checks.lists?.query);
    run(checks.query, valid.query, operation, valid, tolerate);
  }
  if (checks.headers) {
    valid.headers = splitLists(pickHeaders(exchange, checks.headerNames), checks.lists?.headers);
    run(checks.headers, valid.headers, operation, valid, tolerate);
  }
  if (valid.body === undefined) {
    if (operation.bodyRequired) valid.violations.push({ path: "", rule: "required", message: "the body is required" });
  } else if (checks.body) {
    run(checks.body, valid.body, operation, valid, tolerate);
    if (checks.clean) valid.body = checks.clean(valid.body);
    if (exchange.mayHoldBadText) refuseBadText(valid);
  }
  return valid;
}

function run(
  check: Check,
  value: unknown,
  { id, invalid, idempotency }: OperationRule,
  valid: ValidatedRequest,
  tolerate: AnyOptions["tolerate"],
): void {
  if (passes(check, value)) return;
  const found = withoutTolerated(findViolations(check.errors ?? [], invalid), id, value, tolerate);
  for (const violation of found) {
    const isKey = violation.path === idempotency?.header && violation.rule === "required";
    if (isKey && idempotency) violation.code = idempotency.missing;
  }
  valid.violations.push(...found);
}

/** A body that is nested too deep for the stack breaks a rule like any other. */
function passes(check: Check, value: unknown): boolean {
  try {
    return check(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    check.errors = [{ instancePath: "", keyword: "depth", params: {}, message: "is nested too deep" }];
    return false;
  }
}

/** What is no text breaks a rule of its own, whatever else it breaks. */
function refuseBadText(valid: ValidatedRequest): void {
  for (const path of findBadText(valid.body)) {
    valid.violations = valid.violations.filter((violation) => violation.path !== path);
    const message = "must not contain U+0000 or half a surrogate pair";
    valid.violations.push({ path, rule: "text", message });
  }
}

/** Parameters in which lists are lists: texts are divided, and one that stands alone is a list of one. */
function splitLists(
  values: Record<string, unknown>,
  separators: Readonly<Record<string, string | null>> | undefined,
): Record<string, unknown> {
  if (!separators) return values;
  const lists = Object.entries(separators).flatMap(([name, separator]) => {
    const value = values[name];
    if (typeof value !== "string") return [];
    return [[name, separator === null ? [value] : split(value, separator)]];
  });
  return { ...values, ...Object.fromEntries(lists) };
}

function split(text: string, separator: string): string[] {
  return text === "" ? [] : text.split(separator).map((item) => item.trim());
}

function pickHeaders(exchange: Exchange, names: readonly string[] = []): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const value = exchange.header(name);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
