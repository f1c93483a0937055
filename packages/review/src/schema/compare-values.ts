// Strings, numbers and counts: which values two variants of one type allow.
import { isDeepStrictEqual as same } from "node:util";
import {
  compareAllowedStrings,
  type Relation,
  type StringConstraints,
} from "../patterns/compare-strings.ts";
import { type Bound, isTighter } from "./bounds.ts";
import { listScalars } from "./count-values.ts";
import { keywordDifference, type SchemaDifference, showValue } from "./difference.ts";
import { formatBits } from "./formats.ts";
import { impliedBounds } from "./implied-bounds.ts";
import { admits, findFactor } from "./limits.ts";
import { isMultiple } from "./multiples.ts";
import type { KeywordValue } from "./schema-shapes.ts";
import { maxListed, stringConstraints } from "./string-constraints.ts";
import type { Variant } from "./variant.ts";

/** @param takes whether a side allows a value; by default by its list, limits and patterns */
export function compareValues(
  base: Variant,
  head: Variant,
  takes = takesListed,
): SchemaDifference[] {
  const found = compareLists(base, head, takes);
  // A closed list already names the allowed values: limits and patterns add nothing.
  if (isClosed(base) && isClosed(head)) return found;
  found.push(...compareFormats(base, head));
  if (isClosed(base) || isClosed(head)) return found;
  found.push(...compareIntegers(base, head), ...compareFactors(base, head));
  return [...found, ...compareLimits(base, head)];
}

/** Whether the values are listed, and no others may come. */
export function isClosed({ values, open }: Variant): boolean {
  return values !== undefined && !open;
}

function compareLists(base: Variant, head: Variant, takes: typeof takesListed): SchemaDifference[] {
  const was = base.values;
  const is = head.values;
  const found: SchemaDifference[] = [];
  const states = {
    before: showAll(was),
    after: showAll(is),
    baseAt: placeOf(base),
    headAt: placeOf(head),
  };
  // A list of all the values that limits and patterns allow is another way to write them.
  if (!isClosed(base) && isClosed(head) && !isListed(base, head))
    found.push({ kind: "values-became-listed", ...states });
  if (isClosed(base) && !isClosed(head) && !isListed(head, base))
    found.push({ kind: is ? "values-became-open" : "values-no-longer-listed", ...states });
  const removed = (was ?? []).filter(({ value }) => !takes(head, value));
  const added = (is ?? []).filter(({ value }) => !takes(base, value));
  if (isClosed(base) && isClosed(head) && removed.length === was?.length)
    return [{ kind: "values-replaced", ...states }];
  const renames = removed.flatMap((from) =>
    added.filter((to) => isRespelled(from.value, to.value)).map((to) => ({ from, to })),
  );
  for (const { from, to } of renames)
    found.push({
      ...keywordDifference("value-respelled", { base: from, head: to }, showValue(to.value)),
    });
  const removedKind = head.values && head.open ? "known-value-removed" : "value-removed";
  const addedKind = isClosed(head) && !base.open ? "value-added" : "known-value-added";
  for (const { value, at } of removed)
    if (!renames.some(({ from }) => from.value === value))
      found.push({
        kind: removedKind,
        name: showValue(value),
        baseAt: at,
        before: showValue(value),
      });
  for (const { value, at } of added)
    if (!renames.some(({ to }) => to.value === value))
      found.push({ kind: addedKind, name: showValue(value), headAt: at, after: showValue(value) });
  return found;
}

/** Whether a side names a value; without a list, whether its limits and patterns allow it. */
function takesListed(side: Variant, value: unknown): boolean {
  return side.values ? side.values.some((other) => same(other.value, value)) : admits(side, value);
}

/** Whether a variant without a list allows nothing but the listed values of another. */
function isListed(free: Variant, listed: Variant): boolean {
  if (free.values) return false;
  if (free.type === "string") {
    if ((listed.values?.length ?? 0) > maxListed) return false;
    return ["same", "widened"].includes(
      compareAllowedStrings([stringConstraints(free)], [stringConstraints(listed)]),
    );
  }
  return listScalars(free)?.every((value) => takesListed(listed, value)) ?? false;
}

/** Whether two values have the same letters: `paid`, `PAID`. */
function isRespelled(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" && lettersOf(a) === lettersOf(b);
}

/** The letters and digits of a name, to recognise a new spelling; the name itself without any. */
export function lettersOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase() || name;
}

function showAll(values: KeywordValue[] | undefined): string | undefined {
  return values?.map(({ value }) => showValue(value)).join(", ");
}

const composing = ["$ref", "allOf", "anyOf", "oneOf"];

export function placeOf({ choice, parts }: Variant): string {
  if (choice !== undefined) return choice;
  // The innermost part is the most exact: keywords next to a reference come before those behind it.
  const saying = parts.find(({ schema }) =>
    Object.keys(schema).some((keyword) => !composing.includes(keyword)),
  );
  return (saying ?? parts[0])?.at ?? "";
}

function compareBounds(base: Variant, head: Variant): SchemaDifference[] {
  const was = impliedBounds(base);
  const is = impliedBounds(head);
  return [...new Set([...base.bounds.keys(), ...head.bounds.keys()])].flatMap(
    (key): SchemaDifference[] => {
      // Bounds that other keywords imply change with those keywords.
      if (isSameBound(base.bounds.get(key), head.bounds.get(key))) return [];
      if (isSameBound(was.get(key), is.get(key))) return [];
      const now = is.get(key);
      const kind = now && isTighter(key, now, was.get(key)) ? "bound-tightened" : "bound-loosened";
      return [boundFinding(kind, key, base.bounds.get(key), head.bounds.get(key))];
    },
  );
}

function isSameBound(one: Bound | undefined, other: Bound | undefined): boolean {
  return one?.value === other?.value && (one?.exclusive ?? false) === (other?.exclusive ?? false);
}

function boundFinding(
  kind: string,
  key: string,
  base: Bound | undefined,
  head: Bound | undefined,
): SchemaDifference {
  const isExclusive = base?.exclusive === true || head?.exclusive === true;
  const [before, after] = [base, head].map((bound) =>
    bound === undefined ? "none" : describeBound(bound, isExclusive),
  );
  return {
    ...keywordDifference(kind, { base, head }, isExclusive ? key : (head ?? base)?.keyword),
    before,
    after,
  };
}

/** `5`; `more than 5` if that makes a difference. */
function describeBound({ keyword, value, exclusive }: Bound, hasExclusive: boolean): string {
  if (keyword === "uniqueItems") return "true";
  const [beyond, from] = keyword.includes("ax")
    ? ["less than", "at most"]
    : ["more than", "at least"];
  return hasExclusive ? `${exclusive === true ? beyond : from} ${value}` : showValue(value);
}

function compareIntegers(base: Variant, head: Variant): SchemaDifference[] {
  if (base.integer === head.integer || findFactor(base) === findFactor(head)) return [];
  const [before, after] = [base, head].map(({ integer }) => (integer ? "integer" : "number"));
  const states = { name: after, before, after, baseAt: placeOf(base), headAt: placeOf(head) };
  return [{ kind: head.integer ? "type-narrowed" : "type-widened", ...states }];
}

/** Whole numbers are multiples of one: a narrower or wider type that is reported says enough. */
function compareFactors(was: Variant, is: Variant): SchemaDifference[] {
  const base = was.multipleOf;
  const head = is.multipleOf;
  if (base?.value === head?.value) return [];
  const [before = 0, after = 0] = [was, is].map(findFactor);
  const isFiner = after === 0 || isMultiple(before, after);
  const isCoarser = before === 0 || isMultiple(after, before);
  const isTypeEnough = is.integer ? isCoarser : isFiner;
  if (is.integer !== was.integer && isTypeEnough) return [];
  const isTighter = head && (!base || isMultiple(head.value, base.value));
  const isLooser = base && (!head || isMultiple(base.value, head.value));
  const other = isLooser ? "bound-loosened" : "bound-changed";
  const kind = isTighter ? "bound-tightened" : other;
  return [keywordDifference(kind, { base, head }, "multipleOf")];
}

/** Limits, and the strings that patterns, formats and limits allow together. */
function compareLimits(base: Variant, head: Variant): SchemaDifference[] {
  const found = compareBounds(base, head);
  const removed = without(base.patterns, head.patterns);
  const added = without(head.patterns, base.patterns);
  if (base.type !== "string" || found.length + removed.length + added.length === 0) return found;
  // Another format is reported as that.
  const formats = base.formats
    .map(({ value }) => value)
    .filter((value) => head.formats.some((other) => other.value === value));
  const rules = [base, head].map((side) => stringConstraints(side, formats)) as [
    StringConstraints,
    StringConstraints,
  ];
  if (rules.every(({ patterns }) => patterns.length === 0)) return found;
  const relation = compareAllowedStrings([rules[0]], [rules[1]]);
  if (relation === "same") return [];
  const outcome = relationOfPatterns(rules, relation);
  if (outcome !== undefined && removed.length + added.length > 0)
    found.push(patternFinding(outcome, removed, added));
  const contradicts = {
    narrowed: /^(bound-loosened|pattern-(removed|widened))$/,
    widened: /^(bound-tightened|pattern-(added|narrowed))$/,
  }[relation as string];
  return found.filter(({ kind }) => contradicts?.test(kind) !== true);
}

function relationOfPatterns(
  [base, head]: readonly [StringConstraints, StringConstraints],
  whole: Relation,
): Relation | undefined {
  const free = { minLength: 0, maxLength: Number.POSITIVE_INFINITY };
  const alone = compareAllowedStrings([{ ...base, ...free }], [{ ...head, ...free }]);
  if (alone === "same") return undefined;
  const isDecided = alone === "narrowed" || alone === "widened";
  return isDecided || whole === "unclear" ? alone : whole;
}

function patternFinding(
  relation: Relation,
  removed: KeywordValue<string>[],
  added: KeywordValue<string>[],
): SchemaDifference {
  const words = (list: KeywordValue<string>[]): string =>
    list.map(({ value }) => value).join(" and ") || "none";
  const outcome = removed.length === 0 ? "added" : relation;
  return {
    kind: `pattern-${added.length === 0 ? "removed" : outcome}`,
    name: "pattern",
    before: words(removed),
    after: words(added),
    baseAt: removed[0]?.at,
    headAt: added[0]?.at,
  };
}

function without<Value>(
  list: KeywordValue<Value>[],
  other: KeywordValue<Value>[],
): KeywordValue<Value>[] {
  return list.filter(({ value }) => !other.some((entry) => entry.value === value));
}

/** Formats of strings by the formats that take all of their values. Source: JSON Schema 2020-12, validation, section 7.3. */
const wider: Record<string, readonly string[]> = {
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
};

function compareFormats(base: Variant, head: Variant): SchemaDifference[] {
  const [was] = without(base.formats, head.formats);
  const [is] = without(head.formats, base.formats);
  if (!was && !is) return [];
  // A format without a size only describes which numbers it holds.
  const isSize = [was, is].every((format) => format === undefined || format.value in formatBits);
  const kind =
    base.type === "number" && isSize ? numberFormat(base, head) : textFormat(was?.value, is?.value);
  return [keywordDifference(kind, { base: was, head: is }, "format")];
}

function textFormat(was: string | undefined, is: string | undefined): string {
  if (was === undefined) return "format-added";
  if (is === undefined) return "format-removed";
  if (wider[was]?.includes(is)) return "format-widened";
  return wider[is]?.includes(was) ? "format-narrowed" : "format-changed";
}

function numberFormat(base: Variant, head: Variant): string {
  const bound = (keyword: string, otherwise: number): number[] =>
    [base, head].map(({ bounds: all }) => Number(all.get(keyword)?.value ?? otherwise));
  // If the bounds are tighter than both formats, the format takes and gives nothing.
  const min = Math.min(...bound("minimum", Number.NEGATIVE_INFINITY));
  const max = Math.max(...bound("maximum", Number.POSITIVE_INFINITY));
  const range = ({ formats: list }: Variant): { low: number; high: number } => {
    const known = list.flatMap(({ value }) =>
      formatBits[value] === undefined ? [] : [{ value, end: 2 ** formatBits[value] }],
    );
    return {
      low: Math.max(min, ...known.map(({ value, end }) => (value.startsWith("u") ? 0 : -end))),
      high: Math.min(max, ...known.map(({ end }) => end)),
    };
  };
  const was = range(base);
  const is = range(head);
  const isNarrower = is.low > was.low || is.high < was.high;
  const isWider = is.low < was.low || is.high > was.high;
  if (isNarrower) return isWider ? "format-changed" : "format-narrowed";
  return isWider ? "format-widened" : "format-resized";
}
