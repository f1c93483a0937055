import type { Change } from "./change.ts";
import type { Loaded } from "./load/loaded.ts";

/** Adds to each change where it was written: in the head, or in the base for what the head no longer has. */
export function locateChanges(changes: readonly Change[], base: Loaded, head: Loaded): Change[] {
  return changes.map((change) => {
    const written = (change.where.in === "head" ? head : base).locate(change.where.pointer);
    if (!written) return change;
    const { file, line } = written;
    return { ...change, where: { ...change.where, source: `${file}:${line}`, file, line } };
  });
}
