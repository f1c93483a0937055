import { jsonOf, type Source, valueAt } from "../place.ts";
import type { SchemaFinding } from "./finding.ts";
import { schemaNode, shapesFor } from "./schema-shapes.ts";

/** The dates that other dates are compared with. */
export interface Calendar {
  /** As `2027-06-30`. */
  today: string;
  /** Months that something deprecated works on at least; 0 if nothing is promised. */
  noticeMonths: number;
}

/** Two documents, and the comparisons already made. */
export interface Comparison {
  base: Source;
  head: Source;
  calendar: Calendar;
  isUnchanged: Unchanged;
  /** Findings by the pair of schemas; null while they are being compared, for schemas that contain themselves. */
  known: Map<string, SchemaFinding[] | null>;
  /** The same two documents, compared the other way round. */
  reverse: Comparison;
}

export function startComparison(base: Source, head: Source, calendar: Calendar): Comparison {
  const isUnchanged = findUnchanged(base, head);
  const forward = { base, head, calendar, isUnchanged, known: new Map() } as Comparison;
  const isUnchangedBack: Unchanged = (was, is) => isUnchanged(is, was);
  forward.reverse = {
    base: head,
    head: base,
    calendar,
    isUnchanged: isUnchangedBack,
    known: new Map(),
    reverse: forward,
  };
  return forward;
}

/** Whether two values are written alike and refer to nothing that changed. */
type Unchanged = (base: unknown, head: unknown) => boolean;

function findUnchanged(base: Source, head: Source): Unchanged {
  const targets = new Map<string, boolean>();
  const isUnchanged: Unchanged = (was, is) => {
    const text = jsonOf(was) as string | undefined;
    if (text === undefined || text !== jsonOf(is)) return false;
    for (const [, reference = ""] of text.matchAll(/"\$ref":"((?:[^"\\]|\\.)*)"/g))
      if (!isSameTarget(reference)) return false;
    return true;
  };
  const isSameTarget = (reference: string): boolean => {
    const known = targets.get(reference);
    if (known !== undefined) return known;
    // A schema that contains itself is the same if the rest of it is.
    targets.set(reference, true);
    const [was, is] = [base, head].map((source) => {
      const at = source.pointerOf(reference);
      const value = valueAt(source.root, at);
      return [
        value,
        shapesFor(source)
          .childrenOf(schemaNode(value, at))
          .map((child) => ({ $ref: `#${child.at}` })),
      ];
    }) as [unknown[], unknown[]];
    const found = was[0] !== undefined && isUnchanged(was, is);
    targets.set(reference, found);
    return found;
  };
  return isUnchanged;
}
