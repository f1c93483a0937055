// The report that needs two contracts and nothing else: what a project adds to it is in make-report.ts.
import { compareDocuments } from "./compare.ts";
import { changedExamples } from "./examples.ts";
import type { Loaded } from "./load/loaded.ts";
import { locateChanges } from "./locate-changes.ts";
import type { Report } from "./report/report.ts";
import { samplePattern } from "./sample-pattern.ts";
import { proposeRelease } from "./semver.ts";

export function compareContracts(base: Loaded, head: Loaded): Report {
  const compared = compareDocuments(base.document, head.document, samplePattern);
  return {
    ...compared,
    changes: locateChanges(compared.changes, base, head),
    names: { base: base.name, head: head.name },
    release: proposeRelease(compared.verdict, false),
    lint: [],
    consumers: null,
    examples: changedExamples(base.document, head.document),
    inventory: null,
  };
}
