import type { Change, Verdict } from "../change.ts";
import type { Comparison } from "../compare.ts";
import type { ConsumerFailure } from "../consumers.ts";
import type { Decided } from "../decisions.ts";
import type { Release } from "../semver.ts";

/** Everything that a reviewer reads. */
export interface Report extends Comparison {
  /** What was compared with what. */
  names: { base: string; head: string };
  release: Release;
  /** What `review.yaml` accepts, and what of it is over or needed no more. */
  decided: Pick<Decided, "accepted" | "stale">;
  /** Fingerprints of the changes that an earlier report did not have; null where there was none. */
  added: string[] | null;
  /** Programs of earlier releases that no longer compile; null where the head is not the working tree. */
  consumers: ConsumerFailure[] | null;
  /** How many descriptions, summaries and titles read otherwise. */
  words: number;
}

export const signs: Record<Verdict, string> = {
  breaking: "🔴",
  risky: "🟠",
  safe: "🟢",
  none: "⚪",
};

/** `3 breaking, 1 risky, 12 safe, 2 examples`. */
export function count(report: Pick<Report, "changes" | "decided">): string {
  const counts = (["breaking", "risky", "safe"] as const).flatMap((severity) => {
    const number = report.changes.filter(
      (change) => change.severity === severity && !isWording(change),
    ).length;
    return number > 0 ? [`${number} ${severity}`] : [];
  });
  const examples = report.changes.filter(isWording).length;
  if (examples > 0) counts.push(plural(examples, "example"));
  const { length } = report.decided.accepted;
  if (length > 0) counts.push(`${length} accepted`);
  return counts.join(", ") || "no change of meaning";
}

/** Whether a change is one of an example that breaks nothing: shown as a number. */
export function isWording({ kind, severity }: Change): boolean {
  return severity === "safe" && kind.startsWith("example-");
}

/** `1 example`, `2 examples`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** What the verdict asks for, in a sentence. */
export function advice({ verdict, majorMoved, release, consumers }: Report): string {
  if (verdict === "breaking" && !majorMoved)
    return "It breaks users of the base version: it needs a new major version, another form, or a decision in `review.yaml`.";
  if (verdict === "breaking") return "It breaks, and the major version says so.";
  if ((consumers?.length ?? 0) > 0)
    return "On the wire it breaks nothing; code of earlier releases no longer compiles.";
  if (verdict === "risky")
    return "It breaks nothing that keeps to the base; look at what is risky.";
  return release === "none" ? "Its meaning has not changed." : "It breaks nothing.";
}

/** Changes of one kind and weight, which are shown together. */
export interface Group {
  first: Change;
  changes: Change[];
}

/** Changes that only the few of a kind are shown one by one. */
export function grouped(changes: readonly Change[]): Group[] {
  const groups = new Map<string, Group>();
  for (const change of changes) {
    const key = `${change.severity} ${change.kind} ${change.affects.join()}`;
    const group = groups.get(key) ?? { first: change, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  const few = 3;
  return [...groups.values()].flatMap((group) =>
    group.changes.length > few
      ? [group]
      : group.changes.map((change) => ({ first: change, changes: [change] })),
  );
}
