// What is the same in both documents, with everything that it refers to: nothing of it has to be compared.
import { type Source, valueAt } from "./place.ts";
import { childrenOf, partOf } from "./schema/parts.ts";

/** Whether two values are written alike and refer to nothing that changed. */
export type Unchanged = (base: unknown, head: unknown) => boolean;

export function findUnchanged(base: Source, head: Source): Unchanged {
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
    const [was, is] = [base, head].map((source) => {
      const at = source.pointerOf(reference);
      const value = valueAt(source.root, at);
      return [value, childrenOf(source, partOf(value, at)).map((child) => ({ $ref: `#${child.at}` }))];
    }) as [unknown[], unknown[]];
    const found = was[0] !== undefined && isUnchanged(was, is);
    targets.set(reference, found);
    return found;
  };
  return isUnchanged;
}
