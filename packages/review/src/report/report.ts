import type { Verdict } from "../change.ts";
import type { Comparison } from "../compare.ts";
import type { ConsumerFailure } from "../consumers.ts";
import type { ExampleChange } from "../examples.ts";
import type { Loaded } from "../load/loaded.ts";
import type { LintFinding } from "../new-findings.ts";
import type { Release } from "../semver.ts";

/** Everything that a reviewer is told. */
export interface Report extends Comparison {
  /** What was compared with what. */
  names: { base: string; head: string };
  release: Release;
  lint: LintFinding[];
  /** Programs of earlier releases that no longer compile; null where the head is not the working tree. */
  consumers: ConsumerFailure[] | null;
  examples: ExampleChange[];
  /** Lines of the inventory that were removed and added; null where they are not known. */
  inventory: string[] | null;
}

/** The two contracts, for reports that show them. */
export interface Contracts {
  base: Loaded;
  head: Loaded;
}

export const signs: Record<Verdict, string> = { breaking: "🔴", risky: "🟠", safe: "🟢", none: "⚪" };

/** `3 breaking, 1 risky, 12 safe`. */
export function count(report: Pick<Report, "changes">): string {
  const counts = (["breaking", "risky", "safe"] as const).flatMap((severity) => {
    const number = report.changes.filter((change) => change.severity === severity).length;
    return number > 0 ? [`${number} ${severity}`] : [];
  });
  return counts.join(", ") || "no change of meaning";
}

/** What the verdict asks for, in a sentence. */
export function advice({ verdict, majorMoved, release, consumers }: Report): string {
  if (verdict === "breaking" && !majorMoved)
    return "It breaks whoever keeps to the base: it needs a new major version, or another form.";
  if (verdict === "breaking") return "It breaks, and the major version says so.";
  if ((consumers?.length ?? 0) > 0) return "On the wire it breaks nobody; code of earlier releases no longer compiles.";
  if (verdict === "risky") return "It breaks nobody who kept to the base; look at what is risky.";
  return release === "none" ? "The contract means what it meant." : "It breaks nobody.";
}
