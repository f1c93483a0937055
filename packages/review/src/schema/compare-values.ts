// Strings, numbers and counts: which values two variants of one type allow.
import { type Effect, type Finding, show } from "./finding.ts";
import type { Statement } from "./parts.ts";
import { choiceOf, countsOf, type Limit, same, type Variant } from "./variant.ts";

/** Values that match a pattern, to try on another: what cannot be decided can be tried. */
export type Sampler = (pattern: string) => string[];

type Draft = Omit<Finding, "path">;

export function compareValues(base: Variant, head: Variant, sample: Sampler): Draft[] {
  return [
    ...listed(base, head),
    ...limit(base.lower, head.lower, 1, "minimum"),
    ...limit(base.upper, head.upper, -1, "maximum"),
    ...whole(base, head),
    ...factor(base.multipleOf, head.multipleOf),
    ...counts(base, head),
    ...patterns(base, head, sample),
    ...formats(base, head),
    ...rules(base, head),
  ];
}

function listed(base: Variant, head: Variant): Draft[] {
  const at = { baseAt: placeOf(base), headAt: placeOf(head) };
  const was = base.values;
  const is = head.values;
  if (!was && !is) return [];
  const closedBefore = was !== undefined && !base.open;
  const closedNow = is !== undefined && !head.open;
  const found: Draft[] = [];
  if (!closedBefore && closedNow)
    found.push({ kind: "values-became-listed", effect: "narrower", ...at, after: showAll(is) });
  if (closedBefore && !closedNow)
    found.push({
      kind: is ? "values-became-open" : "values-no-longer-listed",
      effect: "wider",
      ...at,
      before: showAll(was),
    });
  if (!was || !is) return found;
  const removed = was.filter(({ value }) => !is.some((other) => same(other.value, value)));
  const added = is.filter(({ value }) => !was.some((other) => same(other.value, value)));
  for (const { value, at: baseAt } of removed)
    found.push({
      kind: closedNow ? "value-removed" : "known-value-removed",
      effect: closedNow ? "narrower" : "note",
      name: show(value),
      baseAt,
      before: show(value),
    });
  for (const { value, at: headAt } of added)
    found.push({
      kind: closedBefore && closedNow ? "value-added" : "known-value-added",
      effect: closedBefore && closedNow ? "wider" : "note",
      name: show(value),
      headAt,
      after: show(value),
    });
  return found;
}

function showAll(values: Statement[] | undefined): string {
  return (values ?? []).map(({ value }) => show(value)).join(", ");
}

export function placeOf(variant: Variant): string {
  const choice = choiceOf(variant.parts);
  if (choice) return choice.at;
  // The innermost part says most: what stands next to a reference comes before what is behind it.
  return variant.parts.find(({ schema }) => Object.keys(schema).length > 0)?.at ?? variant.parts[0]?.at ?? "";
}

function limit(base: Limit | undefined, head: Limit | undefined, sense: 1 | -1, keyword: string): Draft[] {
  if (!base && !head) return [];
  if (base && head && base.value === head.value && base.exclusive === head.exclusive) return [];
  const tighter =
    head !== undefined &&
    (!base || sense * (head.value - base.value) > 0 || (head.value === base.value && head.exclusive));
  return [bound(head?.keyword ?? base?.keyword ?? keyword, tighter, base, head)];
}

function bound(name: string, tighter: boolean, base?: Statement, head?: Statement): Draft {
  const state = !base ? "set" : !head ? "unset" : "";
  return {
    kind: tighter ? "bound-tightened" : "bound-loosened",
    effect: tighter ? "narrower" : "wider",
    name,
    ...(base && { before: show(base.value), baseAt: base.at }),
    ...(head && { after: show(head.value), headAt: head.at }),
    ...(state === "set" && { before: "none" }),
    ...(state === "unset" && { after: "none" }),
  };
}

function whole(base: Variant, head: Variant): Draft[] {
  if (base.integer === head.integer) return [];
  const at = { baseAt: placeOf(base), headAt: placeOf(head) };
  return head.integer
    ? [{ kind: "type-narrowed", effect: "narrower", name: "integer", before: "number", after: "integer", ...at }]
    : [{ kind: "type-widened", effect: "wider", name: "number", before: "integer", after: "number", ...at }];
}

function factor(base: Statement<number> | undefined, head: Statement<number> | undefined): Draft[] {
  if (base?.value === head?.value) return [];
  if (!base || !head) return [bound("multipleOf", head !== undefined, base, head)];
  if (base.value % head.value === 0) return [bound("multipleOf", false, base, head)];
  if (head.value % base.value === 0) return [bound("multipleOf", true, base, head)];
  return [
    {
      kind: "rule-changed",
      effect: "other",
      name: "multipleOf",
      before: show(base.value),
      after: show(head.value),
      baseAt: base.at,
      headAt: head.at,
    },
  ];
}

function counts(base: Variant, head: Variant): Draft[] {
  const keywords = [...countsOf[base.type], ...(base.type === "array" ? ["uniqueItems"] : [])];
  return keywords.flatMap((keyword) => {
    const was = base.counts.get(keyword);
    const is = head.counts.get(keyword);
    if (was?.value === is?.value) return [];
    const least = keyword.startsWith("min") || keyword === "uniqueItems";
    const tighter = is !== undefined && (!was || (least ? is.value > was.value : is.value < was.value));
    return [bound(keyword, tighter, was, is)];
  });
}

function patterns(base: Variant, head: Variant, sample: Sampler): Draft[] {
  const gone = without(base.patterns, head.patterns);
  const come = without(head.patterns, base.patterns);
  if (gone.length === 0 && come.length === 0) return [];
  const [was] = gone;
  const [is] = come;
  const about = {
    name: "pattern",
    ...(was && { before: gone.map(({ value }) => value).join(" and "), baseAt: was.at }),
    ...(is && { after: come.map(({ value }) => value).join(" and "), headAt: is.at }),
  };
  if (!was) return [{ kind: "pattern-added", effect: "narrower", ...about, before: "none" }];
  if (!is) return [{ kind: "pattern-removed", effect: "wider", ...about, after: "none" }];
  const effect = tryPatterns(gone, come, sample);
  if (!effect) return [];
  const kinds = {
    narrower: "pattern-narrowed",
    wider: "pattern-widened",
    other: "pattern-changed",
    note: "pattern-changed",
  };
  return [{ kind: kinds[effect], effect, ...about }];
}

function without<Value>(list: Statement<Value>[], other: Statement<Value>[]): Statement<Value>[] {
  return list.filter(({ value }) => !other.some((entry) => entry.value === value));
}

/** Which way patterns moved, as far as trying shows; undefined where they are the same in other words. */
function tryPatterns(base: Statement<string>[], head: Statement<string>[], sample: Sampler): Effect | undefined {
  const loses = refuses(
    head,
    base.flatMap(({ value }) => sample(value)).filter((text) => !refuses(base, [text])),
  );
  const gains = refuses(
    base,
    head.flatMap(({ value }) => sample(value)).filter((text) => !refuses(head, [text])),
  );
  if (loses && !gains) return "narrower";
  if (gains && !loses) return "wider";
  // Trying finds differences; it does not prove that there are none.
  return "other";
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

/** Formats of numbers that hold each other, the small ones first, with the whole numbers that they hold. */
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

function formats(base: Variant, head: Variant): Draft[] {
  const [was] = without(base.formats, head.formats);
  const [is] = without(head.formats, base.formats);
  if (!was && !is) return [];
  const about = {
    name: "format",
    before: was?.value ?? "none",
    after: is?.value ?? "none",
    ...(was && { baseAt: was.at }),
    ...(is && { headAt: is.at }),
  };
  if (base.type === "number") return numberFormat(base, head, about);
  if (was && is) return [{ kind: "format-changed", effect: "other", ...about }];
  return [
    is ? { kind: "format-added", effect: "narrower", ...about } : { kind: "format-removed", effect: "wider", ...about },
  ];
}

function numberFormat(base: Variant, head: Variant, about: Draft | Omit<Draft, "kind" | "effect">): Draft[] {
  const size = ({ formats: list }: Variant): number =>
    Math.min(...list.map(({ value }) => sizes[value] ?? Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY);
  const [was, is] = [size(base), size(head)];
  // Where the bounds are tighter than both formats, the format takes and gives nothing.
  const reach = Math.max(
    ...[base, head].flatMap(({ lower, upper }) => [lower, upper].map((edge) => bits(edge?.value))),
  );
  if (reach <= Math.min(was, is) || was === is) return [];
  return [
    is < was
      ? { ...about, kind: "format-narrowed", effect: "narrower" }
      : { ...about, kind: "format-widened", effect: "wider" },
  ];
}

function bits(value: number | undefined): number {
  return value === undefined ? Number.POSITIVE_INFINITY : Math.log2(Math.abs(value) + 1);
}

const widening = new Set(["maxContains"]);

function rules(base: Variant, head: Variant): Draft[] {
  const keywords = new Set([...base.rules.keys(), ...head.rules.keys()]);
  return [...keywords].flatMap((keyword): Draft[] => {
    const was = base.rules.get(keyword);
    const is = head.rules.get(keyword);
    if (same(was?.value, is?.value)) return [];
    const about = {
      name: keyword.replace(/^\((.*)\)$/, "$1"),
      before: was ? show(unwrap(was.value)) : "none",
      after: is ? show(unwrap(is.value)) : "none",
      ...(was && { baseAt: was.at }),
      ...(is && { headAt: is.at }),
    };
    if (!was) return [{ kind: "rule-added", effect: "narrower", ...about }];
    if (!is) return [{ kind: "rule-removed", effect: "wider", ...about }];
    const [before, after] = [unwrap(was.value), unwrap(is.value)];
    if (/^(min|max)Contains$/.test(keyword) && typeof before === "number" && typeof after === "number") {
      const more = after > before;
      return [bound(keyword, widening.has(keyword) ? !more : more, was, is)];
    }
    const encoded = keyword.startsWith("content");
    return [{ kind: encoded ? "format-changed" : "rule-changed", effect: "other", ...about }];
  });
}

function unwrap(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
