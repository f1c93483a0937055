// Pairs the alternatives of two schemas by their content, not by their order.
import { isDeepStrictEqual as same } from "node:util";
import { splitPointer, step } from "@packages/contract/src/pointer.ts";
import { intersect } from "@packages/contract/src/shapes/intersect.ts";
import type { Shape } from "@packages/contract/src/shapes/shape.ts";
import { isTree, type Source } from "../place.ts";
import type { View } from "./fields.ts";
import { firstKeyword, shapesFor } from "./schema-shapes.ts";
import { type Variant, variantsOf } from "./variant.ts";

/** The marks that distinguish an object from its alternatives: listed values of fields, at the top or one level down, by pointer. */
export type Tags = Map<string, unknown[]>;

export function tagsOf(source: Source, variant: Variant, view: View): Tags {
  const tags: Tags = new Map();
  for (const [name, { shape }] of variant.properties) {
    if (!shape) continue;
    const at = step("", name);
    const values = listedIn(source, shape);
    if (values) tags.set(at, values);
    const parts = shapesFor(source).nodesOf(shape);
    if (!parts.some(({ schema }) => isTree(schema.properties))) continue;
    const [nested, ...others] = variantsOf(source, shape, view);
    if (!nested || others.length > 0 || nested.type !== "object") continue;
    for (const [key, field] of nested.properties) {
      const list = field.shape && listedIn(source, field.shape);
      if (list) tags.set(step(at, key), list);
    }
  }
  return tags;
}

function listedIn(source: Source, shape: Shape): unknown[] | undefined {
  const nodes = shapesFor(source).nodesOf(shape);
  const list = firstKeyword(nodes, "enum")?.value;
  if (Array.isArray(list))
    return firstKeyword(nodes, "x-open-set")?.value === true ? undefined : list;
  const constant = firstKeyword(nodes, "const");
  return constant ? [constant.value] : undefined;
}

/** Fields that distinguish the alternatives of either side. */
function discriminatingFields(sides: Tags[][]): string[] {
  const found = new Set<string>();
  for (const side of sides) {
    if (side.length < 2) continue;
    for (const key of side[0]?.keys() ?? []) {
      const lists = side.map((tags) => tags.get(key));
      if (lists.every((list) => list !== undefined) && !lists.every((list) => same(list, lists[0])))
        found.add(key);
    }
  }
  return [...found];
}

/**
 * Splits an object whose discriminating field lists several values into one object for each of them, so that it does not
 * matter whether alternatives were written apart or as one.
 */
export function splitByTags(base: SplitSide, head: SplitSide, view: View): void {
  const tagsOfSide = ({ source, variants }: SplitSide): Tags[] =>
    variants.map((variant) => tagsOf(source, variant, view));
  const splitVariant = (source: Source, variant: Variant, key: string): Variant[] => {
    const values = tagsOf(source, variant, view).get(key) ?? [];
    if (values.length < 2 || values.length > 100) return [variant];
    return values.flatMap((value) =>
      variantsOf(source, intersect(variant.shape, shapeWith(source, key, value, variant)), view),
    );
  };
  for (const key of discriminatingFields([tagsOfSide(base), tagsOfSide(head)])) {
    for (const side of [base, head])
      side.variants = side.variants.flatMap((variant) => splitVariant(side.source, variant, key));
  }
}

export interface SplitSide {
  source: Source;
  variants: Variant[];
}

/** A shape that allows one value of a field, which a pointer names: `/kind`, or `/card/kind` one level down. */
function shapeWith(source: Source, key: string, value: unknown, { parts }: Variant): Shape {
  const schema = splitPointer(key)
    .reverse()
    .reduce<Record<string, unknown>>((inner, name) => ({ properties: { [name]: inner } }), {
      const: value,
    });
  return shapesFor(source).shapeOf({ schema, at: parts[0]?.at ?? "" });
}

/** Whether a mark of both has values that the other's does not share, so that they are different things. */
export function disjoint(a: Tags, b: Tags, isMark: (key: string) => boolean): boolean {
  return [...a].some(([key, list]) => {
    const other = isMark(key) ? b.get(key) : undefined;
    return other !== undefined && !list.some((value) => other.some((entry) => same(entry, value)));
  });
}

/** Whether a field of both has the same single value. */
export function alike(a: Tags, b: Tags): boolean {
  return [...a].some(([key, list]) => list.length === 1 && same(list, b.get(key)));
}
