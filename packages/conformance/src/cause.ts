import { type Area, areas, type CheckName, checks } from "./checks.ts";
import type { Finding } from "./findings.ts";

/** Checks that another one trips: what they find of the same operation follows from what that one has found. */
const follows: Partial<Record<CheckName, readonly CheckName[]>> = {
  "generated-data": ["bad-data-refused", "good-data-accepted", "error-fits-cause"],
  "error-names-field": ["error-code", "body-schema"],
  "idempotency-conflict": ["idempotency-replay"],
  "idempotency-parallel": ["idempotency-replay"],
  "idempotency-retention": ["idempotency-replay"],
  "idempotency-refusals": ["idempotency-replay"],
  "rate-limit-scope": ["rate-limit"],
  "rate-limit-window": ["rate-limit"],
  "rate-limit-headers": ["headers", "rate-limit"],
  "retry-after": ["headers", "rate-limit"],
  "notification-repeat": ["notification-expected"],
  "notification-timeout": ["notification-expected"],
  "notification-switch-off": ["notification-repeat"],
};

/** Checks that find that an operation does not work at all. */
const dead: readonly CheckName[] = ["server-error", "documented-status", "content-type", "good-data-accepted"];

/**
 * The findings by cause, the worst first: each with those that follow from it.
 *
 * @param lives whether an operation has ever succeeded
 */
export function byCause(found: readonly Finding[], lives: (operation: string) => boolean): Finding[] {
  const roots: Finding[] = [];
  const causes = new Map<Finding, Finding>();
  for (const finding of found) {
    const cause = found.find((other) => other !== finding && !causes.has(other) && isCause(other, finding, lives));
    if (cause) causes.set(finding, cause);
    else roots.push({ ...finding, consequences: [...finding.consequences] });
  }
  for (const [finding, cause] of causes) {
    const root = roots.find((one) => isSameFinding(one, cause)) ?? roots[0];
    root?.consequences.push(finding);
  }
  return roots.sort((one, other) => rank(one) - rank(other) || other.repeats - one.repeats);
}

function isCause(cause: Finding, finding: Finding, lives: (operation: string) => boolean): boolean {
  const shared = finding.operations.every((operation) => cause.operations.includes(operation));
  if (!shared) return false;
  if (follows[finding.check]?.includes(cause.check)) return true;
  const isDead = finding.operations.every((operation) => operation !== "*" && !lives(operation));
  return isDead && dead.includes(cause.check) && !dead.includes(finding.check) && areaOf(finding) !== "security";
}

export const isSameFinding = (one: Pick<Finding, "check" | "gist">, other: Pick<Finding, "check" | "gist">): boolean =>
  one.check === other.check && one.gist === other.gist;

export const areaOf = ({ check }: Pick<Finding, "check">): Area => checks[check].area;

const rank = (finding: Finding): number => areas.indexOf(areaOf(finding));
