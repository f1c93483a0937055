import type { FastifyRequest } from "fastify";
import type { AnyOptions } from "./options.ts";
import type { BodyProblem } from "./read-body.ts";
import { UnreadBody } from "./read-body.ts";
import type { Check, OperationRule, RequestChecks } from "./rules.ts";
import { withoutTolerated } from "./tolerate.ts";
import { type FoundViolation, findViolations } from "./violations.ts";

/** A request as a handler gets it. */
export interface ValidRequest {
  body: unknown;
  params: unknown;
  query: unknown;
  headers: unknown;
}

/** Why the body of a request cannot be validated at all; undefined where it can, or where there is none. */
export function bodyProblem(request: FastifyRequest): BodyProblem | undefined {
  return request.body instanceof UnreadBody ? request.body.cause : undefined;
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
  request: FastifyRequest,
  tolerate?: AnyOptions["tolerate"],
): ValidatedRequest {
  const valid: ValidatedRequest = {
    body: request.body,
    params: request.params,
    query: nothing,
    headers: nothing,
    violations: [],
  };
  if (checks.path) run(checks.path, valid.params, operation, valid, tolerate);
  if (checks.query) {
    // Copied, because coercion writes into it.
    valid.query = { ...(request.query as object) };
    run(checks.query, valid.query, operation, valid, tolerate);
  }
  if (checks.headers) {
    valid.headers = pickHeaders(request, checks.headerNames);
    run(checks.headers, valid.headers, operation, valid, tolerate);
  }
  if (valid.body === undefined) {
    if (operation.bodyRequired) valid.violations.push({ path: "", rule: "required", message: "the body is required" });
  } else if (checks.body) {
    run(checks.body, valid.body, operation, valid, tolerate);
    if (checks.clean) valid.body = checks.clean(valid.body);
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

function pickHeaders({ raw }: FastifyRequest, names: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (name in raw.headers ? [[name, raw.headers[name]]] : [])));
}
