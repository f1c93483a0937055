// `oneOf` takes exactly one of its forms: which values one side alone refuses because they fit several.
import { schemaName } from "@packages/contract/src/pointer.ts";
import { NoShapeError, NoValueError } from "@packages/contract/src/shapes/intersect.ts";
import {
  follow,
  partPointers,
  type Shape,
  skipReferences,
} from "@packages/contract/src/shapes/shape.ts";
import { isTree, type Source, splitPointer } from "../place.ts";
import { areApart } from "./apart.ts";
import { quoteValue, type SchemaDifference } from "./difference.ts";
import type { View } from "./fields.ts";
import { fits } from "./fits.ts";
import { samplesOf } from "./samples.ts";
import { shapesFor } from "./schema-shapes.ts";
import { alternativesOf, isExclusive, isUnion, variantsOf } from "./variant.ts";

/** A schema of one of the two documents. */
export interface ExclusionSide {
  source: Source;
  shape: Shape;
}

/** Whether all values of a schema of one document fit a schema of the other. */
export type IsWithin = (inner: Shape, outer: Shape) => boolean;

/** Two alternatives that exclude each other, and are not proven to have no value in common. */
interface Overlap {
  one: Shape;
  other: Shape;
  /** Place of the list that holds them. */
  at: string;
  /** Whether the list is an alternative of another list. */
  isInner: boolean;
}

/** A value that one side takes and the other refuses; undefined if none was found. */
interface Refusal {
  value?: unknown;
  names: string;
  reason: string;
  at: string;
}

/** Pairs of alternatives that are looked at in one list. */
const maxPairs = 2_000;

/** @param isWithin by the document of its first schema */
export function compareExclusion(
  base: ExclusionSide,
  head: ExclusionSide,
  view: View,
  isWithin: { base: IsWithin; head: IsWithin },
): SchemaDifference[] {
  const overlaps = { base: overlapsIn(base, view), head: overlapsIn(head, view) };
  const refused = findRefusal(base, overlaps.base, head, overlaps.head, view, isWithin.head);
  const taken = findRefusal(head, overlaps.head, base, overlaps.base, view, isWithin.base);
  const at = { baseAt: base.shape.annotations.pointer, headAt: head.shape.annotations.pointer };
  const words = ({ value, names, reason }: Refusal, side: "before" | "after") => ({
    name: value === undefined ? reason : quoteValue(value),
    [side]: names,
  });
  const kindOf = ({ value }: Refusal, outcome: string): string =>
    `overlap-${value === undefined ? "maybe-" : ""}${outcome}`;
  return [
    ...(refused
      ? [
          {
            kind: kindOf(refused, "refused"),
            ...at,
            headAt: refused.at,
            ...words(refused, "after"),
          },
        ]
      : []),
    ...(taken
      ? [{ kind: kindOf(taken, "taken"), ...at, baseAt: taken.at, ...words(taken, "before") }]
      : []),
  ];
}

function overlapsIn(side: ExclusionSide, view: View): Overlap[] {
  try {
    return listOverlaps(side, view);
  } catch (error) {
    if (error instanceof NoValueError) return [];
    throw error;
  }
}

function listOverlaps({ source, shape }: ExclusionSide, view: View, isInner = false): Overlap[] {
  // Few schemas are unions.
  if (!isUnion(skipReferences(shape))) return [];
  const form = follow(shape);
  const alternatives = alternativesOf(form) ?? [];
  const inner = alternatives.flatMap((one) => listOverlaps({ source, shape: one }, view, true));
  if (!isExclusive(source, form)) return inner;
  const at = partPointers(form).find((pointer) => pointer.endsWith("/oneOf")) ?? "";
  const pairs = alternatives.flatMap((one, index) =>
    alternatives.slice(index + 1).map((other) => ({ one, other, at, isInner })),
  );
  const own = pairs
    .slice(0, maxPairs)
    .filter(({ one, other }) => !areApart({ source, shape: one }, { source, shape: other }, view));
  return [...own, ...inner];
}

/** Finds a value of the first side that the second refuses because it fits two of its alternatives. */
function findRefusal(
  from: ExclusionSide,
  known: readonly Overlap[],
  to: ExclusionSide,
  overlaps: readonly Overlap[],
  view: View,
  isWithin: IsWithin,
): Refusal | undefined {
  const isKnown = ({ one, other, isInner }: Overlap): boolean =>
    known.some(
      (before) =>
        // A value that one alternative refuses may fit another one.
        before.isInner === isInner &&
        ((isWithin(one, before.one) && isWithin(other, before.other)) ||
          (isWithin(one, before.other) && isWithin(other, before.one))),
    );
  const isBeyond = ({ one, other }: Overlap): boolean => {
    const common = intersectIfPossible(to.source, one, other);
    return !common || areApart(from, { source: to.source, shape: common }, view);
  };
  const refusals = overlaps
    .filter((overlap) => !isBeyond(overlap) && !isKnown(overlap))
    .map((overlap): Refusal => {
      const { one, other, at } = overlap;
      const value = candidates(from, to.source, overlap, view).find(
        (candidate) =>
          fits(from.source, from.shape, view, candidate) === true &&
          fits(to.source, one, view, candidate) === true &&
          fits(to.source, other, view, candidate) === true &&
          fits(to.source, to.shape, view, candidate) === false,
      );
      return {
        value,
        names: [one, other].map(formName).join(" and "),
        reason: describeDoubt([from, ...[one, other].map((shape) => ({ ...to, shape }))], view),
        at,
      };
    });
  return refusals.find(({ value }) => value !== undefined) ?? refusals[0];
}

/** The shape of the values that fit two alternatives; undefined if there are none. */
function intersectIfPossible(source: Source, one: Shape, other: Shape): Shape | undefined {
  try {
    return shapesFor(source).all([one, other]);
  } catch (error) {
    if (error instanceof NoValueError) return undefined;
    if (error instanceof NoShapeError) return one;
    throw error;
  }
}

/** Values that may fit a schema and two alternatives: objects are joined, as each of the three may demand fields. */
function candidates(
  from: ExclusionSide,
  source: Source,
  { one, other }: Overlap,
  view: View,
): unknown[] {
  const lists = [
    samplesOf(from.source, from.shape, view),
    samplesOf(source, one, view),
    samplesOf(source, other, view),
  ] as const;
  const joined = lists.reduce<unknown[]>(
    (found, list) =>
      found.length === 0 ? list : found.flatMap((left) => list.map((right) => join(left, right))),
    [],
  );
  return [...lists.flat(), ...joined];
}

function join(left: unknown, right: unknown): unknown {
  return isTree(left) && isTree(right) ? { ...right, ...left } : right;
}

/** Why no value was found: keywords that are not understood, or no better reason. */
function describeDoubt(sides: readonly ExclusionSide[], view: View): string {
  const keywords = sides.flatMap(({ source, shape }) =>
    variantsOf(source, shape, view).flatMap(({ rules }) => [...rules.keys()]),
  );
  if (keywords.length === 0) return "no such value was found";
  return `${[...new Set(keywords)].join(", ")} cannot be evaluated`;
}

function formName({ annotations: { variant = "", pointer } }: Shape): string {
  const at = variant || pointer;
  const place = splitPointer(at).slice(-2).join("/");
  return schemaName(`#${at}`) ?? place;
}
