import { type CheckName, checkNames } from "./checks.ts";
import type { CheckCount, Finding, Untested } from "./findings.ts";
import type { Skip } from "./options.ts";
import type { Session } from "./session.ts";

/** What a run has found. */
export interface Report {
  /** Whether the run came to its end and nothing was found. */
  conforms: boolean;
  url: string;
  contract: { title: string; version: string };
  /** Seed that makes the same run again. */
  seed: number;
  startedAt: string;
  /** Seconds. */
  duration: number;
  requests: number;
  findings: Finding[];
  /** What could not be tested there, and why. */
  untested: Untested[];
  /** What was left out on purpose, and how many failures that has hidden. */
  skipped: (Skip & { hidden: number })[];
  /** Why the run ended before its end. */
  stopped?: string;
  coverage: OperationCoverage[];
}

/** What a run has seen of an operation. */
export interface OperationCoverage {
  operation: string;
  /** Documented statuses, and others that were seen; how often each. */
  statuses: { status: number; documented: boolean; seen: number }[];
  checks: ({ check: CheckName } & CheckCount)[];
}

/** Sums a session up. */
export function makeReport(session: Session, stopped?: string): Report {
  const { findings, contract, options } = session;
  for (const check of checkNames) noteUnmade(session, check, stopped);
  return {
    conforms: findings.found.length === 0 && stopped === undefined && findings.counts.size > 0,
    url: options.url,
    contract: { title: contract.title, version: contract.version },
    seed: session.seed,
    startedAt: new Date(session.budget.startedAt).toISOString(),
    duration: (Date.now() - session.budget.startedAt) / 1000,
    requests: session.budget.requests,
    findings: findings.found,
    untested: findings.untested,
    skipped: findings.skips.map(({ skip, used }) => ({ ...skip, hidden: used })),
    ...(stopped !== undefined && { stopped }),
    coverage: coverageOf(session),
  };
}

/** What a finding is about, in words: an operation, an event, or what is neither. */
export function subjectOf(operation: string): string {
  return operation === "*" ? "other paths" : operation;
}

/** What a run came to, in a sentence. */
export function verdictOf({ conforms, findings, stopped }: Pick<Report, "conforms" | "findings" | "stopped">): string {
  const { length } = findings;
  if (length > 0) return `It does not conform: ${length} finding${length === 1 ? "" : "s"}.`;
  if (conforms) return "It conforms: nothing was found.";
  return stopped === undefined
    ? "No check was made: whether it conforms is not known."
    : "Nothing was found before the run ended early: whether it conforms is not known.";
}

/** What was not tested, by its reason: `lifecycle of getTransfer`, `isolation`. */
export function untestedByReason({ untested }: Pick<Report, "untested">): Map<string, string[]> {
  const reasons = Map.groupBy(untested, ({ reason }) => reason);
  return new Map([...reasons].map(([reason, entries]) => [reason, namesOf(entries)]));
}

function namesOf(entries: readonly Untested[]): string[] {
  const byCheck = Map.groupBy(entries, ({ check }) => check);
  return [...byCheck].map(([check, all]) => {
    const operations = [...new Set(all.map(({ operation }) => operation))].filter((name) => name !== "*");
    return operations.length === 0 ? check : `${check} of ${operations.join(", ")}`;
  });
}

/** A check that was wanted and never made is said to be so. */
function noteUnmade({ findings }: Session, check: CheckName, stopped: string | undefined): void {
  const isKnown = findings.untested.some((one) => one.check === check);
  if (isKnown || !findings.wants(check) || findings.made.includes(check)) return;
  findings.recordUntested(check, "*", stopped ?? "Nothing came up that it applies to.");
}

function coverageOf({ contract, findings }: Session): OperationCoverage[] {
  const operations = contract.operations.map(({ id }) => id);
  const others = [...findings.counts.keys()].filter((name) => !operations.includes(name));
  return [...operations, ...others].map((operation) => {
    const documented =
      contract.operations.find(({ id }) => id === operation)?.responses.map(({ status }) => status) ?? [];
    const seen = findings.statuses.get(operation) ?? new Map<number, number>();
    const statuses = [...new Set([...documented, ...seen.keys()])].sort((a, b) => a - b);
    return {
      operation,
      statuses: statuses.map((status) => ({
        ...{ status, documented: documented.includes(status), seen: seen.get(status) ?? 0 },
      })),
      checks: [...(findings.counts.get(operation) ?? [])].map(([check, count]) => ({ check, ...count })),
    };
  });
}
