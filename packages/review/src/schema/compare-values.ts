// Strings, numbers and counts: which values two variants of one type allow.
import { isDeepStrictEqual as same } from "node:util";
import fc from "fast-check";
import type { Bound } from "./bounds.ts";
import { type Finding, show, stated } from "./finding.ts";
import type { Statement } from "./parts.ts";
import { choiceOf, type Variant } from "./variant.ts";

export function compareValues(base: Variant, head: Variant): Finding[] {
  // A closed list says what a limit of the same length says.
  const isListed = [base, head].every(({ values, open }) => values !== undefined && !open);
  if (isListed) return listed(base, head);
  return [listed, bounds, whole, factor, patterns, formats].flatMap((compare) =>
    compare(base, head),
  );
}

function listed(base: Variant, head: Variant): Finding[] {
  const was = base.values;
  const is = head.values;
  const closedBefore = was !== undefined && !base.open;
  const closedNow = is !== undefined && !head.open;
  const found: Finding[] = [];
  const states = {
    before: showAll(was),
    after: showAll(is),
    baseAt: placeOf(base),
    headAt: placeOf(head),
  };
  if (!closedBefore && closedNow) found.push({ kind: "values-became-listed", ...states });
  if (closedBefore && !closedNow)
    found.push({ kind: is ? "values-became-open" : "values-no-longer-listed", ...states });
  if (!was || !is) return found;
  const isIn = (list: Statement[], { value }: Statement): boolean =>
    list.some((other) => same(other.value, value));
  for (const { value, at: baseAt } of was.filter((one) => !isIn(is, one)))
    found.push({
      kind: closedNow ? "value-removed" : "known-value-removed",
      name: show(value),
      baseAt,
      before: show(value),
    });
  for (const { value, at: headAt } of is.filter((one) => !isIn(was, one)))
    found.push({
      kind: closedBefore && closedNow ? "value-added" : "known-value-added",
      name: show(value),
      headAt,
      after: show(value),
    });
  return found;
}

function showAll(values: Statement[] | undefined): string | undefined {
  return values?.map(({ value }) => show(value)).join(", ");
}

export function placeOf(variant: Variant): string {
  const choice = choiceOf(variant.parts);
  if (choice) return choice.at;
  // The innermost part says most: what stands next to a reference comes before what is behind it.
  return (
    variant.parts.find(({ schema }) => Object.keys(schema).length > 0)?.at ??
    variant.parts[0]?.at ??
    ""
  );
}

function bounds({ bounds: was }: Variant, { bounds: is }: Variant): Finding[] {
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Finding[] => {
    const base = was.get(key);
    const head = is.get(key);
    if (base?.value === head?.value && base?.exclusive === head?.exclusive) return [];
    const more =
      base && head && (key.startsWith("max") ? base.value - head.value : head.value - base.value);
    const isTighter =
      head !== undefined &&
      (more === undefined || more > 0 || (more === 0 && head.exclusive === true));
    const kind = isTighter ? "bound-tightened" : "bound-loosened";
    const isExclusive = base?.exclusive === true || head?.exclusive === true;
    const [before, after] = [base, head].map((bound) =>
      bound === undefined ? "none" : wordsOf(bound, isExclusive),
    );
    return [
      {
        ...stated(kind, { base, head }, isExclusive ? key : (head ?? base)?.keyword),
        before,
        after,
      },
    ];
  });
}

/** `5`; `more than 5` where that makes a difference. */
function wordsOf({ keyword, value, exclusive }: Bound, hasExclusive: boolean): string {
  if (keyword === "uniqueItems") return "true";
  const [beyond, from] = keyword.includes("ax")
    ? ["less than", "at most"]
    : ["more than", "at least"];
  return hasExclusive ? `${exclusive === true ? beyond : from} ${value}` : show(value);
}

function whole(base: Variant, head: Variant): Finding[] {
  if (base.integer === head.integer) return [];
  const [before, after] = [base, head].map(({ integer }) => (integer ? "integer" : "number"));
  const states = { name: after, before, after, baseAt: placeOf(base), headAt: placeOf(head) };
  return [{ kind: head.integer ? "type-narrowed" : "type-widened", ...states }];
}

function factor({ multipleOf: base }: Variant, { multipleOf: head }: Variant): Finding[] {
  if (base?.value === head?.value) return [];
  const isTighter = head && (!base || isMultiple(head.value, base.value));
  const isLooser = base && (!head || isMultiple(base.value, head.value));
  const kind = isTighter ? "bound-tightened" : isLooser ? "bound-loosened" : "bound-changed";
  return [stated(kind, { base, head }, "multipleOf")];
}

/** Whether one number holds the other a whole number of times, as far as decimals allow. */
function isMultiple(value: number, factor: number): boolean {
  const times = value / factor;
  return times > 0.5 && Math.abs(times - Math.round(times)) < 1e-9 * times;
}

function patterns(base: Variant, head: Variant): Finding[] {
  const gone = without(base.patterns, head.patterns);
  const come = without(head.patterns, base.patterns);
  const [was] = gone;
  const [is] = come;
  if (!was && !is) return [];
  const words = (list: Statement<string>[]): string =>
    list.map(({ value }) => value).join(" and ") || "none";
  const kind = !was
    ? "pattern-added"
    : !is
      ? "pattern-removed"
      : `pattern-${tryPatterns(gone, come)}`;
  const states = { before: words(gone), after: words(come), baseAt: was?.at, headAt: is?.at };
  return [{ kind, name: "pattern", ...states }];
}

function without<Value>(list: Statement<Value>[], other: Statement<Value>[]): Statement<Value>[] {
  return list.filter(({ value }) => !other.some((entry) => entry.value === value));
}

/** Which way patterns moved, as far as samples show; they do not prove that two patterns are the same. */
function tryPatterns(
  base: Statement<string>[],
  head: Statement<string>[],
): "narrowed" | "widened" | "changed" {
  const samples = (list: Statement<string>[]): string[] =>
    list.flatMap(({ value }) => samplePattern(value)).filter((text) => !refuses(list, [text]));
  const loses = refuses(head, samples(base));
  const gains = refuses(base, samples(head));
  return loses === gains ? "changed" : loses ? "narrowed" : "widened";
}

/** Whether some pattern does not match some text. */
function refuses(patterns: Statement<string>[], texts: string[]): boolean {
  return patterns.some(({ value }) => {
    const expression = compile(value);
    return expression !== undefined && texts.some((text) => !expression.test(text));
  });
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** Formats of numbers that hold each other, with the bits of the whole numbers that they hold. */
const sizes: Record<string, number> = {
  int8: 7,
  uint8: 8,
  int16: 15,
  uint16: 16,
  int32: 31,
  uint32: 32,
  safeint: 53,
  int64: 63,
  uint64: 64,
  float: 24,
  double: 53,
};

/** Formats of texts by the formats that take all of their values. Source: JSON Schema 2020-12, validation, section 7.3. */
const wider: Record<string, readonly string[]> = {
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
};

function formats(base: Variant, head: Variant): Finding[] {
  const [was] = without(base.formats, head.formats);
  const [is] = without(head.formats, base.formats);
  if (!was && !is) return [];
  // A format that says no size says what is counted, and how.
  const isSize = [was, is].every((format) => format === undefined || format.value in sizes);
  const kind =
    base.type === "number" && isSize ? numberFormat(base, head) : textFormat(was?.value, is?.value);
  return [stated(kind, { base: was, head: is }, "format")];
}

function textFormat(was: string | undefined, is: string | undefined): string {
  if (was === undefined) return "format-added";
  if (is === undefined) return "format-removed";
  if (wider[was]?.includes(is)) return "format-widened";
  return wider[is]?.includes(was) ? "format-narrowed" : "format-changed";
}

function numberFormat(base: Variant, head: Variant): string {
  const bound = (keyword: string, otherwise: number): number[] =>
    [base, head].map(({ bounds: all }) => all.get(keyword)?.value ?? otherwise);
  // Where the bounds are tighter than both formats, the format takes and gives nothing.
  const least = Math.min(...bound("minimum", Number.NEGATIVE_INFINITY));
  const most = Math.max(...bound("maximum", Number.POSITIVE_INFINITY));
  const range = ({ formats: list }: Variant): { low: number; high: number } => {
    const known = list.flatMap(({ value }) =>
      sizes[value] === undefined ? [] : [{ value, end: 2 ** sizes[value] }],
    );
    return {
      low: Math.max(least, ...known.map(({ value, end }) => (value.startsWith("u") ? 0 : -end))),
      high: Math.min(most, ...known.map(({ end }) => end)),
    };
  };
  const was = range(base);
  const is = range(head);
  const isNarrower = is.low > was.low || is.high < was.high;
  const isWider = is.low < was.low || is.high > was.high;
  if (isNarrower && isWider) return "format-changed";
  return isNarrower ? "format-narrowed" : isWider ? "format-widened" : "format-resized";
}

/** Making texts takes long, and a contract compares the same few patterns again and again. */
const known = new Map<string, string[]>();

/** Texts that match a pattern, always the same ones; none for a pattern that no texts can be made for. */
function samplePattern(pattern: string): string[] {
  const texts = known.get(pattern) ?? makeTexts(pattern);
  known.set(pattern, texts);
  return texts;
}

function makeTexts(pattern: string): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { seed: 1, numRuns: 200 });
  } catch {
    return [];
  }
}
