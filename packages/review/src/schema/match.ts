// Which alternative of one schema is which of another: by what is written in them, not by their order.
import { isDeepStrictEqual as same } from "node:util";
import { isTree, type Source } from "../place.ts";
import { findKeyword, type SchemaNode } from "./parts.ts";
import { type Variant, type View, variantsOf } from "./variant.ts";

/** The marks that tell an object from its alternatives: fields that can have one value, at the top or one level down. */
export type Tags = Map<string, unknown[]>;

export function tagsOf(source: Source, variant: Variant, view: View): Tags {
  const tags: Tags = new Map();
  for (const [name, property] of variant.properties) {
    const values = listedIn(source, property.parts);
    if (values) tags.set(name, values);
    const inner = hasFields(property.parts);
    if (!inner) continue;
    const [nested, ...others] = variantsOf(source, property.parts, view);
    if (!nested || others.length > 0 || nested.type !== "object") continue;
    for (const [key, field] of nested.properties) {
      const list = listedIn(source, field.parts);
      if (list) tags.set(`${name}.${key}`, list);
    }
  }
  return tags;
}

function hasFields(parts: SchemaNode[]): boolean {
  return parts.some(
    ({ schema }) => isTree(schema.properties) || "$ref" in schema || "allOf" in schema,
  );
}

function listedIn(source: Source, parts: SchemaNode[]): unknown[] | undefined {
  const list = findKeyword(source, parts, "enum")?.value;
  if (Array.isArray(list))
    return findKeyword(source, parts, "x-open-set")?.value === true ? undefined : list;
  const constant = findKeyword(source, parts, "const");
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
 * Splits an object whose discriminatingFields field lists several values into one object for each of them, so that it does not
 * matter whether alternatives were written apart or as one.
 */
export function splitByTags(base: SplitSide, head: SplitSide, view: View): void {
  const tags = (side: SplitSide): Tags[] =>
    side.variants.map((variant) => tagsOf(side.source, variant, view));
  for (const key of discriminatingFields([tags(base), tags(head)])) {
    for (const side of [base, head]) {
      side.variants = side.variants.flatMap((variant) => {
        const values = tagsOf(side.source, variant, view).get(key) ?? [];
        if (values.length < 2 || values.length > 100) return [variant];
        return values.flatMap((value) =>
          variantsOf(side.source, [...variant.parts, only(key, value, variant)], view),
        );
      });
    }
  }
}

export interface SplitSide {
  source: Source;
  variants: Variant[];
}

/** A part that leaves a field one value. */
function only(key: string, value: unknown, { parts }: Variant): SchemaNode {
  const schema = key
    .split(".")
    .reverse()
    .reduce<Record<string, unknown>>((inner, name) => ({ properties: { [name]: inner } }), {
      const: value,
    });
  // The mark tells the parts of different values apart; it is no part of the pointer.
  return { schema, at: `${parts[0]?.at ?? ""}#${key}=${String(value)}` };
}

/** Whether a field of both has values that the other's does not share, so that they are different things. */
export function disjoint(a: Tags, b: Tags): boolean {
  return [...a].some(([key, list]) => {
    const other = b.get(key);
    return other !== undefined && !list.some((value) => other.some((entry) => same(entry, value)));
  });
}

/** Whether a field of both has the same single value. */
export function alike(a: Tags, b: Tags): boolean {
  return [...a].some(([key, list]) => list.length === 1 && same(list, b.get(key)));
}
