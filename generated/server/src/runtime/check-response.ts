// Generated from scripts/server/runtime/check-response.ts by `npm run generate`: edit that, not this file.
import type { FastifyBaseLogger } from "fastify";
import type { Breach } from "./options.ts";
import type { ResponseChecks } from "./rules.ts";
import { findViolations } from "./violations.ts";

interface Checked {
  responses: ResponseChecks;
  operation: string;
  status: number;
  body: unknown;
  log: FastifyBaseLogger;
  onBreach: ((breach: Breach) => void) | undefined;
}

/** Checks an answer against the contract. A breach is logged, with its paths and without its values. */
export function checkResponse({ responses, operation, status, body, log, onBreach }: Checked): void {
  const check = responses[operation]?.[status];
  // As it will be read: dates become texts, and what JSON does not have disappears.
  if (!check || check(JSON.parse(JSON.stringify(body)))) return;
  const violations = findViolations(check.errors ?? [], {}).map(({ path, rule, message }) => ({ path, rule, message }));
  log.error({ operation, status, violations }, "An answer breaks the contract.");
  onBreach?.({ operation, status, violations });
}
