import { isDeepStrictEqual } from "node:util";
import type { Party } from "../change.ts";
import type { Difference, Differences, Side } from "../differences.ts";
import { isTree, type Place, type Source, step } from "../place.ts";
import {
  basisDifference,
  compareAnnotations,
  compareShapeAnnotations,
} from "../schema/compare-annotations.ts";
import { compareSchemas } from "../schema/compare-schemas.ts";
import type { Comparison } from "../schema/comparison.ts";
import { quoteValue, type SchemaDifference } from "../schema/difference.ts";
import { type SchemaNode, schemaNode, shapesFor } from "../schema/schema-shapes.ts";
import type { BasePaths } from "./base-path.ts";

/** The input of every comparison: two documents, and the list that differences are added to. */
export interface CompareContext extends Comparison {
  differences: Differences;
  /** Codes of the errors of both documents, if both state theirs; none if one does not. */
  codes: ReadonlySet<string>;
  basePaths: BasePaths;
}

/** The two states of one part. */
export interface Pair {
  base: Place;
  head: Place;
}

/** Goes through two maps: entries of one of them, and entries of both. */
export function match<Value>(
  was: ReadonlyMap<string, Value>,
  is: ReadonlyMap<string, Value>,
  on: {
    removed?(value: Value, key: string): void;
    added?(value: Value, key: string): void;
    kept?(base: Value, head: Value, key: string): void;
  },
): void {
  for (const [key, base] of was) {
    const head = is.get(key);
    if (head === undefined) on.removed?.(base, key);
    else on.kept?.(base, head, key);
  }
  for (const [key, head] of is) if (!was.has(key)) on.added?.(head, key);
}

/**
 * Pairs the entries of two lists that are the same by one of some names, the first name first; the others were removed or added.
 *
 * @param sameness functions that name an entry, the most exact first
 */
export function pairUp<One>(base: One[], head: One[], sameness: ((one: One) => string)[]) {
  const unpaired = { removed: new Set(base), added: new Set(head) };
  const pairs = sameness.flatMap((nameOf) => {
    // In reverse, so that the first of several with one name is the one in the map.
    const named = new Map([...unpaired.added].reverse().map((is) => [nameOf(is), is]));
    return [...unpaired.removed].flatMap((was): [One, One][] => {
      const is = named.get(nameOf(was));
      if (!is || !unpaired.added.delete(is)) return [];
      unpaired.removed.delete(was);
      return [[was, is]];
    });
  });
  return { ...unpaired, pairs };
}

/** The schema under a place as a part; one that allows everything if there is none. */
export function schemaOf(place: Place, key = "schema"): SchemaNode {
  return schemaNode(place.value[key], step(place.at, key));
}

/** Compares two schemas and adds the differences; `subject` is the thing that they describe. */
export function addSchemaDifferences(
  context: CompareContext,
  side: Side,
  base: SchemaNode,
  head: SchemaNode,
  subject: string,
): void {
  if (context.isUnchanged(base.schema, head.schema)) return;
  const view = side.role === "writes" ? "writes" : "reads";
  const was = shapesFor(context.base).shapeOf(base);
  const is = shapesFor(context.head).shapeOf(head);
  const found = [
    ...compareSchemas(context, was, is, view),
    ...compareShapeAnnotations(context, was, is),
    // The errors of an operation are compared by their codes.
  ].filter(({ kind, name, path, after }) => {
    if (kind.startsWith("error-alternative")) return !context.codes.has(name ?? "");
    // So are the codes themselves, wherever they are listed.
    if (side.message === "error response" && /^(known-)?values?-/.test(kind))
      return !(name ?? after ?? "").split(", ").some((code) => context.codes.has(code));
    // So is the source of the errors.
    return !(side.message === "error response" && path === undefined && kind.startsWith("basis"));
  });
  for (const difference of found)
    addSchemaDifference(context, side, asErrorDifference(difference, side), subject);
}

/** A further form of an error response is a further error. */
function asErrorDifference(difference: SchemaDifference, { message }: Side): SchemaDifference {
  return message === "error response" && difference.kind.startsWith("alternative-")
    ? { ...difference, kind: `error-${difference.kind}` }
    : difference;
}

function addSchemaDifference(
  context: CompareContext,
  side: Side,
  difference: SchemaDifference,
  subject: string,
): void {
  const { path, ...about } = difference;
  context.differences.add(side, {
    ...about,
    subject: path === undefined ? subject : `${subject}: ${path}`,
  });
}

/** Adds a difference if the values of a keyword differ. */
export function addIfDifferent(
  context: CompareContext,
  side: Side,
  difference: Pick<Difference, "kind" | "subject">,
  pair: Pair,
  key: string,
): void {
  const before = pair.base.value[key];
  const after = pair.head.value[key];
  if (isDeepStrictEqual(before, after)) return;
  context.differences.add(side, {
    name: key,
    before: quoteValue(before),
    after: quoteValue(after),
    ...placesOf(pair, key),
    ...difference,
  });
}

/** The remarks that any part may have: its deprecation, its source, and fields that no rule knows. */
export function compareRemarks(
  context: CompareContext,
  side: Side,
  { base, head }: Pair,
  subject: string,
): void {
  const was = schemaNode(base.value, base.at);
  const is = schemaNode(head.value, head.at);
  for (const difference of compareAnnotations(context, [was], [is])) {
    const isBasis = difference.kind.startsWith("basis-");
    addSchemaDifference(
      context,
      isBasis ? callSide("client", side.operation) : side,
      difference,
      subject,
    );
  }
}

/** Adds a difference if a part that both documents have has another basis now. */
export function addBasisDifference(
  context: CompareContext,
  pair: Pair,
  subject: string,
  operation?: string,
): void {
  const was = pair.base.value["x-basis"];
  const is = pair.head.value["x-basis"];
  const found = basisDifference(was, is, placesOf(pair, "x-basis"));
  if (found) addSchemaDifference(context, callSide("client", operation), found, subject);
}

/** The place of a pair, or of its value under a key: only on the side that has it. */
export function placesOf({ base, head }: Pair, key?: string): { baseAt?: string; headAt?: string } {
  if (key === undefined) return { baseAt: base.at, headAt: head.at };
  const at = (name: "baseAt" | "headAt", place: Place) =>
    key in place.value ? { [name]: step(place.at, key) } : {};
  const found = { ...at("baseAt", base), ...at("headAt", head) };
  return Object.keys(found).length === 0 ? placesOf({ base, head }) : found;
}

/** The object that a place holds under a key, if it is one. */
export function holds({ value, at }: Place, key: string): Place | undefined {
  const inner = value[key];
  return isTree(inner) ? { value: inner, at: step(at, key) } : undefined;
}

/** The root of a document as a place. */
export function rootOf({ root }: Source): Place {
  return { value: root, at: "" };
}

export function callSide(consumer: Party, operation?: string): Side {
  return {
    role: "calls",
    consumer,
    message: "request",
    ...(operation !== undefined && { operation }),
  };
}
