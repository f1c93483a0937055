import type { Exchange } from "../http/exchange.ts";
import type { AnyOptions } from "../options.ts";
import { withoutTolerated } from "../request/tolerate.ts";
import { findViolations, type Violation } from "../request/violations.ts";
import type { Check, ErrorChecks, HeaderCheck, OperationRule } from "../rules.ts";
import type { Service } from "../service.ts";

/**
 * Checks a response against the contract, as it is about to be sent: its body and its headers. One that does not fit is logged, with
 * its paths and without its values.
 *
 * @param body text of JSON
 */
export function checkResponse(
  service: Service,
  operation: OperationRule,
  exchange: Exchange,
  status: number,
  body: string,
): void {
  const { responses, checked, options } = service;
  if (!responses || (checked < 1 && Math.random() >= checked)) return;
  const checks = responses.responses[operation.id]?.[status];
  const found = [
    ...(checks?.body ? bodyViolations(checks.body, operation, JSON.parse(body), options) : []),
    ...(checks?.errors ? errorViolations(responses.errors, checks.errors, JSON.parse(body)) : []),
    ...(checks?.headers ?? []).flatMap((header) => headerViolations(header, exchange)),
  ];
  if (found.length > 0) reportInvalidResponse(service, operation, exchange, status, found);
}

/** Logs what does not fit the contract, and tells whoever asked for it. */
export function reportInvalidResponse(
  { options }: Service,
  operation: OperationRule,
  exchange: Exchange,
  status: number,
  found: readonly Violation[],
): void {
  const violations = found.map(({ path, rule, message }) => ({ path, rule, message }));
  exchange.request.log.error({ operation: operation.id, status, violations }, "A response breaks the contract.");
  options.onInvalidResponse?.({ operation: operation.id, status, violations });
}

function bodyViolations(
  check: Check,
  { id }: OperationRule,
  body: unknown,
  { tolerate }: Pick<AnyOptions, "tolerate">,
): Violation[] {
  return check(body) ? [] : withoutTolerated(findViolations(check.errors ?? [], {}), id, body, tolerate);
}

/** @param codes that may answer with this status */
function errorViolations({ envelope, details }: ErrorChecks, codes: readonly string[], body: unknown): Violation[] {
  if (!envelope(body)) return findViolations(envelope.errors ?? [], {});
  const { error } = body as { error: { code: string; details?: unknown } };
  if (!codes.includes(error.code)) {
    return [{ path: "error.code", rule: "enum", message: `must be one of ${codes.join(", ")}` }];
  }
  const own = details[error.code];
  if (error.details === undefined || !own) {
    return own?.required ? [{ path: "error.details", rule: "required", message: "is required" }] : [];
  }
  if (own.check(error.details)) return [];
  return findViolations(own.check.errors ?? [], {}).map((violation) => ({
    ...violation,
    path: violation.path === "" ? "error.details" : `error.details.${violation.path}`,
  }));
}

function headerViolations({ name, required, check }: HeaderCheck, exchange: Exchange): Violation[] {
  const path = `headers.${name}`;
  const value = exchange.getHeader(name);
  if (value === undefined) return required ? [{ path, rule: "required", message: "is required" }] : [];
  if (check(String(value))) return [];
  return findViolations(check.errors ?? [], {}).map(({ rule, message }) => ({ path, rule, message }));
}
