// `review.yaml`: the decisions of a project about its changes, so that each is made once.

import { readYaml } from "@packages/contract/src/source/read-text.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { type Change, isUnknownField, type Severity } from "./change.ts";
import { isTree, type Tree } from "./place.ts";
import { rules } from "./rules.ts";
import { isCalendarDate } from "./schema/compare-lifetimes.ts";

/** A change that a person accepted although its severity would fail the review. */
export interface Acceptance {
  fingerprint: string;
  reason: string;
  by: string;
  /** Last day on which it counts: `2027-06-30`. */
  until: string;
}

export interface Decisions {
  /** Severity by rule, instead of the rule's own, or by `x-` field that no rule knows; `off` leaves the change out. */
  severities: Record<string, Severity | "off">;
  accepted: Acceptance[];
  /** Months that something deprecated works on at least; 0 if nothing is promised. */
  noticeMonths: number;
}

export interface Decided {
  /** Changes that still count. */
  changes: Change[];
  /** The others, each with the decision that accepted it. */
  accepted: { change: Change; acceptance: Acceptance }[];
  /** Acceptances that have expired, or that no change needs. */
  stale: { acceptance: Acceptance; isOver: boolean }[];
}

const levels = ["breaking", "risky", "safe", "off"];

/**
 * Reads `review.yaml`.
 *
 * @throws {SpecError} for a rule or severity that does not exist, for an acceptance without reason, name or date, and
 *   for a notice that is not a number of months
 */
export function readDecisions(yaml: string, file: string): Decisions {
  const refuse = (message: string): never => {
    throw new SpecError(`${file}: ${message}`);
  };
  const root = readYaml(yaml, file) ?? {};
  const keys = ["severities", "accepted", "notice"];
  if (!isTree(root)) return refuse(`it has to be a map with ${keys.join(", ")}.`);
  for (const key of Object.keys(root))
    if (!keys.includes(key)) refuse(`\`${key}\` is not one of ${keys.join(", ")}.`);
  const severities = root.severities ?? {};
  if (!isTree(severities)) return refuse("`severities` has to be a map of rules.");
  for (const [rule, severity] of Object.entries(severities)) {
    if (!rule.startsWith("x-") && !Object.hasOwn(rules, rule)) refuse(`unknown rule \`${rule}\`.`);
    if (!levels.includes(String(severity)))
      refuse(`the severity of \`${rule}\` is not one of ${levels.join(", ")}.`);
  }
  const list = root.accepted ?? [];
  if (!Array.isArray(list)) return refuse("`accepted` has to be a list.");
  const accepted = list.map((entry) =>
    isTree(entry) ? readAcceptance(entry, refuse) : refuse("an acceptance is a map."),
  );
  const { notice = "0 months" } = root;
  const noticeMonths = /^(\d{1,3}) months?$/.exec(String(notice))?.[1];
  if (noticeMonths === undefined)
    return refuse(`\`notice\` has to be a number of months, such as "12 months".`);
  return {
    severities: severities as Decisions["severities"],
    accepted,
    noticeMonths: Number(noticeMonths),
  };
}

function readAcceptance(entry: Tree, refuse: (message: string) => never): Acceptance {
  const read = (key: string, form: RegExp, what: string): string => {
    const value = String(entry[key] ?? "");
    return form.test(value)
      ? value
      : refuse(`an acceptance needs \`${key}\`, ${what}: ${JSON.stringify(entry)}.`);
  };
  const acceptance = {
    fingerprint: read(
      "fingerprint",
      /^[0-9a-f]{12}$/,
      "the twelve digits that the report shows, in quotes",
    ),
    reason: read("reason", /\S/, "why the change is fine"),
    by: read("by", /\S/, "who accepted it"),
    until: read("until", /^\d{4}-\d\d-\d\d$/, "the last day on which it counts"),
  };
  if (!isCalendarDate(acceptance.until)) refuse(`invalid date ${acceptance.until}.`);
  return acceptance;
}

/** The changes with the severities of a project instead of the rules' own. */
export function withSeverities(changes: readonly Change[], { severities }: Decisions): Change[] {
  return changes.flatMap((change): Change[] => {
    const field = isUnknownField(change) ? severities[change.name ?? ""] : undefined;
    const severity = field ?? severities[change.kind] ?? change.severity;
    return severity === "off" ? [] : [{ ...change, severity }];
  });
}

/**
 * Sets accepted changes apart.
 *
 * @param today as `2027-06-30`
 */
export function decide(
  changes: readonly Change[],
  { accepted }: Decisions,
  today: string,
): Decided {
  const valid = new Map(
    accepted.filter(({ until }) => until >= today).map((entry) => [entry.fingerprint, entry]),
  );
  const found = new Set(changes.map(({ fingerprint }) => fingerprint));
  return {
    changes: changes.filter(({ fingerprint }) => !valid.has(fingerprint)),
    accepted: changes.flatMap((change) => {
      const acceptance = valid.get(change.fingerprint);
      return acceptance ? [{ change, acceptance }] : [];
    }),
    stale: accepted
      .filter(({ fingerprint, until }) => until < today || !found.has(fingerprint))
      .map((acceptance) => ({ acceptance, isOver: acceptance.until < today })),
  };
}
