// What changed between two schemas: fields, values and rules, however either was written.

import { canonical, type Source } from "../place.ts";
import { compareNotes } from "./compare-notes.ts";
import { compareValues, placeOf } from "./compare-values.ts";
import type { Comparison } from "./comparison.ts";
import { type Finding, show, under } from "./finding.ts";
import { alike, disjoint, splitByTags, tagsOf } from "./match.ts";
import { type Part, partOf, statement } from "./parts.ts";
import { type Property, types, type Variant, type View, variantsOf } from "./variant.ts";

/** Everything that differs between two schemas, as somebody who writes or reads by them sees it. */
export function compareSchemas(
  comparison: Comparison,
  base: readonly Part[],
  head: readonly Part[],
  view: View,
): Finding[] {
  const key = [view, ...base.map(keyOf), "|", ...head.map(keyOf)].join(" ");
  const known = comparison.known.get(key);
  if (known !== undefined) return known ?? [];
  comparison.known.set(key, null);
  const found = compareVariants(comparison, base, head, view);
  comparison.known.set(key, found);
  return found;
}

function keyOf({ schema, at }: Part): string {
  return typeof schema.$ref === "string" && Object.keys(schema).length === 1 ? schema.$ref : at;
}

function compareVariants(comparison: Comparison, base: readonly Part[], head: readonly Part[], view: View): Finding[] {
  const was = sideOf(comparison.base, base, view);
  const is = sideOf(comparison.head, head, view);
  const at = { baseAt: base[0]?.at ?? "", headAt: head[0]?.at ?? "" };
  const held = types.filter((type) => was.variants.some((variant) => variant.type === type));
  const holds = types.filter((type) => is.variants.some((variant) => variant.type === type));
  const kept = held.filter((type) => holds.includes(type));
  const words = (variants: Variant[], list: readonly string[]): string =>
    list.length === types.length ? "anything" : list.map((type) => typeName(variants, type)).join(" or ");
  const before = words(was.variants, held);
  const after = words(is.variants, holds);
  if (kept.length === 0) {
    if (held.length === 0 && holds.length === 0) return [];
    return [
      {
        kind: "type-changed",
        effect: "other",
        path: "",
        before: before || "nothing",
        after: after || "nothing",
        ...at,
      },
    ];
  }
  const found: Finding[] = [];
  const gone = held.filter((type) => !kept.includes(type));
  const come = holds.filter((type) => !kept.includes(type));
  const change = (list: string[], kinds: [none: string, other: string], effect: Finding["effect"]): void => {
    if (list.includes("null")) found.push({ kind: kinds[0], effect, path: "", before, after, ...at });
    if (list.some((type) => type !== "null")) found.push({ kind: kinds[1], effect, path: "", before, after, ...at });
  };
  change(gone, ["null-removed", "type-narrowed"], "narrower");
  change(come, ["null-added", "type-widened"], "wider");
  // What became anything has no rules left to speak of.
  if (holds.length === types.length && held.length < types.length) return found;
  for (const type of kept) {
    const pair = [was, is].map(({ variants, ...side }) => ({
      ...side,
      variants: variants.filter((variant) => variant.type === type),
    })) as [typeof was, typeof is];
    found.push(...compareOfType(comparison, ...pair, view));
  }
  return found;
}

function sideOf(source: Source, parts: readonly Part[], view: View): Side {
  const open = statement(source, parts, "x-open-set")?.value === true;
  return { source, variants: variantsOf(source, parts, view), open };
}

function typeName(variants: Variant[], type: string): string {
  const ofType = variants.filter((variant) => variant.type === type);
  return type === "number" && ofType.every(({ integer }) => integer) ? "integer" : type;
}

function compareOfType(comparison: Comparison, was: Side, is: Side, view: View): Finding[] {
  if (was.variants.length > 1 || is.variants.length > 1) {
    if (was.variants.length + is.variants.length > 2) splitByTags(was, is, view);
    return comparePairs(comparison, was.variants, is.variants, view, was.open);
  }
  return zip(was.variants, is.variants).flatMap(([base, head]) => compareVariant(comparison, base, head, view));
}

interface Side {
  source: Source;
  variants: Variant[];
  /** Whether more alternatives may come. */
  open: boolean;
}

function zip<A, B>(a: A[], b: B[]): [A, B][] {
  return a.flatMap((entry, index): [A, B][] => {
    const other = b[index];
    return other === undefined ? [] : [[entry, other]];
  });
}

/** Pairs alternatives that are most alike; what is left over was removed or added. */
function comparePairs(comparison: Comparison, was: Variant[], is: Variant[], view: View, open: boolean): Finding[] {
  const tags = {
    was: was.map((v) => tagsOf(comparison.base, v, view)),
    is: is.map((v) => tagsOf(comparison.head, v, view)),
  };
  const pairs = was.flatMap((base, from) =>
    is.flatMap((head, to) => {
      const [a, b] = [tags.was[from] ?? new Map(), tags.is[to] ?? new Map()];
      if (disjoint(a, b)) return [];
      const findings = compareVariant(comparison, base, head, view);
      const rank =
        findings.length === 0 ? 0 : alike(a, b) ? 1 : base.name !== undefined && base.name === head.name ? 2 : 3;
      return rank === 3 && !resembles(base, head, findings)
        ? []
        : [{ from, to, findings, cost: rank * 1000 + findings.length }];
    }),
  );
  const found: Finding[] = [];
  const taken = { from: new Set<number>(), to: new Set<number>() };
  for (const { from, to, findings } of pairs.sort((a, b) => a.cost - b.cost)) {
    if (taken.from.has(from) || taken.to.has(to)) continue;
    taken.from.add(from);
    taken.to.add(to);
    found.push(...findings, ...compareNotes(comparison, was[from]?.parts ?? [], is[to]?.parts ?? []));
  }
  const covered = (findings: Finding[], effect: string): boolean =>
    findings.every((finding) => finding.effect !== effect && finding.effect !== "other");
  for (const [index, base] of was.entries()) {
    if (taken.from.has(index)) continue;
    // An alternative is not missed where another holds all that it held.
    if (is.some((head) => covered(compareVariant(comparison, base, head, view), "narrower"))) continue;
    found.push({ ...alternative("alternative-removed", base), baseAt: placeOf(base), before: nameOf(base) });
  }
  for (const [index, head] of is.entries()) {
    if (taken.to.has(index)) continue;
    if (was.some((base) => covered(compareVariant(comparison, base, head, view), "wider"))) continue;
    found.push({
      ...alternative(open ? "known-alternative-added" : "alternative-added", head),
      headAt: placeOf(head),
      after: nameOf(head),
    });
  }
  return found;
}

function alternative(kind: string, variant: Variant): Finding {
  const effect = kind === "alternative-removed" ? "narrower" : "wider";
  const code = codeOf(variant);
  return code === undefined || kind.startsWith("known")
    ? { kind, effect, path: "", name: nameOf({ ...variant, error: undefined }) }
    : { kind: kind.replace("alternative", "error-alternative"), effect, path: "", name: code };
}

/** Code of an error, if what it is marked with is what its fields allow. */
function codeOf({ error, properties }: Variant): string | undefined {
  const fields = canonical([...properties.values()].map(({ parts }) => parts.map(({ schema }) => schema)));
  return error !== undefined && fields.includes(JSON.stringify(error)) ? error : undefined;
}

function nameOf(variant: Variant): string {
  if (variant.error !== undefined) return variant.error;
  if (variant.name !== undefined) return variant.name;
  if (variant.values) return variant.values.map(({ value }) => show(value)).join(" or ");
  const fields = [...variant.properties.keys()];
  return fields.length > 0
    ? `${variant.type} with ${fields.slice(0, 4).join(", ")}`
    : typeName([variant], variant.type);
}

/** Whether two alternatives without a common name are still the same thing, changed. */
function resembles(base: Variant, head: Variant, findings: Finding[]): boolean {
  if (base.type !== "object") return findings.length <= 1;
  const names = new Set([...base.properties.keys(), ...head.properties.keys()]);
  const shared = [...names].filter((name) => base.properties.has(name) && head.properties.has(name));
  return shared.length * 2 > names.size;
}

function compareVariant(comparison: Comparison, base: Variant, head: Variant, view: View): Finding[] {
  const found: Finding[] = compareValues(base, head, comparison.sample).map((draft) => ({ ...draft, path: "" }));
  if (base.type === "array") found.push(...compareItems(comparison, base, head, view));
  if (base.type === "object") found.push(...compareObjects(comparison, base, head, view));
  return found;
}

function compareItems(comparison: Comparison, base: Variant, head: Variant, view: View): Finding[] {
  const found: Finding[] = [];
  if (base.items.length > 0 || head.items.length > 0)
    found.push(...compareWhole(comparison, base.items, head.items, [placeOf(base), placeOf(head)], view, "[]"));
  const length = Math.max(base.tuple.length, head.tuple.length);
  for (let index = 0; index < length; index += 1) {
    // Past its end, a tuple's entries are its `items`.
    const [was, is] = [base.tuple[index] ?? base.items, head.tuple[index] ?? head.items];
    found.push(...compareWhole(comparison, was, is, [placeOf(base), placeOf(head)], view, `[${index}]`));
  }
  return found;
}

/** Compares what stands in a field or a list, where nothing said means that anything goes. */
function compareWhole(
  comparison: Comparison,
  base: Part[],
  head: Part[],
  [baseAt, headAt]: [string, string],
  view: View,
  path: string,
): Finding[] {
  const [[only, ...others], [other, ...more]] = [base, head];
  if (only && other && others.length + more.length === 0 && comparison.isUnchanged(only.schema, other.schema))
    return [];
  const was = base.length > 0 ? base : [partOf(true, baseAt)];
  const is = head.length > 0 ? head : [partOf(true, headAt)];
  return [...compareSchemas(comparison, was, is, view), ...compareNotes(comparison, was, is)].map((finding) =>
    under(path, finding),
  );
}

function compareObjects(comparison: Comparison, base: Variant, head: Variant, view: View): Finding[] {
  const found: Finding[] = [];
  const renames = renamesBetween(base, head);
  for (const [name, property] of base.properties) {
    const renamed = renames.get(name);
    const other = head.properties.get(renamed ?? name);
    if (other && renamed !== undefined) found.push(renamedProperty(name, renamed, property, other));
    if (other) found.push(...compareProperty(comparison, renamed ?? name, property, other, view));
    else found.push(removedProperty(name, property, head));
  }
  const known = new Set([...base.properties.keys(), ...renames.values()]);
  for (const [name, property] of head.properties) if (!known.has(name)) found.push(addedProperty(name, property, base));
  found.push(...compareAdditional(comparison, base, head, view));
  return found;
}

function addedProperty(name: string, property: Property, base: Variant): Finding {
  const optional = base.additional.kind === "open" ? "field-added" : "field-added-to-closed";
  const hasDefault = property.parts.some(({ schema }) => "default" in schema);
  return {
    kind: property.required ? "required-field-added" : optional,
    effect: property.required ? "narrower" : "note",
    ...{ path: name, name, headAt: property.at },
    ...(hasDefault && property.required && { after: "required, with a default" }),
  };
}

function removedProperty(name: string, property: Property, head: Variant): Finding {
  const closed = head.additional.kind === "closed";
  const kind = property.required ? "required-field-removed" : "field-removed";
  return {
    kind: closed ? `${kind}-and-refused` : kind,
    effect: "other",
    path: name,
    name,
    baseAt: property.at,
  };
}

/** Fields that have another name and mean the same, by their old names: the same letters, or the only ones of a form. */
function renamesBetween(base: Variant, head: Variant): Map<string, string> {
  const gone = [...base.properties].filter(([name]) => !head.properties.has(name));
  const come = [...head.properties].filter(([name]) => !base.properties.has(name));
  const letters = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  const form = ({ parts }: Property): string => canonical(parts.map(bare));
  const isDescribed = ({ parts }: Property): boolean =>
    parts.some(({ schema }) => Object.keys(bare({ schema, at: "" }) as object).length > 1);
  return new Map(
    gone.flatMap(([name, property]): [string, string][] => {
      const sameLetters = come.find(([other]) => letters(other) === letters(name));
      if (sameLetters) return [[name, sameLetters[0]]];
      const alike = (list: typeof gone) => list.filter(([, field]) => form(field) === form(property));
      const [only, ...others] = alike(come);
      // A bare string may be anything: a form says something only where it has more than a type.
      const isOnly = others.length === 0 && alike(gone).length === 1 && isDescribed(property);
      return only && isOnly && only[1].required === property.required ? [[name, only[0]]] : [];
    }),
  );
}

function renamedProperty(name: string, after: string, property: Property, other: Property): Finding {
  const kind = property.required ? "required-field-renamed" : "field-renamed";
  return {
    kind,
    effect: "other",
    path: after,
    name: after,
    before: name,
    after,
    baseAt: property.at,
    headAt: other.at,
  };
}

function bare({ schema }: Part): unknown {
  const { description: _, ...rest } = schema;
  return rest;
}

function compareProperty(comparison: Comparison, name: string, base: Property, head: Property, view: View): Finding[] {
  const found: Finding[] = [];
  const at = { baseAt: base.at, headAt: head.at };
  if (!base.required && head.required)
    found.push({
      kind: "field-became-required",
      effect: "narrower",
      path: name,
      name,
      before: "optional",
      after: "required",
      ...at,
    });
  if (base.required && !head.required)
    found.push({
      kind: "field-became-optional",
      effect: "wider",
      path: name,
      name,
      before: "required",
      after: "optional",
      ...at,
    });
  found.push(...compareWhole(comparison, base.parts, head.parts, [base.at, head.at], view, name));
  return found;
}

function compareAdditional(comparison: Comparison, base: Variant, head: Variant, view: View): Finding[] {
  const [was, is] = [base.additional, head.additional];
  const at = { baseAt: was.at, headAt: is.at };
  if (was.kind === is.kind) {
    return was.kind === "typed" ? compareWhole(comparison, was.parts, is.parts, [was.at, is.at], view, "*") : [];
  }
  const rank = { closed: 0, typed: 1, open: 2 };
  const tighter = rank[is.kind] < rank[was.kind];
  return [
    {
      kind: tighter ? "further-fields-refused" : "further-fields-allowed",
      effect: tighter ? "narrower" : "wider",
      path: "",
      before: was.kind,
      after: is.kind,
      ...at,
    },
  ];
}
