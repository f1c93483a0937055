import { bySeverity, verdictOf } from "../../packages/review/src/change.ts";
import { findNotes } from "../../packages/review/src/compare.ts";
import type { Tree } from "../../packages/review/src/place.ts";
import type { Calendar } from "../../packages/review/src/schema/comparison.ts";

/** Compares two documents, whose sources are not known. */
export function compareDocuments(base: Tree, head: Tree, calendar?: Calendar) {
  const changes = findNotes(base, head, calendar).changes().sort(bySeverity);
  return { changes, verdict: verdictOf(changes) };
}
