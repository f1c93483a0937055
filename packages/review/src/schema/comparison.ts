import type { Source } from "../place.ts";
import { findUnchanged, type Unchanged } from "../unchanged.ts";
import type { Finding } from "./finding.ts";

/** Two documents, and what was compared of them already. */
export interface Comparison {
  base: Source;
  head: Source;
  isUnchanged: Unchanged;
  /** Findings by the pair of schemas; null while they are being compared, for what contains itself. */
  known: Map<string, Finding[] | null>;
}

export function startComparison(base: Source, head: Source): Comparison {
  return { base, head, isUnchanged: findUnchanged(base, head), known: new Map() };
}
