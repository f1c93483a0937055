import type { Change, Severity, Verdict } from "../change.ts";
import type { BasisChanges } from "../compare-statements.ts";
import type { ConsumerFailure } from "../consumers.ts";
import type { Acceptance, Decided } from "../decisions.ts";
import { type Flaw, printFlaw } from "../load/loaded.ts";
import type { Release } from "../semver.ts";

/** Everything that a reviewer reads. */
export interface Report {
  verdict: Verdict;
  /** The worst first. */
  changes: Change[];
  base: { version: string };
  head: { version: string };
  /** Whether the head's version is raised by the step that a breaking change requires. */
  mayBreak: boolean;
  /** Statements without a document that one side alone makes. */
  basis: BasisChanges;
  /** The names of the two contracts that were compared. */
  names: { base: string; head: string };
  /** The step of the contract's version that the changes require. */
  release: Release;
  /** The step of the packages that are made from the contract; null if the project makes none. */
  packageRelease: Release | null;
  /** The changes that `review.yaml` accepts, and its decisions that are over or needed no more. */
  decided: Pick<Decided, "accepted" | "stale">;
  /** Fingerprints of the changes that an earlier report did not have; null if there was none. */
  added: string[] | null;
  /** Programs of earlier releases that no longer compile; null if the head is not the working tree. */
  consumers: ConsumerFailure[] | null;
  /** Mistakes that the compiler finds in the head's spec, which was compared as far as it was read. */
  flaws: readonly Flaw[];
  /** Number of reworded descriptions, summaries and titles. */
  words: number;
}

/** A change as every page shows it. */
export interface ReportedChange {
  change: Change;
  /** The place to look at: `spec/loans.tsp:42`, or a JSON pointer. */
  place: string;
  /** The affected consumers, the advice and who accepted it; the fingerprint is in `change`. */
  affects: string;
  remedy: string;
  isNew: boolean;
  /** Its severity, and whether it is accepted or new: `breaking, new`. */
  status: string;
  acceptance: Acceptance | undefined;
}

/** Followers of a change that a page shows; the others are counted. */
export const maxFollowers = 12;

/** All changes, the worst first; accepted ones come last. Every page prints this list. */
export function listChanges({ changes, decided, added }: Report): ReportedChange[] {
  const all: { change: Change; acceptance?: Acceptance }[] = [
    ...changes.map((change) => ({ change })),
    ...decided.accepted,
  ];
  return all.map(({ change, acceptance }) => {
    const isNew = added?.includes(change.fingerprint) === true;
    const status = [change.severity, acceptance && "accepted", isNew && "new"];
    return {
      change,
      place: shownPlace(change),
      affects: change.affects.join(", "),
      remedy: acceptance ? acceptedBy(acceptance) : (change.instead ?? ""),
      isNew,
      status: status.filter(Boolean).join(", "),
      acceptance,
    };
  });
}

export function shownPlace({ where }: Change): string {
  return where.source ?? where.pointer;
}

function acceptedBy({ by, until, reason }: Acceptance): string {
  return `Accepted by ${by} until ${until}: ${reason}`;
}

/** A list on the page besides the changes. */
export interface Section {
  kind: "flaws" | "consumers" | "decisions" | "basis";
  title: string;
  /** Whether it is shown unfolded. */
  isOpen: boolean;
  /** Whether it is shown before the changes. */
  isFirst?: true;
  lines: { place: string; text: string; flaw?: Flaw }[];
}

/** Fingerprints of unused decisions that are listed. */
const maxUnused = 5;

/** One line for all: a decision counts until the release, and most comparisons before it do not meet its change. */
function describeUnused(unused: readonly Acceptance[]): Section["lines"] {
  if (unused.length === 0) return [];
  const listed = unused.slice(0, maxUnused).map(({ fingerprint }) => fingerprint);
  const others = unused.length - listed.length;
  const fingerprints = others > 0 ? [...listed, `${others} more (--json lists all)`] : listed;
  const text = `unused in this comparison: ${fingerprints.join(", ")}. Remove those that the comparison with the last release does not use either.`;
  return [{ place: plural(unused.length, "decision"), text }];
}

/** Characters of a mistake of the spec that are shown. */
const maxFlaw = 400;

export function sectionsIn({ consumers, decided, basis, flaws }: Report): Section[] {
  // The compiler repeats a mistake for each use, and prints whole types.
  const distinct = [...new Map(flaws.map((flaw) => [printFlaw(flaw), flaw])).values()];
  const broken = distinct.map((flaw) => {
    const text = `${flaw.severity} ${flaw.text}`;
    return {
      place: flaw.file === undefined ? "" : `${flaw.file}:${flaw.line}`,
      text: text.length > maxFlaw ? `${text.slice(0, maxFlaw)}…` : text,
      flaw,
    };
  });
  const mistakes = (["error", "warning"] as const).flatMap((severity) => {
    const { length } = distinct.filter((flaw) => flaw.severity === severity);
    return length > 0 ? plural(length, severity) : [];
  });
  const failures = (consumers ?? []).map(({ place, message }) => ({ place, text: message }));
  const expired = decided.stale.flatMap(({ acceptance: { fingerprint, by, until }, isOver }) =>
    isOver ? [{ place: fingerprint, text: `(${by}): expired on ${until}` }] : [],
  );
  const unused = decided.stale.filter(({ isOver }) => !isOver);
  const stale = [...expired, ...describeUnused(unused.map(({ acceptance }) => acceptance))];
  const statements = (["removed", "added"] as const).flatMap((side) =>
    basis[side].map(({ subject, kind, reason }) => ({
      place: subject,
      text: `${side === "added" ? "new" : "gone"}, ${kind}. ${reason}`,
    })),
  );
  const { added, removed, renamed } = basis;
  const moved = renamed.map(({ from, to, statements: count }) => ({
    place: `${from} → ${to}`,
    text: `renamed, with ${plural(count, "statement")}`,
  }));
  const all: Section[] = [
    {
      kind: "flaws",
      title: `${hasErrors({ flaws }) ? "The spec does not compile" : "The compiler warns"}: ${mistakes.join(", ")}`,
      isOpen: true,
      isFirst: true,
      lines: broken,
    },
    {
      kind: "consumers",
      title: `Code of earlier releases no longer compiles: ${plural(failures.length, "error")}`,
      isOpen: true,
      lines: failures,
    },
    {
      kind: "decisions",
      title: `Decisions: ${expired.length} expired, ${unused.length} unused`,
      isOpen: false,
      lines: stale,
    },
    {
      kind: "basis",
      title: `Statements that are not documented: ${added.length} new, ${removed.length} gone`,
      isOpen: false,
      lines: [...moved, ...statements],
    },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

export const signs: Record<Verdict, string> = {
  breaking: "🔴",
  risky: "🟠",
  safe: "🟢",
  none: "⚪",
};

export const severities: readonly Severity[] = ["breaking", "risky", "safe"];

/** `3 breaking, 1 risky, 12 safe, 2 accepted`. */
export function count({ changes, decided }: Pick<Report, "changes" | "decided">): string {
  const counts = severities.flatMap((severity) => {
    const { length } = changes.filter((change) => change.severity === severity);
    return length > 0 ? [`${length} ${severity}`] : [];
  });
  const { length } = decided.accepted;
  if (length > 0) counts.push(`${length} accepted`);
  return counts.join(", ") || "no change of meaning";
}

/** `breaking`, or `no change of meaning`. */
export function verdictWords({ verdict, decided, flaws }: Report): string {
  const unchanged =
    decided.accepted.length > 0 ? "every change is accepted" : "no change of meaning";
  const words = verdict === "none" ? unchanged : verdict;
  return hasErrors({ flaws }) ? `${words}, as far as the spec compiles` : words;
}

/** `1.0`, or `1.0 → 1.1`. */
export function versionWords({ base, head }: Report): string {
  return base.version === head.version ? base.version : `${base.version} → ${head.version}`;
}

/** Whether there are new changes since an earlier report. */
export function newsWords({ added, changes }: Report): string {
  const isTold = added !== null && added.length !== changes.length;
  return isTold ? `, ${added.length} new since the last look` : "";
}

/** The reworded descriptions, in one line; empty if there are none. */
export function wording({ words }: Report): string {
  return words > 0 ? `Changed wording: ${plural(words, "description")}.` : "";
}

/** `1 example`, `2 examples`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `major`, or `major; packages: minor`. */
export function stepWords({ release, packageRelease }: Report): string {
  return packageRelease === null ? release : `${release}; packages: ${packageRelease}`;
}

/** Whether the compiler finds errors in the spec of the head: warnings leave the document whole. */
function hasErrors({ flaws }: Pick<Report, "flaws">): boolean {
  return flaws.some(({ severity }) => severity === "error");
}

/** The next step after a verdict, in one or two sentences. */
export function advice(report: Report): string {
  const warns = report.flaws.length > 0 && !hasErrors(report);
  return `${adviseOn(report)}${warns ? " Fix the compiler's warnings: the spec is rejected until then." : ""}`;
}

function adviseOn(report: Report): string {
  const { verdict, mayBreak, changes, consumers, decided, release } = report;
  if (changes.some(({ kind }) => kind === "spec-unread"))
    return "The spec of the head does not compile, and makes no document to compare.";
  if (hasErrors(report))
    return "The spec of the head does not compile. It was compared as far as the compiler read it: what it did not read may be missing below, or be listed as removed.";
  if (verdict === "breaking" && !mayBreak)
    return `It breaks users of the base version. Raise the ${release} version of the contract, change it compatibly, or accept it in \`review.yaml\`.`;
  if (verdict === "breaking") return "Breaking, as the new version of the contract announces.";
  if ((consumers?.length ?? 0) > 0)
    return "Compatible on the wire, but code written for earlier releases no longer compiles.";
  if (verdict === "risky")
    return "Clients that follow the base contract keep working. Review the risky changes.";
  if (decided.accepted.length > 0) return "All breaking changes are accepted.";
  return verdict === "none" ? "Its meaning has not changed." : "It breaks nothing.";
}
