// Whether it is proven that no value fits two schemas, of one document or of two.
import { isDeepStrictEqual as same } from "node:util";
import { NoShapeError } from "@packages/contract/src/shapes/intersect.ts";
import type { Shape } from "@packages/contract/src/shapes/shape.ts";
import { findString } from "../patterns/compare-strings.ts";
import type { Source } from "../place.ts";
import type { Property, View } from "./fields.ts";
import { admits, findFactor } from "./limits.ts";
import { commonMultiple, firstMultiple } from "./multiples.ts";
import { stringConstraints } from "./string-constraints.ts";
import { type Variant, variantsOf } from "./variant.ts";

/** A shape and its document. */
export interface Member {
  source: Source;
  shape: Shape;
}

interface MemberVariant {
  source: Source;
  variant: Variant;
}

/** Schemas within each other that are looked at. */
const maxDepth = 4;

/** Whether no value fits both; false if that cannot be shown. */
export function areApart(one: Member, other: Member, view: View, depth = 0): boolean {
  if (depth > maxDepth) return false;
  try {
    const [variants, others] = [one, other].map(({ source, shape }) =>
      variantsOf(source, shape, view).map((variant) => ({ source, variant })),
    ) as [MemberVariant[], MemberVariant[]];
    return variants.every((a) => others.every((b) => variantsApart(a, b, view, depth)));
  } catch (error) {
    if (error instanceof NoShapeError) return false;
    throw error;
  }
}

function variantsApart(a: MemberVariant, b: MemberVariant, view: View, depth: number): boolean {
  const { variant: one } = a;
  const { variant: other } = b;
  if (one.type !== other.type) return true;
  if (haveNoCommonValue(one, other) || haveNoCommonValue(other, one)) return true;
  const range = (key: string): boolean => exceeds(one, other, key) || exceeds(other, one, key);
  switch (one.type) {
    case "number":
      return range("imum") || haveNoCommonMultiple(one, other);
    case "string":
      return range("Length") || haveNoCommonString(one, other);
    case "array":
      return range("Items") || haveNoCommonItem(a, b, view, depth);
    case "object":
      return range("Properties") || haveNoCommonFields(a, b, view, depth);
    default:
      return false;
  }
}

/** Whether none of the listed values of one is a value of the other. */
function haveNoCommonValue({ values, open }: Variant, other: Variant): boolean {
  if (!values || open) return false;
  const listed = other.open ? undefined : other.values;
  return values.every(({ value }) =>
    listed ? !listed.some((one) => same(one.value, value)) : !admits(other, value),
  );
}

/** Whether the least of one is more than the most of the other. */
function exceeds(one: Variant, other: Variant, key: string): boolean {
  const low = one.bounds.get(`min${key}`);
  const high = other.bounds.get(`max${key}`);
  if (!low || !high) return false;
  const isShared = low.exclusive !== true && high.exclusive !== true;
  return low.value > high.value || (low.value === high.value && !isShared);
}

/** Whether no multiple of the factors of both lies within the bounds of both. */
function haveNoCommonMultiple(one: Variant, other: Variant): boolean {
  const factor = commonMultiple([one, other].flatMap((side) => findFactor(side) ?? []));
  const bound = (key: string): number[] =>
    [one, other].flatMap(({ bounds }) => bounds.get(key) ?? []).map(({ value }) => Number(value));
  const low = Math.max(...bound("minimum"));
  const high = Math.min(...bound("maximum"));
  return factor !== undefined && Number.isFinite(low) && firstMultiple(low, factor) > high;
}

function haveNoCommonString(one: Variant, other: Variant): boolean {
  const first = stringConstraints(one);
  const second = stringConstraints(other);
  const common = findString({
    patterns: [...first.patterns, ...second.patterns],
    minLength: Math.max(first.minLength, second.minLength),
    maxLength: Math.min(first.maxLength, second.maxLength),
  });
  return common === null;
}

function haveNoCommonItem(a: MemberVariant, b: MemberVariant, view: View, depth: number): boolean {
  const least = [a, b].map(({ variant }) => Number(variant.bounds.get("minItems")?.value ?? 0));
  const count = Math.min(Math.max(...least), 20);
  return Array.from({ length: count }, (_, index) => index).some((index) => {
    const [one, other] = [a, b].map(({ variant }) => variant.tuple[index] ?? variant.items);
    return shapesApart(a, one, b, other, view, depth);
  });
}

/** Whether a field that one of two objects requires is refused by the other, or has no value that fits both. */
function haveNoCommonFields(
  a: MemberVariant,
  b: MemberVariant,
  view: View,
  depth: number,
): boolean {
  const names = new Set([...a.variant.properties.keys(), ...b.variant.properties.keys()]);
  return [...names].some((name) => {
    const [one, other] = [a, b].map(({ variant }) => variant.properties.get(name));
    if (!one?.required && !other?.required) return false;
    const isRefusedByOne = (!one && isRefused(a)) || (!other && isRefused(b));
    return isRefusedByOne || shapesApart(a, shapeIn(a, one), b, shapeIn(b, other), view, depth);
  });
}

function isRefused({ variant }: MemberVariant): boolean {
  return variant.additional.kind === "closed";
}

function shapeIn({ variant }: MemberVariant, property: Property | undefined): Shape | undefined {
  return property ? property.shape : variant.additional.shape;
}

function shapesApart(
  a: MemberVariant,
  one: Shape | undefined,
  b: MemberVariant,
  other: Shape | undefined,
  view: View,
  depth: number,
): boolean {
  if (!one || !other) return false;
  return areApart(
    { source: a.source, shape: one },
    { source: b.source, shape: other },
    view,
    depth + 1,
  );
}
