import type { CheckName } from "./checks.ts";
import {
  byCause,
  type Finding,
  type FindingPlace,
  flatten,
  listOperations,
  subtract,
  type Untested,
} from "./findings.ts";
import type { ConformanceOptions, Skip } from "./options.ts";
import type { Session } from "./session.ts";

/** The changes since an earlier run. */
export interface BaselineComparison {
  /** Findings with the causes that the earlier run did not have. */
  added: Finding[];
  /** Findings with the causes that only the earlier run had. */
  gone: Finding[];
  /** Causes that both have. */
  unchanged: number;
}

/** The result of a run. `report.schema.json` describes it. */
export interface Report {
  /** Whether the run came to its end and found nothing that counts: without `strict`, assumptions do not. */
  conforms: boolean;
  /** The verdict in a sentence. */
  verdict: string;
  grade: Grade;
  /** Present if findings about assumptions count, too. */
  strict?: true;
  url: string;
  contract: { title: string; version: string };
  /** Seed that makes the same run again. */
  seed: number;
  startedAt: string;
  /** Seconds. */
  duration: number;
  requests: number;
  /** Requests that no service answered, if there were any: other findings may come from them. */
  unreliable?: { resets: number; gateway: number };
  /** Sorted by cause, the worst first. */
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
  const lives = (operation: string) => findings.lives(operation);
  const causes = byCause(findings.found, lives, findings.refusals);
  const result = {
    findings: causes,
    untested: findings.untested,
    grade,
    ...(stopped !== undefined && { stopped }),
  };
  return {
    conforms:
      selectCounted(causes, options).length === 0 &&
      stopped === undefined &&
      findings.coverage.size > 0,
    verdict: sayVerdict(result),
    ...result,
    ...(options.strict && { strict: true }),
    url: options.url,
    contract: { title: contract.title, version: contract.version },
    seed: session.seed,
    startedAt: new Date(budget.startedAt).toISOString(),
    duration: (Date.now() - budget.startedAt) / 1000,
    requests: budget.requests,
    ...(session.unreliable.resets + session.unreliable.gateway > 0 && {
      unreliable: session.unreliable,
    }),
    skipped: findings.skips.map(({ skip, used }) => ({ ...skip, hidden: used })),
    coverage: Object.fromEntries([...findings.coverage].map(([name, made]) => [name, [...made]])),
  };
}

/** Findings that count: those about what the provider's document says, about money and about security; if strict, all. */
export function selectCounted(
  findings: readonly Finding[],
  { strict = false }: Pick<ConformanceOptions, "strict">,
): Finding[] {
  return flatten(findings).filter(({ basis }) => strict || basis === undefined);
}

/** The two parts of a report: findings about the provider's document, and about assumptions of the contract. */
export function splitByBasis(
  findings: readonly Finding[],
): Record<"documented" | "assumed", Finding[]> {
  return {
    documented: findings.filter(({ basis }) => basis === undefined),
    assumed: findings.filter(({ basis }) => basis !== undefined),
  };
}

/** The outcome of the checks: how many the run was to make, and how many of them passed, failed or were not made at all. */
export type Grade = ReturnType<typeof computeGrade>;

function computeGrade({ findings }: Session) {
  const wanted = findings.names.filter((check) => findings.wants(check));
  const failed = new Set(flatten(findings.found).map(({ check }) => check)).size;
  const made = wanted.filter((check) => findings.made.includes(check)).length;
  return {
    checks: wanted.length,
    passed: made - failed,
    failed,
    untested: wanted.length - made,
    /** Checks that `--only` and `--skip` left out. */
    leftOut: findings.names.length - wanted.length,
  };
}

/** Adds the changes since an earlier report. */
export function compare(report: Report, earlier: Pick<Report, "findings">): Report {
  const added = subtract(report.findings, earlier.findings);
  const gone = subtract(earlier.findings, report.findings);
  const unchanged = countCauses(report.findings) - countCauses(added);
  return { ...report, comparison: { added, gone, unchanged } };
}

/** Causes of findings and of those that follow from them. */
export function countCauses(findings: readonly Finding[]): number {
  return sumCauses(flatten(findings));
}

const sumCauses = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { causes }) => sum + causes.length, 0);

/** The subject of a finding, in words: operations, events, or another name. */
export function describeSubject(finding: Pick<Finding, "causes">): string {
  return describeOperations(listOperations(finding));
}

/** Where causes are: each operation with its fields, `createOrder (customer.name, description)`. */
export function listPlaces(causes: readonly FindingPlace[]): string[] {
  const byOperation = Map.groupBy(causes, ({ operation }) => operation);
  return [...byOperation].map(([operation, all]) => {
    const places = all.map(({ place }) => place).filter((place) => place !== "");
    const list = places.length > 0 ? ` (${places.join(", ")})` : "";
    return describeOperations([operation]) + list;
  });
}

export function describeOperations(operations: readonly string[]): string {
  return operations.map((name) => (name === "*" ? "other paths" : name)).join(", ");
}

/** How often the service was not reached, in a sentence; undefined if it always was. */
export function describeUnreliable({ unreliable, requests }: Report): string | undefined {
  if (!unreliable) return undefined;
  const { resets, gateway } = unreliable;
  const parts = [
    resets > 0 ? `${resets} of ${requests} requests had their connection reset` : [],
    gateway > 0 ? `${gateway} of ${requests} got a gateway's 502, 503 or 504` : [],
  ].flat();
  return `The service was not always reached: ${parts.join(", and ")}. Other findings may come from that.`;
}

/** The result of a run, in a sentence. */
function sayVerdict(result: Pick<Report, "grade" | "findings" | "untested" | "stopped">): string {
  const { grade, findings, untested, stopped } = result;
  const { checks, passed, failed, untested: unmade } = grade;
  if (passed + failed === 0) return "No checks were made: the result is unknown.";
  const causes = countCauses(findings);
  const assumed = sumCauses(flatten(findings).filter(({ basis }) => basis !== undefined));
  const parts =
    assumed === causes
      ? ", assumed here"
      : `: ${causes - assumed} documented, ${assumed} assumed here`;
  const breaks =
    failed === 0
      ? ""
      : ` and breaks ${failed}, for ${count(causes, "cause")}${assumed === 0 ? "" : parts}`;
  const reasons = [...new Set(untested.map(({ reason }) => reason))];
  const [reason = stopped] = reasons;
  const one = reason === undefined ? "" : `, because: ${reason.replace(/\.$/, "")}`;
  const why = reasons.length > 1 ? `, for ${reasons.length} reasons` : one;
  const rest = unmade === 0 ? "" : ` ${unmade} could not be tested here${why}.`;
  const early = stopped === undefined || unmade > 0 ? "" : " The run ended early.";
  return `Conforms in ${passed} of ${checks} checks${breaks}.${rest}${early}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
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
