import { describe, findNotes } from "../../packages/review/src/compare.ts";
import type { Tree } from "../../packages/review/src/place.ts";

/** Compares two documents, whose sources are not known. */
export const compareDocuments = (base: Tree, head: Tree) =>
  describe(base, head, findNotes(base, head));
