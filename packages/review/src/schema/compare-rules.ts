// Keywords besides limits, lists and fields: schemas that values have to match, too, or must not match.
import { isDeepStrictEqual } from "node:util";
import type { Shape } from "@packages/contract/src/shapes/shape.ts";
import { isTree, type Source } from "../place.ts";
import type { IsWithin } from "./compare-exclusion.ts";
import type { Comparison } from "./comparison.ts";
import { keywordDifference, outcomeBetween, type SchemaDifference, under } from "./difference.ts";
import type { View } from "./fields.ts";
import { fits } from "./fits.ts";
import { type KeywordValue, schemaNode, shapesFor } from "./schema-shapes.ts";
import type { Variant } from "./variant.ts";

/** Knowledge about schemas of both documents. */
interface Relations {
  compare(this: void, base: Shape, head: Shape): SchemaDifference[];
  isWithin: { base: IsWithin; head: IsWithin };
}

/** Compares schemas by their meaning, however they are written. */
export function compareRules(
  comparison: Comparison,
  base: Variant,
  head: Variant,
  view: View,
  { compare, isWithin }: Relations,
): SchemaDifference[] {
  return [...new Set([...base.rules.keys(), ...head.rules.keys()])].flatMap(
    (keyword): SchemaDifference[] => {
      const was = base.rules.get(keyword) ?? [];
      const is = head.rules.get(keyword) ?? [];
      const isText = /^(\$|content[EM])/.test(keyword);
      const differences = (from: KeywordValue, to: KeywordValue): SchemaDifference[] =>
        compare(
          shapesFor(comparison.base).shapeOf(schemaNode(from.value, from.at)),
          shapesFor(comparison.head).shapeOf(schemaNode(to.value, to.at)),
        );
      const isSame = (from: KeywordValue, to: KeywordValue): boolean =>
        isText
          ? isDeepStrictEqual(from.value, to.value)
          : comparison.isUnchanged(from.value, to.value) || differences(from, to).length === 0;
      const rule = { keyword, view };
      const removed = was
        .filter((one) => !is.some((other) => isSame(one, other)))
        .filter((one) => !isMet({ ...rule, ...one }, comparison.base, base, head, isWithin.head));
      const added = is
        .filter((one) => !was.some((other) => isSame(other, one)))
        .filter((one) => !isMet({ ...rule, ...one }, comparison.head, head, base, isWithin.base));
      const [old] = removed;
      const [now] = added;
      if (!old && !now) return [];
      const hasOne = removed.length === 1 && added.length === 1;
      // A rule that is tighter in these schemas is tighter in the whole; for other schemas that cannot be known.
      const isDirect = hasOne && !isText && !/^(not|if)$/.test(keyword);
      if (old && now && isDirect)
        return differences(old, now).map((difference) => under(`(${keyword})`, difference));
      const isForm = keyword.startsWith("pattern") && head.additional.kind !== "open";
      const isContent = old && now && /^content[EM]/.test(keyword);
      const outcome = isForm ? "changed" : outcomeBetween(old, now);
      const kind = isContent ? "format-changed" : `rule-${outcome}`;
      return [
        keywordDifference(
          kind,
          { base: resolved(comparison.base, old), head: resolved(comparison.head, now) },
          keyword,
        ),
      ];
    },
  );
}

/** The schema behind a reference, which may have been edited while the reference was not. */
function resolved(source: Source, said: KeywordValue | undefined): KeywordValue | undefined {
  return said && isTree(said.value) ? source.resolve({ value: said.value, at: said.at }) : said;
}

/** Whether every value of the other side meets a rule anyway, which then neither refuses nor allows any. */
function isMet(
  { keyword, view, value, at }: KeywordValue & { keyword: string; view: View },
  source: Source,
  { bounds, rules }: Variant,
  other: Variant,
  isWithin: IsWithin,
): boolean {
  const shape = (): Shape => shapesFor(source).shapeOf(schemaNode(value, at));
  if (keyword === "contains" && other.items && other.tuple.length === 0) {
    const least = Number(bounds.get("minContains")?.value ?? 1);
    const held = Number(other.bounds.get("minItems")?.value ?? 0);
    return held >= least && !bounds.has("maxContains") && isWithin(other.items, shape());
  }
  if (keyword !== "propertyNames" || other.additional.kind !== "closed") return false;
  const hasPatterns = [...rules.keys(), ...other.rules.keys()].some((name) =>
    /^patternP/.test(name),
  );
  return (
    !hasPatterns &&
    [...other.properties.keys()].every((name) => fits(source, shape(), view, name) === true)
  );
}
