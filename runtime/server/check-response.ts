import type { FastifyReply } from "fastify";
import type { Service } from "./call.ts";
import type { AnyOptions } from "./options.ts";
import type { Check, HeaderCheck, OperationRule } from "./rules.ts";
import { withoutTolerated } from "./tolerate.ts";
import { findViolations, type Violation } from "./violations.ts";

/**
 * Checks an answer against the contract, as it is about to be sent: its body and its headers. A breach is logged, with
 * its paths and without its values.
 *
 * @param body text of JSON
 */
export function checkResponse(service: Service, operation: OperationRule, reply: FastifyReply, body: string): void {
  const { responses, checked, options } = service;
  if (!responses || (checked < 1 && Math.random() >= checked)) return;
  const status = reply.statusCode;
  const checks = responses[operation.id]?.[status];
  const found = [
    ...(checks?.body ? bodyViolations(checks.body, operation, JSON.parse(body), options) : []),
    ...(checks?.headers ?? []).flatMap((header) => headerViolations(header, reply)),
  ];
  if (found.length === 0) return;
  const violations = found.map(({ path, rule, message }) => ({ path, rule, message }));
  reply.log.error({ operation: operation.id, status, violations }, "An answer breaks the contract.");
  options.onBreach?.({ operation: operation.id, status, violations });
}

function bodyViolations(
  check: Check,
  { id }: OperationRule,
  body: unknown,
  { tolerate }: Pick<AnyOptions, "tolerate">,
): Violation[] {
  return check(body) ? [] : withoutTolerated(findViolations(check.errors ?? [], {}), id, body, tolerate);
}

function headerViolations({ name, required, check }: HeaderCheck, reply: FastifyReply): Violation[] {
  const path = `headers.${name}`;
  const value = reply.getHeader(name);
  if (value === undefined) return required ? [{ path, rule: "required", message: "is required" }] : [];
  if (check(String(value))) return [];
  return findViolations(check.errors ?? [], {}).map(({ rule, message }) => ({ path, rule, message }));
}
