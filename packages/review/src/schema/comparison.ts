import { isTree, type Source, valueAt } from "../place.ts";
import { type KnownDifferences, NestedComparisons } from "./nested-comparisons.ts";
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
  known: KnownDifferences;
  progress: NestedComparisons;
  /** The same two documents, compared the other way round. */
  reverse: Comparison;
}

export function startComparison(base: Source, head: Source, calendar: Calendar): Comparison {
  const isUnchanged = findUnchanged(base, head);
  const progress = new NestedComparisons();
  const forward = { base, head, calendar, isUnchanged, known: new Map(), progress } as Comparison;
  const isUnchangedBack: Unchanged = (was, is) => isUnchanged(is, was);
  forward.reverse = {
    base: head,
    head: base,
    calendar,
    isUnchanged: isUnchangedBack,
    known: new Map(),
    progress,
    reverse: forward,
  };
  return forward;
}

/** Whether two values are written alike and refer to nothing that changed. */
type Unchanged = (base: unknown, head: unknown) => boolean;

/** References of a value that is written alike in both documents; undefined for one that is not. */
function sharedReferences(was: unknown, is: unknown): string[] | undefined {
  const found: string[] = [];
  return was !== undefined && collectReferences(was, is, found) ? found : undefined;
}

/** Whether two values are equal; adds their references to `found`. It ends at the first difference, as documents are large. */
function collectReferences(was: unknown, is: unknown, found: string[]): boolean {
  if (Array.isArray(was))
    return (
      Array.isArray(is) &&
      was.length === is.length &&
      was.every((entry, index) => collectReferences(entry, is[index], found))
    );
  if (!isTree(was)) return was === is;
  if (!isTree(is)) return false;
  const keys = Object.keys(was);
  if (keys.length !== Object.keys(is).length) return false;
  if (typeof was.$ref === "string") found.push(was.$ref);
  return keys.every((key) => Object.hasOwn(is, key) && collectReferences(was[key], is[key], found));
}

function findUnchanged(base: Source, head: Source): Unchanged {
  /** Whether targets of references are unchanged. */
  const known = new Map<string, boolean>();
  const referencesIn = (reference: string): string[] | undefined => {
    const [was, is] = [base, head].map((source) => {
      const at = source.pointerOf(reference);
      const value = valueAt(source.root, at);
      const children = shapesFor(source).childrenOf(schemaNode(value, at));
      return value === undefined
        ? undefined
        : [value, children.map((child) => ({ $ref: `#${child.at}` }))];
    });
    return sharedReferences(was, is);
  };
  /** Looks at all targets that are reached from a reference: those that reach a changed one are changed as well. */
  const explore = (first: string): boolean => {
    const users = new Map<string, string[]>([[first, []]]);
    const changed: string[] = [];
    // Both lists grow while they are walked through: references may lead through thousands of schemas.
    const reached = [first];
    for (const one of reached) {
      const references = referencesIn(one);
      if (!references) changed.push(one);
      for (const reference of references ?? []) {
        const isUnchanged = known.get(reference);
        if (isUnchanged === false) changed.push(one);
        if (isUnchanged !== undefined) continue;
        if (!users.has(reference)) reached.push(reference);
        users.set(reference, [...(users.get(reference) ?? []), one]);
      }
    }
    for (const one of reached) known.set(one, true);
    for (const one of changed) {
      if (!known.get(one)) continue;
      known.set(one, false);
      changed.push(...(users.get(one) ?? []));
    }
    return known.get(first) ?? false;
  };
  return (was, is) =>
    sharedReferences(was, is)?.every((reference) => known.get(reference) ?? explore(reference)) ??
    false;
}
