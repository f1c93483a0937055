import type { Source } from "../place.ts";
import { findUnchanged, type Unchanged } from "../unchanged.ts";
import type { Sampler } from "./compare-values.ts";
import type { Finding } from "./finding.ts";

/** Two documents, and what was compared of them already. */
export interface Comparison {
  base: Source;
  head: Source;
  sample: Sampler;
  isUnchanged: Unchanged;
  /** Findings by the pair of schemas; null while they are being compared, for what contains itself. */
  known: Map<string, Finding[] | null>;
}

export function startComparison(base: Source, head: Source, sample: Sampler = () => []): Comparison {
  return { base, head, sample, isUnchanged: findUnchanged(base.root, head.root), known: new Map() };
}
