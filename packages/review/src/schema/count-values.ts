// Every value of a schema, if they are few: a range of integers, `boolean`, a closed object or a list of such values.
import { isDeepStrictEqual as same } from "node:util";
import type { Shape } from "@packages/contract/src/shapes/shape.ts";
import type { Relation } from "../patterns/compare-strings.ts";
import { isTree, type Source } from "../place.ts";
import type { View } from "./fields.ts";
import { fits } from "./fits.ts";
import { impliedBounds } from "./implied-bounds.ts";
import { admits, findFactor } from "./limits.ts";
import { firstMultiple } from "./multiples.ts";
import { type Variant, variantsOf } from "./variant.ts";

/** Values that are counted one by one. */
const maxCounted = 1_000;
/** Values of lists and objects, each of which is compared with each. */
const maxCombined = 100;
/** Schemas within each other that are looked at. */
const maxDepth = 4;

/** The values of a scalar without a list; undefined if they cannot be counted. */
export function listScalars(free: Variant): unknown[] | undefined {
  if (free.type === "boolean") return [true, false];
  const bounds = impliedBounds(free);
  const low = bounds.get("minimum")?.value;
  const high = bounds.get("maximum")?.value;
  if (free.type !== "number" || low === undefined || high === undefined) return undefined;
  if (low === high) return [low].filter((value) => admits(free, value));
  const factor = findFactor(free);
  if (factor === undefined) return undefined;
  const count = Math.floor((Number(high) - Number(low)) / factor + 1e-9) + 1;
  if (!(count <= maxCounted)) return undefined;
  const all = Array.from({ length: Math.max(count, 0) }, (_, index) =>
    firstMultiple(Number(low) + index * factor, factor),
  );
  return all.filter((value) => admits(free, value));
}

/** How the lists or objects that the head allows relate to those of the base; undefined if they cannot be counted. */
export function compareCounted(
  view: View,
  base: { source: Source; variants: readonly Variant[] },
  head: { source: Source; variants: readonly Variant[] },
): Relation | undefined {
  const [was, is] = [base, head].map(({ source, variants }) =>
    joinAll(variants.map((variant) => listValues(source, variant, view))),
  );
  if (!was || !is) return undefined;
  const isWithin = (inner: unknown[], outer: unknown[]): boolean =>
    inner.every((value) => outer.some((other) => same(other, value)));
  if (isWithin(was, is)) return isWithin(is, was) ? "same" : "widened";
  return isWithin(is, was) ? "narrowed" : "changed";
}

/** Every value of a variant; undefined if they are too many, or depend on a keyword that is not understood here. */
function listValues(
  source: Source,
  variant: Variant,
  view: View,
  depth = 0,
): unknown[] | undefined {
  const { type, values, open, rules, formats } = variant;
  const isLimited = rules.size + formats.length > 0;
  if (open || isLimited || depth > maxDepth) return undefined;
  if (values) return values.map(({ value }) => value);
  /** The values of a part: those of its variants that fit it, as `oneOf` refuses a value of two variants. */
  const listPart = (shape: Shape | undefined): unknown[] | undefined => {
    if (!shape) return undefined;
    const variants = variantsOf(source, shape, view);
    const all = joinAll(variants.map((one) => listValues(source, one, view, depth + 1)));
    const fitting = all?.map((value) => fits(source, shape, view, value));
    // Whether a value fits is not known for each schema.
    if (fitting?.includes(undefined)) return undefined;
    return all?.filter((_, index) => fitting?.[index]);
  };
  if (type === "null") return [null];
  if (type === "array") return listArrays(variant, listPart);
  return type === "object" ? listObjects(variant, listPart) : listScalars(variant);
}

function listArrays(
  variant: Variant,
  within: (shape: Shape | undefined) => unknown[] | undefined,
): unknown[] | undefined {
  const length = Number(impliedBounds(variant).get("maxItems")?.value ?? Number.POSITIVE_INFINITY);
  if (length > maxDepth) return undefined;
  let longest: unknown[][] = [[]];
  const all: unknown[] = [[]];
  for (let index = 0; index < length; index++) {
    const entries = within(variant.tuple[index] ?? variant.items);
    if (!entries || all.length + longest.length * entries.length > maxCombined) return undefined;
    longest = longest.flatMap((list) => entries.map((entry) => [...list, entry]));
    all.push(...longest);
  }
  return all.filter((list) => admits(variant, list));
}

function listObjects(
  variant: Variant,
  within: (shape: Shape | undefined) => unknown[] | undefined,
): unknown[] | undefined {
  if (variant.bounds.get("maxProperties")?.value === 0) return [{}];
  if (variant.additional.kind !== "closed") return undefined;
  let all: Record<string, unknown>[] = [{}];
  for (const [name, { shape, required }] of variant.properties) {
    const values = within(shape);
    if (!values || all.length * (values.length + 1) > maxCombined) return undefined;
    all = all.flatMap((object) => [
      ...(required ? [] : [object]),
      ...values.map((value) => ({ ...object, [name]: value })),
    ]);
  }
  return all.filter((object) => isTree(object) && admits(variant, object));
}

function joinAll(lists: readonly (unknown[] | undefined)[]): unknown[] | undefined {
  const known = lists.filter((list) => list !== undefined);
  const all = known.flat();
  return known.length === lists.length && all.length <= maxCombined ? all : undefined;
}
