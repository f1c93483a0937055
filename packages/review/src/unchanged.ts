// What is the same in both documents, with everything that it refers to: nothing of it has to be compared.
import { type Tree, valueAt } from "./place.ts";

/** Whether two values are written alike and refer to nothing that changed. */
export type Unchanged = (base: unknown, head: unknown) => boolean;

export function findUnchanged(base: Tree, head: Tree): Unchanged {
  const targets = new Map<string, boolean>();
  const isUnchanged: Unchanged = (was, is) => {
    const text = JSON.stringify(was) as string | undefined;
    if (text === undefined || text !== JSON.stringify(is)) return false;
    for (const [, reference = ""] of text.matchAll(/"\$ref":"((?:[^"\\]|\\.)*)"/g))
      if (!isSameTarget(reference)) return false;
    return true;
  };
  const isSameTarget = (reference: string): boolean => {
    const known = targets.get(reference);
    if (known !== undefined) return known;
    // What contains itself is the same if the rest of it is.
    targets.set(reference, true);
    const found = isUnchanged(valueAt(base, reference), valueAt(head, reference));
    targets.set(reference, found);
    return found;
  };
  return isUnchanged;
}
