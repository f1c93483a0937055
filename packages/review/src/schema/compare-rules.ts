// Keywords besides limits, lists and fields: schemas that values have to match, too, or must not match.
import { isDeepStrictEqual } from "node:util";
import type { Shape } from "@packages/contract/src/shapes/shape.ts";
import { isTree, type Source } from "../place.ts";
import type { Comparison } from "./comparison.ts";
import { keywordDifference, outcomeBetween, type SchemaDifference, under } from "./difference.ts";
import { type KeywordValue, schemaNode, shapesFor } from "./schema-shapes.ts";
import type { Variant } from "./variant.ts";

type Compare = (base: Shape, head: Shape) => SchemaDifference[];

/** Compares schemas by their meaning, however they are written; `compare` finds the differences of two of them. */
export function compareRules(
  comparison: Comparison,
  base: Variant,
  head: Variant,
  compare: Compare,
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
      const gone = was.filter((one) => !is.some((other) => isSame(one, other)));
      const come = is.filter((one) => !was.some((other) => isSame(other, one)));
      const [old] = gone;
      const [now] = come;
      if (!old && !now) return [];
      const hasOne = gone.length === 1 && come.length === 1;
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
