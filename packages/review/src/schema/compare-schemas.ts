// The changes between two schemas: fields, values and rules, however either was written.

import { canonical } from "@packages/contract/src/canonical.ts";
import type { Source } from "../place.ts";
import { rules } from "../rules.ts";
import { compareNotes } from "./compare-notes.ts";
import { compareRules } from "./compare-rules.ts";
import { compareValues, lettersOf, placeOf } from "./compare-values.ts";
import type { Comparison } from "./comparison.ts";
import { type Finding, show, under } from "./finding.ts";
import { alike, disjoint, type SplitSide, splitByTags, type Tags, tagsOf } from "./match.ts";
import {
  findKeyword,
  type JsonType,
  type KeywordValue,
  type SchemaNode,
  schemaNode,
} from "./parts.ts";
import { type Property, types, type Variant, type View, variantsOf } from "./variant.ts";

/** Everything that differs between two schemas, as somebody who writes or reads by them sees it. */
export function compareSchemas(
  comparison: Comparison,
  base: readonly SchemaNode[],
  head: readonly SchemaNode[],
  view: View,
): Finding[] {
  const key = [view, ...base.map(schemaKey), "|", ...head.map(schemaKey)].join(" ");
  const known = comparison.known.get(key);
  if (known !== undefined) return known ?? [];
  comparison.known.set(key, null);
  const found = compareVariants(comparison, base, head, view);
  comparison.known.set(key, found);
  return found;
}

function schemaKey({ schema, at }: SchemaNode): string {
  return typeof schema.$ref === "string" && Object.keys(schema).length === 1 ? schema.$ref : at;
}

function compareVariants(
  comparison: Comparison,
  base: readonly SchemaNode[],
  head: readonly SchemaNode[],
  view: View,
): Finding[] {
  const was = sideOf(comparison.base, base, view);
  const is = sideOf(comparison.head, head, view);
  const [held, holds] = [was, is].map((side) =>
    types.filter((type) => side.variants.some((variant) => variant.type === type)),
  ) as [JsonType[], JsonType[]];
  const kept = held.filter((type) => holds.includes(type));
  const words = ({ variants }: Side, list: JsonType[]): string =>
    list.length === types.length
      ? "anything"
      : list.map((type) => nameJsonType(variants, type)).join(" or ") || "nothing";
  const states = {
    before: words(was, held),
    after: words(is, holds),
    baseAt: base[0]?.at,
    headAt: head[0]?.at,
  };
  if (kept.length === 0 && held.length + holds.length === 0) return [];
  if (kept.length === 0 && held.length * holds.length > 0)
    return [{ kind: "type-changed", ...states }];
  const found = [
    ...kindsOf(held, kept, "null-removed", "type-narrowed"),
    ...kindsOf(holds, kept, "null-added", "type-widened"),
  ].map((kind): Finding => ({ kind, ...states }));
  // A schema that now allows anything has no rules left to compare.
  if (holds.length === types.length && held.length < types.length) return found;
  const ofType = (side: Side, type: JsonType): Side => ({
    ...side,
    variants: side.variants.filter((variant) => variant.type === type),
  });
  return [
    ...found,
    ...kept.flatMap((type) => compareOfType(comparison, ofType(was, type), ofType(is, type), view)),
  ];
}

/** The kinds of change for types that one side alone has. */
function kindsOf(all: JsonType[], kept: JsonType[], ofNull: string, ofOthers: string): string[] {
  const left = all.filter((type) => !kept.includes(type));
  return [
    ...(left.includes("null") ? [ofNull] : []),
    ...(left.some((type) => type !== "null") ? [ofOthers] : []),
  ];
}

function sideOf(source: Source, parts: readonly SchemaNode[], view: View): Side {
  const open = findKeyword(source, parts, "x-open-set");
  return {
    source,
    variants: variantsOf(source, parts, view),
    open: open?.value === true ? open : undefined,
  };
}

function nameJsonType(variants: Variant[], type: string): string {
  const ofType = variants.filter((variant) => variant.type === type);
  return type === "number" && ofType.every(({ integer }) => integer) ? "integer" : type;
}

function compareOfType(comparison: Comparison, was: Side, is: Side, view: View): Finding[] {
  const [base, ...others] = was.variants;
  const [head, ...more] = is.variants;
  if (base && head && others.length + more.length === 0)
    return compareVariant(comparison, base, head, view);
  splitByTags(was, is, view);
  return [...compareOpenness(was, is), ...comparePairs(comparison, was, is, view)];
}

/** Whether more forms may come; of listed values that is compared with them. */
function compareOpenness(was: Side, is: Side): Finding[] {
  if (Boolean(was.open) === Boolean(is.open) || was.variants[0]?.type !== "object") return [];
  const [before, after] = [was, is].map(({ variants }) => variants.map(nameOf).join(", "));
  const kind = is.open ? "values-became-open" : "values-became-listed";
  return [{ kind, before, after, baseAt: was.open?.at, headAt: is.open?.at }];
}

interface Side extends SplitSide {
  /** The keyword that says that more alternatives may come. */
  open: KeywordValue | undefined;
}

/** Pairs alternatives that are most alike; those left over were removed or added. */
function comparePairs(comparison: Comparison, base: Side, head: Side, view: View): Finding[] {
  const [was, is] = [base, head].map(({ source, variants }) =>
    variants.map((variant) => ({
      variant,
      tags: tagsOf(source, variant, view),
      own: ownParts(variant, variants),
    })),
  ) as [Candidate[], Candidate[]];
  const compare = (from: Candidate, to: Candidate): Finding[] =>
    compareVariant(comparison, from.variant, to.variant, view);
  const pairs = was.flatMap((from) =>
    is.flatMap((to) => {
      const isNamed =
        hasName(was, from) && hasName(is, to) && from.variant.name === to.variant.name;
      if (disjoint(from.tags, to.tags) && !isNamed) return [];
      const findings = compare(from, to);
      const rank = [findings.length === 0, alike(from.tags, to.tags), isNamed, true].indexOf(true);
      if (rank === 3 && !resembles(from.variant, to.variant, findings)) return [];
      return [{ from, to, findings, cost: rank * 1000 + findings.length }];
    }),
  );
  const found: Finding[] = [];
  const taken = new Set<Candidate>();
  for (const { from, to, findings } of pairs.sort((a, b) => a.cost - b.cost)) {
    if (taken.has(from) || taken.has(to)) continue;
    taken.add(from).add(to);
    found.push(...findings);
    // Keywords next to the alternatives are compared with the schema that has them.
    if (from.own.length > 0 && to.own.length > 0)
      found.push(...compareNotes(comparison, from.own, to.own));
  }
  // An alternative is not missed if another takes all that it took.
  for (const from of was)
    if (!taken.has(from) && !is.some((to) => isSafe("writes", compare(from, to))))
      found.push(
        alternative("alternative-removed", from.variant, { baseAt: placeOf(from.variant) }),
      );
  for (const to of is)
    if (!taken.has(to) && !was.some((from) => isSafe("reads", compare(from, to))))
      found.push(
        alternative(`${base.open ? "known-" : ""}alternative-added`, to.variant, {
          headAt: placeOf(to.variant),
        }),
      );
  return found;
}

/** Whether a name stands for one alternative alone. */
function hasName(candidates: readonly Candidate[], { variant: { name } }: Candidate): boolean {
  return (
    name !== undefined && candidates.filter(({ variant }) => variant.name === name).length === 1
  );
}

function isSafe(role: View, findings: Finding[]): boolean {
  return findings.every(({ kind }) => (rules[kind]?.[role]?.severity ?? "safe") === "safe");
}

interface Candidate {
  variant: Variant;
  tags: Tags;
  /** The parts that not every alternative has. */
  own: SchemaNode[];
}

function ownParts({ parts }: Variant, variants: Variant[]): SchemaNode[] {
  return parts.filter(
    ({ at }) => !variants.every((other) => other.parts.some((part) => part.at === at)),
  );
}

function alternative(kind: string, variant: Variant, at: Partial<Finding>): Finding {
  const code = kind.startsWith("known") ? undefined : codeOf(variant);
  const [before, after] = kind.endsWith("removed")
    ? [nameOf(variant)]
    : [undefined, nameOf(variant)];
  if (code !== undefined) return { kind: `error-${kind}`, name: code, before, after, ...at };
  return { kind, name: nameOf({ ...variant, error: undefined }), before, after, ...at };
}

/** Code of an error, if what it is marked with is what its fields allow. */
function codeOf({ error, properties }: Variant): string | undefined {
  const fields = canonical(
    [...properties.values()].map(({ parts }) => parts.map(({ schema }) => schema)),
  );
  return error !== undefined && fields.includes(JSON.stringify(error)) ? error : undefined;
}

function nameOf(variant: Variant): string {
  if (variant.error !== undefined) return variant.error;
  if (variant.name !== undefined) return variant.name;
  if (variant.values) return variant.values.map(({ value }) => show(value)).join(" or ");
  const fields = [...variant.properties.keys()];
  return fields.length > 0
    ? `${variant.type} with ${fields.slice(0, 4).join(", ")}`
    : nameJsonType([variant], variant.type);
}

/** Whether two alternatives without a common name are still the same thing, changed. */
function resembles(base: Variant, head: Variant, findings: Finding[]): boolean {
  if (base.type !== "object") return findings.length <= 1;
  const names = new Set([...base.properties.keys(), ...head.properties.keys()]);
  const shared = [...names].filter(
    (name) => base.properties.has(name) && head.properties.has(name),
  );
  return shared.length * 2 > names.size;
}

function compareVariant(
  comparison: Comparison,
  base: Variant,
  head: Variant,
  view: View,
): Finding[] {
  const found = compareValues(base, head);
  found.push(
    ...compareRules(comparison, base, head, (was, is) =>
      compareSchemas(comparison, [was], [is], view),
    ),
  );
  if (base.type === "array") found.push(...compareItems(comparison, base, head, view));
  if (base.type === "object") found.push(...compareObjects(comparison, base, head, view));
  return found;
}

function compareItems(comparison: Comparison, base: Variant, head: Variant, view: View): Finding[] {
  const at = [placeOf(base), placeOf(head)] as const;
  const maxLengths = [base, head].map(
    ({ bounds }) => bounds.get("maxItems")?.value ?? Number.POSITIVE_INFINITY,
  );
  const length = Math.min(Math.max(base.tuple.length, head.tuple.length), ...maxLengths);
  const entries = Array.from({ length }, (_, index) => {
    // Past its end, a tuple's entries are its `items`.
    const was = base.tuple[index] ?? base.items;
    const is = head.tuple[index] ?? head.items;
    return compareNested(comparison, was, is, at, view, `[${index}]`);
  });
  const isSaid = base.items.length + head.items.length > 0;
  return [
    ...(isSaid ? compareNested(comparison, base.items, head.items, at, view, "[]") : []),
    ...entries.flat(),
  ];
}

/** Compares the content of a field or a list; a missing schema allows anything. */
function compareNested(
  comparison: Comparison,
  base: SchemaNode[],
  head: SchemaNode[],
  [baseAt, headAt]: readonly [string, string],
  view: View,
  path: string,
): Finding[] {
  const [only, ...others] = base;
  const [other, ...more] = head;
  if (
    only &&
    other &&
    others.length + more.length === 0 &&
    comparison.isUnchanged(only.schema, other.schema)
  )
    return [];
  const was = base.length > 0 ? base : [schemaNode(true, baseAt)];
  const is = head.length > 0 ? head : [schemaNode(true, headAt)];
  return [...compareSchemas(comparison, was, is, view), ...compareNotes(comparison, was, is)].map(
    (finding) => under(path, finding),
  );
}

function compareObjects(
  comparison: Comparison,
  base: Variant,
  head: Variant,
  view: View,
): Finding[] {
  const found: Finding[] = [];
  const renames = renamesBetween(comparison, base, head);
  for (const [name, property] of base.properties) {
    const renamed = renames.get(name);
    const other = head.properties.get(renamed ?? name);
    if (other && renamed !== undefined) {
      const kind = property.required ? "required-field-renamed" : "field-renamed";
      const places = { baseAt: property.at, headAt: other.at };
      found.push({ kind, path: renamed, name: renamed, before: name, after: renamed, ...places });
    }
    if (other) found.push(...compareProperty(comparison, renamed ?? name, property, other, view));
    else found.push(removedProperty(comparison, name, property, head));
  }
  const known = new Set([...base.properties.keys(), ...renames.values()]);
  for (const [name, property] of head.properties)
    if (!known.has(name)) found.push(...addedProperty(comparison, name, property, base, view));
  found.push(...compareAdditional(comparison, base, head, view));
  return found;
}

function addedProperty(
  comparison: Comparison,
  name: string,
  property: Property,
  { additional }: Variant,
  view: View,
): Finding[] {
  const { required, parts, at: headAt } = property;
  // The schema for fields of any name applied to this one, too.
  const found =
    additional.kind === "typed"
      ? compareNested(comparison, additional.parts, parts, [additional.at, headAt], view, name)
      : [];
  if (found.length > 0 && !required) return found;
  const optional = additional.kind === "open" ? "field-added" : "field-added-to-closed";
  // Without a schema, a field is only required.
  const demanded = parts.length === 0 ? "field-became-required" : "required-field-added";
  const hasDefault = required && parts.some(({ schema }) => "default" in schema);
  const after = hasDefault ? "required, with a default" : undefined;
  return [...found, { kind: required ? demanded : optional, path: name, name, headAt, after }];
}

function removedProperty(
  comparison: Comparison,
  name: string,
  property: Property,
  { additional }: Variant,
): Finding {
  const { required, parts, at: baseAt } = property;
  if (required && parts.length === 0 && additional.kind === "open")
    return { kind: "field-became-optional", path: name, name, baseAt };
  const accepts = (): boolean =>
    isSafe("writes", compareSchemas(comparison, parts, additional.parts, "writes"));
  const isRefused = additional.kind === "closed" || (additional.kind === "typed" && !accepts());
  const kind = `${required ? "required-" : ""}field-removed${isRefused ? "-and-refused" : ""}`;
  return { kind, path: name, name, baseAt };
}

/** Fields of the same letters, or the only two that came and went with the same description, by their old names. */
function renamesBetween(comparison: Comparison, base: Variant, head: Variant): Map<string, string> {
  const come = [...head.properties.keys()].filter((name) => !base.properties.has(name));
  const gone = [...base.properties.keys()].filter((name) => !head.properties.has(name));
  const isSame = (name: string, other: string): boolean => {
    if (lettersOf(other) === lettersOf(name)) return true;
    const [was] = base.properties.get(name)?.parts ?? [];
    const [is] = head.properties.get(other)?.parts ?? [];
    const isDescribed = was !== undefined && "description" in was.schema;
    const isOnly = gone.length === 1 && come.length === 1;
    return isOnly && isDescribed && comparison.isUnchanged(was.schema, is?.schema);
  };
  return new Map(
    gone.flatMap((name): [string, string][] =>
      come.filter((other) => isSame(name, other)).map((other) => [name, other]),
    ),
  );
}

function compareProperty(
  comparison: Comparison,
  name: string,
  base: Property,
  head: Property,
  view: View,
): Finding[] {
  const found = compareNested(comparison, base.parts, head.parts, [base.at, head.at], view, name);
  if (base.required === head.required) return found;
  const [before, after] = [base, head].map(({ required }) => (required ? "required" : "optional"));
  const kind = `field-became-${after}`;
  return [{ kind, path: name, name, before, after, baseAt: base.at, headAt: head.at }, ...found];
}

function compareAdditional(
  comparison: Comparison,
  base: Variant,
  head: Variant,
  view: View,
): Finding[] {
  const was = base.additional;
  const is = head.additional;
  if (was.kind === is.kind) {
    return was.kind === "typed"
      ? compareNested(comparison, was.parts, is.parts, [was.at, is.at], view, "*")
      : [];
  }
  const rank = { closed: 0, typed: 1, open: 2 };
  const kind = rank[is.kind] < rank[was.kind] ? "further-fields-refused" : "further-fields-allowed";
  return [{ kind, before: was.kind, after: is.kind, baseAt: was.at, headAt: is.at }];
}
