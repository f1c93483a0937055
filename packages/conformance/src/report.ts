import type { CheckName } from "./checks.ts";
import { byCause, type Finding, flatten, isSameFinding, type Untested } from "./findings.ts";
import type { Skip } from "./options.ts";
import type { Session } from "./session.ts";

/** The changes since an earlier run. */
export interface BaselineComparison {
  /** Findings that the earlier run did not have. */
  added: Finding[];
  /** Findings that only the earlier run had. */
  gone: Finding[];
  unchanged: number;
}

/** The result of a run. `report.schema.json` describes it. */
export interface Report {
  /** Whether the run came to its end and nothing was found. */
  conforms: boolean;
  /** The verdict in a sentence. */
  verdict: string;
  grade: Grade;
  url: string;
  contract: { title: string; version: string };
  /** Seed that makes the same run again. */
  seed: number;
  startedAt: string;
  /** Seconds. */
  duration: number;
  requests: number;
  /** By cause, the worst first. */
  findings: Finding[];
  /** Untested parts there, and why. */
  untested: Untested[];
  /** Parts that were left out on purpose, and the number of failures that this has hidden. */
  skipped: (Skip & { hidden: number })[];
  /** Why the run ended before its end. */
  stopped?: string;
  /** Against an earlier run, if one was given. */
  comparison?: BaselineComparison;
  /** Checks that were made, by operation or event. */
  coverage: Record<string, CheckName[]>;
}

/** Sums a session up. */
export function summarizeRun(session: Session, stopped?: string): Report {
  const { findings, contract, options, budget } = session;
  // A check that was wanted and never made is listed as untested.
  const unmade = findings.names.filter(
    (check) => findings.wants(check) && !findings.made.includes(check),
  );
  for (const check of unmade.filter((name) => !findings.untested.some((one) => one.check === name)))
    findings.recordUntested(check, "*", stopped ?? "Nothing to check came up.");
  const grade = computeGrade(session);
  const causes = byCause(findings.found, (operation) => findings.lives(operation));
  const result = {
    findings: causes,
    untested: findings.untested,
    grade,
    ...(stopped !== undefined && { stopped }),
  };
  return {
    conforms: findings.found.length === 0 && stopped === undefined && findings.coverage.size > 0,
    verdict: sayVerdict(result),
    ...result,
    url: options.url,
    contract: { title: contract.title, version: contract.version },
    seed: session.seed,
    startedAt: new Date(budget.startedAt).toISOString(),
    duration: (Date.now() - budget.startedAt) / 1000,
    requests: budget.requests,
    skipped: findings.skips.map(({ skip, used }) => ({ ...skip, hidden: used })),
    coverage: Object.fromEntries([...findings.coverage].map(([name, made]) => [name, [...made]])),
  };
}

/** The outcome of the checks: how many the run was to make, and how many of them passed, failed or were not made at all. */
export type Grade = ReturnType<typeof computeGrade>;

function computeGrade({ findings }: Session) {
  const wanted = findings.names.filter((check) => findings.wants(check));
  const failed = new Set(flatten(findings.found).map(({ check }) => check)).size;
  const made = wanted.filter((check) => findings.made.includes(check)).length;
  return { checks: wanted.length, passed: made - failed, failed, untested: wanted.length - made };
}

/** Adds the changes since an earlier report. */
export function compare(report: Report, earlier: Pick<Report, "findings">): Report {
  const now = flatten(report.findings);
  const before = flatten(earlier.findings);
  const added = now.filter((one) => !before.some((other) => isSameFinding(one, other)));
  const gone = before.filter((one) => !now.some((other) => isSameFinding(one, other)));
  return { ...report, comparison: { added, gone, unchanged: now.length - added.length } };
}

/** The subject of a finding, in words: operations, events, or another name. */
export function describeSubject({ operations }: Pick<Finding, "operations">): string {
  return operations.map((name) => (name === "*" ? "other paths" : name)).join(", ");
}

/** The result of a run, in a sentence. */
function sayVerdict(result: Pick<Report, "grade" | "findings" | "untested" | "stopped">): string {
  const { grade, findings, untested, stopped } = result;
  const { checks, passed, failed, untested: unmade } = grade;
  if (passed + failed === 0) return "No check was made: whether it conforms is not known.";
  const causes = `${findings.length} cause${findings.length === 1 ? "" : "s"}`;
  const breaks = failed === 0 ? "" : ` and breaks ${failed}, for ${causes}`;
  const byReason = [...Map.groupBy(untested, (one) => one.reason)];
  const [mostCommon] = byReason.sort(([, one], [, other]) => other.length - one.length);
  const reason = stopped ?? mostCommon?.[0];
  const why = reason === undefined ? "" : `, because: ${reason.replace(/\.$/, "")}`;
  const rest = unmade === 0 ? "" : ` ${unmade} could not be tested here${why}.`;
  const early = stopped === undefined || unmade > 0 ? "" : " The run ended early.";
  return `Conforms in ${passed} of ${checks} checks${breaks}.${rest}${early}`;
}

/** The untested parts, by their reason: `lifecycle of getLoan`, `isolation`. */
export function untestedByReason({ untested }: Pick<Report, "untested">): Map<string, string[]> {
  const reasons = Map.groupBy(untested, ({ reason }) => reason);
  return new Map([...reasons].map(([reason, entries]) => [reason, untestedNames(entries)]));
}

function untestedNames(entries: readonly Untested[]): string[] {
  const byCheck = Map.groupBy(entries, ({ check }) => check);
  return [...byCheck].map(([check, all]) => {
    const operations = [...new Set(all.map(({ operation }) => operation))].filter(
      (name) => name !== "*",
    );
    return operations.length === 0 ? check : `${check} of ${operations.join(", ")}`;
  });
}
