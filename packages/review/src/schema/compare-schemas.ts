// The changes between two schemas: fields, values and rules, however either was written.

import { schemaName, step } from "@packages/contract/src/pointer.ts";
import { NoShapeError } from "@packages/contract/src/shapes/intersect.ts";
import { partPointers, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { isTree, jsonOf, type Source, valueAt } from "../place.ts";
import { valueRules } from "../rules/schemas.ts";
import { rules } from "../rules.ts";
import { compareAnnotations, compareShapeAnnotations } from "./compare-annotations.ts";
import { compareExclusion, type IsWithin } from "./compare-exclusion.ts";
import { readPastSunset } from "./compare-lifetimes.ts";
import { compareRules } from "./compare-rules.ts";
import { compareUnions } from "./compare-unions.ts";
import { compareValues, isClosed, lettersOf, placeOf } from "./compare-values.ts";
import type { Comparison } from "./comparison.ts";
import { compareCounted } from "./count-values.ts";
import { type SchemaDifference, showValue, under } from "./difference.ts";
import { excludeOthers } from "./exclude-others.ts";
import type { Property, View } from "./fields.ts";
import { fits } from "./fits.ts";
import { base64Names } from "./formats.ts";
import { alike, disjoint, type SplitSide, splitByTags, type Tags, tagsOf } from "./match.ts";
import {
  firstKeyword,
  type KeywordValue,
  type SchemaNode,
  schemaNode,
  shapesFor,
} from "./schema-shapes.ts";
import { type JsonType, types } from "./types.ts";
import { type Variant, variantsOf } from "./variant.ts";

/** Everything that differs between two schemas, as somebody who writes or reads by them sees it. */
export function compareSchemas(
  comparison: Comparison,
  base: Shape,
  head: Shape,
  view: View,
): SchemaDifference[] {
  if (isUnresolved(comparison.base, base) || isUnresolved(comparison.head, head)) return [];
  const key = [view, schemaKey(base), separator, schemaKey(head)].join(" ");
  return comparison.progress.compare(comparison.known, key, () =>
    compareAsFarAsKnown(comparison, base, head, view),
  );
}

/** Whether a shape is a reference without a target, has one beside other keywords, or is a union with such a form. */
function isUnresolved(source: Source, shape: Shape): boolean {
  if (shape.kind !== "reference") return false;
  if (source.isUnresolved(shape.name)) return true;
  const schema = shapesFor(source).schemaAt(shape.name);
  if (!isTree(schema)) return false;
  const { $ref, anyOf = [], oneOf = [] } = schema;
  return [{ $ref }, ...[anyOf, oneOf].flat()].some(
    (part) =>
      isTree(part) &&
      typeof part.$ref === "string" &&
      source.isUnresolved(source.find(part.$ref, shape.name).at),
  );
}

const separator = "|";

/** Places of schemas in the head whose changes may not be listed for each operation that reaches them. */
export function shortenedPlaces({ progress }: Comparison): string[] {
  const keys = [...progress.shortened];
  return keys.map((key) => key.split(` ${separator} `)[1]?.split(" ")[0] ?? "");
}

function schemaKey(shape: Shape): string {
  return shape.kind === "reference" ? shape.name : partPointers(shape).join(" ");
}

/** Schemas that have no shape are compared as they are written. */
function compareAsFarAsKnown(
  comparison: Comparison,
  base: Shape,
  head: Shape,
  view: View,
): SchemaDifference[] {
  try {
    return [
      ...compareVariants(comparison, base, head, view),
      ...compareExclusive(comparison, base, head, view),
    ];
  } catch (error) {
    if (!(error instanceof NoShapeError)) throw error;
    const written = ({ root }: Source, shape: Shape): KeywordValue => {
      const at = shape.kind === "reference" ? shape.name : shape.annotations.pointer;
      return { value: valueAt(root, at), at };
    };
    const was = written(comparison.base, base);
    const is = written(comparison.head, head);
    if (comparison.isUnchanged(was.value, is.value)) return [];
    const name = error.message.replace(/\.$/, "");
    return [{ kind: "schema-unclear", name, baseAt: was.at, headAt: is.at }];
  }
}

function compareExclusive(
  comparison: Comparison,
  base: Shape,
  head: Shape,
  view: View,
): SchemaDifference[] {
  return compareExclusion(
    { source: comparison.base, shape: base },
    { source: comparison.head, shape: head },
    view,
    isWithinBy(comparison, view),
  );
}

/** Whether all values of a schema of one document fit a schema of the other, by the document of the first. */
function isWithinBy(comparison: Comparison, view: View): { base: IsWithin; head: IsWithin } {
  const within =
    (one: Comparison): IsWithin =>
    (inner, outer) =>
      isWrittenAlike(one, inner, outer) || takesAll(compareSchemas(one, inner, outer, view));
  return { base: within(comparison), head: within(comparison.reverse) };
}

function compareVariants(
  comparison: Comparison,
  base: Shape,
  head: Shape,
  view: View,
): SchemaDifference[] {
  const was = sideOf(comparison.base, base, view);
  const is = sideOf(comparison.head, head, view);
  const held = types.filter((type) => was.variants.some((variant) => variant.type === type));
  const holds = types.filter((type) => is.variants.some((variant) => variant.type === type));
  const kept = held.filter((type) => holds.includes(type));
  const words = ({ variants }: ComparedSide, list: JsonType[]): string =>
    list.length === types.length
      ? "anything"
      : list.map((type) => nameJsonType(variants, type)).join(" or ") || "nothing";
  const states = {
    before: words(was, held),
    after: words(is, holds),
    ...sharedPlaces(base, head),
  };
  if (kept.length === 0 && held.length + holds.length === 0) return [];
  if (kept.length === 0 && held.length * holds.length > 0)
    return [{ kind: "type-changed", ...states }];
  const found = [
    ...kindsOf(held, kept, "null-removed", "type-narrowed"),
    ...kindsOf(holds, kept, "null-added", "type-widened"),
  ].map((kind): SchemaDifference => ({ kind, ...states }));
  // A schema that allows anything has no rules to compare.
  const isAnything = (list: JsonType[]): boolean => list.length === types.length;
  if (isAnything(holds) !== isAnything(held)) return found;
  const ofType = (side: ComparedSide, type: JsonType): ComparedSide => ({
    ...side,
    variants: side.variants.filter((variant) => variant.type === type),
  });
  return [
    ...found,
    ...kept.flatMap((type) => compareOfType(comparison, ofType(was, type), ofType(is, type), view)),
  ];
}

/** Places of two schemas: that of a component, if both are it. */
function sharedPlaces(base: Shape, head: Shape): Pick<SchemaDifference, "baseAt" | "headAt"> {
  const [was, is] = [base, head].map((shape) => (shape.kind === "reference" ? shape.name : ""));
  const isComponent = was === is && schemaName(`#${was}`) !== undefined;
  return isComponent
    ? { baseAt: was, headAt: is }
    : { baseAt: base.annotations.pointer, headAt: head.annotations.pointer };
}

/** The kind of change for types that one side alone has: null among others is one of them. */
function kindsOf(all: JsonType[], kept: JsonType[], ofNull: string, ofOthers: string): string[] {
  const left = all.filter((type) => !kept.includes(type));
  if (left.length === 0) return [];
  return [left.some((type) => type !== "null") ? ofOthers : ofNull];
}

function sideOf(source: Source, shape: Shape, view: View): ComparedSide {
  const open = firstKeyword(shapesFor(source).nodesOf(shape), "x-open-set");
  return {
    source,
    shape,
    variants: variantsOf(source, shape, view),
    open: open?.value === true ? open : undefined,
  };
}

function nameJsonType(variants: Variant[], type: string): string {
  const ofType = variants.filter((variant) => variant.type === type);
  return type === "number" && ofType.every(({ integer }) => integer) ? "integer" : type;
}

function compareOfType(
  comparison: Comparison,
  was: ComparedSide,
  is: ComparedSide,
  view: View,
): SchemaDifference[] {
  const [base, ...others] = was.variants;
  const [head, ...more] = is.variants;
  const isPair = base && head && others.length + more.length === 0;
  const union = isPair ? undefined : compareUnions(was.variants, is.variants);
  if (union === "same") return [];
  if (!isPair) splitByTags(was, is, view);
  const found = isPair
    ? compareVariant(comparison, base, head, view)
    : [...compareOpenness(was, is), ...comparePairs(comparison, was, is, view)];
  if (found.length === 0) return found;
  // What is compared one by one may miss that other fields, entries or alternatives make up for it.
  const relation = union ?? compareCounted(view, was, is);
  const isTrue = {
    same: (): boolean => false,
    narrowed: (difference: SchemaDifference): boolean => isSafe("reads", [difference]),
    widened: (difference: SchemaDifference): boolean => isSafe("writes", [difference]),
  }[relation as string];
  const left = found.filter((one) => !(one.kind in valueRules) || (isTrue?.(one) ?? true));
  if (relation === "same") return left;
  const alone = compareAlone(comparison, was, is, view);
  if (alone?.every(({ kind }) => !(kind in valueRules))) return alone;
  return left.length > 0 ? left : found;
}

/** Compares alternatives that exclude each other as each of them alone takes values; undefined if they do not. */
function compareAlone(
  comparison: Comparison,
  was: ComparedSide,
  is: ComparedSide,
  view: View,
): SchemaDifference[] | undefined {
  const [base, head] = [was, is].map(({ source, shape, variants }) =>
    excludeOthers(source, shape, variants),
  );
  if (!base && !head) return undefined;
  return comparePairs(
    comparison,
    { ...was, variants: base ?? was.variants },
    { ...is, variants: head ?? is.variants },
    view,
  );
}

/** Whether more forms may come; of listed values that is compared with them. */
function compareOpenness(was: ComparedSide, is: ComparedSide): SchemaDifference[] {
  if (Boolean(was.open) === Boolean(is.open) || was.variants[0]?.type !== "object") return [];
  const [before, after] = [was, is].map(({ variants }) =>
    variants.map((variant) => getVariantName(variant)).join(", "),
  );
  const kind = is.open ? "values-became-open" : "values-became-listed";
  return [{ kind, before, after, baseAt: was.open?.at, headAt: is.open?.at }];
}

interface ComparedSide extends SplitSide {
  shape: Shape;
  /** The keyword for a list to which more alternatives may come. */
  open: KeywordValue | undefined;
}

/** Pairs alternatives that are most alike; those left over were removed or added. */
function comparePairs(
  comparison: Comparison,
  base: ComparedSide,
  head: ComparedSide,
  view: View,
): SchemaDifference[] {
  const [was, is] = [base, head].map(({ source, variants }) =>
    variants.map((variant) => ({
      variant,
      tags: tagsOf(source, variant, view),
      own: ownParts(variant, variants),
    })),
  ) as [Candidate[], Candidate[]];
  const compare = (from: Candidate, to: Candidate): SchemaDifference[] =>
    compareVariant(comparison, from.variant, to.variant, view);
  // A field of one alternative alone does not distinguish it from the others.
  const isShared = (key: string): boolean =>
    [was, is].some((side) => side.filter(({ tags }) => tags.has(key)).length > 1);
  const pairs = was.flatMap((from) =>
    is.flatMap((to) => {
      const isNamed =
        hasName(was, from) && hasName(is, to) && from.variant.name === to.variant.name;
      if (disjoint(from.tags, to.tags, isShared) && !isNamed) return [];
      const differences = compare(from, to);
      const likeness = [
        differences.length === 0,
        alike(from.tags, to.tags),
        isNamed,
        resembles(from.variant, to.variant, differences),
        sharesField(from.variant, to.variant),
      ];
      const rank = likeness.indexOf(true);
      if (rank < 0) return [];
      return [{ from, to, differences, cost: rank * 1000 + differences.length }];
    }),
  );
  // A field that another alternative has, which takes the same requests, is not ignored.
  const isIgnored = (from: Candidate, to: Candidate, difference: SchemaDifference): boolean =>
    view === "reads" ||
    !isIgnoredField(difference) ||
    !is.some(
      (other) =>
        other !== to &&
        other.variant.properties.has(difference.path ?? "") &&
        takesAll(compare(from, other)),
    );
  const found: SchemaDifference[] = [];
  const taken = new Set<Candidate>();
  for (const { from, to, differences } of pairs.sort((a, b) => a.cost - b.cost)) {
    if (taken.has(from) || taken.has(to)) continue;
    taken.add(from).add(to);
    found.push(...differences.filter((difference) => isIgnored(from, to, difference)));
    // Keywords next to the alternatives are compared with the schema that has them.
    if (from.own.length > 0 && to.own.length > 0)
      found.push(...compareAnnotations(comparison, from.own, to.own));
  }
  for (const from of was) {
    if (taken.has(from) || is.some((to) => isSafe("writes", compare(from, to)))) continue;
    // Another form may take its values, and do less with them.
    const other = is.find((to) => !isBreaking("writes", compare(from, to)));
    const less =
      other && compare(from, other).filter((difference) => isIgnored(from, other, difference));
    found.push(
      ...(less ?? [alternative("alternative-removed", from, { baseAt: placeOf(from.variant) })]),
    );
  }
  for (const to of is)
    if (!taken.has(to) && !was.some((from) => isSafe("reads", compare(from, to))))
      found.push(
        alternative(`${base.open ? "known-" : ""}alternative-added`, to, {
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

function isSafe(role: View, differences: SchemaDifference[]): boolean {
  return differences.every(({ kind }) => (rules[kind]?.[role]?.severity ?? "safe") === "safe");
}

/** Whether every value of the base is one of the head, which may do less with some fields. */
function takesAll(differences: SchemaDifference[]): boolean {
  return differences.every(
    (difference) => isIgnoredField(difference) || isSafe("writes", [difference]),
  );
}

function isIgnoredField({ kind }: SchemaDifference): boolean {
  return kind === "field-removed" || kind === "required-field-removed";
}

function isBreaking(role: View, differences: SchemaDifference[]): boolean {
  return differences.some(({ kind }) => rules[kind]?.[role]?.severity === "breaking");
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

function alternative(
  kind: string,
  { variant, tags }: Candidate,
  at: Partial<SchemaDifference>,
): SchemaDifference {
  const { error } = variant;
  // It is that error only if its fields allow the code.
  const isError = error !== undefined && [...tags.values()].flat().includes(error);
  const named = getVariantName(variant, tags);
  const [before, after] = kind.endsWith("removed") ? [named] : [undefined, named];
  if (isError && !kind.startsWith("known"))
    return { kind: `error-${kind}`, name: error, before, after, ...at };
  return {
    kind,
    name: getVariantName({ ...variant, error: undefined }, tags),
    before,
    after,
    ...at,
  };
}

/** Fields that name an alternative without a name. */
const maxNamed = 6;

function getVariantName(variant: Variant, tags?: Tags): string {
  if (variant.error !== undefined) return variant.error;
  if (variant.name !== undefined) return variant.name;
  if (variant.values) return variant.values.map(({ value }) => showValue(value)).join(" or ");
  const fields = [...variant.properties.keys()];
  if (fields.length === 0) return nameJsonType([variant], variant.type);
  const few = fields.slice(0, maxNamed);
  const more = fields.length > few.length ? [`${fields.length - few.length} more`] : [];
  return `${variant.type} with ${[...few.map((name) => fieldWords(name, tags)), ...more].join(", ")}`;
}

/** A field, with its value if it has one alone: `kind "cat"`. */
function fieldWords(name: string, tags?: Tags): string {
  const [value, ...others] = tags?.get(step("", name)) ?? [];
  return value === undefined || others.length > 0 ? name : `${name} ${jsonOf(value)}`;
}

/** Whether two alternatives without a common name are still the same thing, changed. */
function resembles(base: Variant, head: Variant, differences: SchemaDifference[]): boolean {
  if (base.type !== "object") return differences.length <= 1;
  const names = new Set([...base.properties.keys(), ...head.properties.keys()]);
  const shared = [...names].filter(
    (name) => base.properties.has(name) && head.properties.has(name),
  );
  return shared.length * 2 > names.size;
}

/** Whether an alternative may be another one that changed much: its fields show more than that it is gone. */
function sharesField(base: Variant, head: Variant): boolean {
  return [...base.properties.keys()].some((name) => head.properties.has(name));
}

function compareVariant(
  comparison: Comparison,
  was: Variant,
  is: Variant,
  view: View,
): SchemaDifference[] {
  const base = alignEncoding(was, is);
  const head = alignEncoding(is, was);
  const takes = ({ shape }: Variant, value: unknown): boolean =>
    fits(shape === base.shape ? comparison.base : comparison.head, shape, view, value) === true;
  const isComposed = base.type === "array" || base.type === "object";
  const found = compareValues(base, head, ...(isComposed ? [takes] : []));
  // A list of whole values is compared with them, not by its fields and entries.
  if (isComposed && isClosed(base) !== isClosed(head)) return found;
  found.push(
    ...compareRules(comparison, base, head, view, {
      compare: (was, is) => compareSchemas(comparison, was, is, view),
      isWithin: isWithinBy(comparison, view),
    }),
  );
  if (base.type === "array") found.push(...compareItems(comparison, base, head, view));
  if (base.type === "object") found.push(...compareObjects(comparison, base, head, view));
  return found;
}

/** A variant whose format `byte` is written as the `contentEncoding` that the other side has in its place. */
function alignEncoding(variant: Variant, { formats: others, rules }: Variant): Variant {
  const encoding = rules.get("contentEncoding");
  const format = variant.formats.find(base64Names.byFormat);
  const isOtherWord = encoding?.every(base64Names.byEncoding) && !others.some(base64Names.byFormat);
  if (!format || !isOtherWord || variant.rules.has("contentEncoding")) return variant;
  return {
    ...variant,
    formats: variant.formats.filter((one) => one !== format),
    rules: new Map(variant.rules).set("contentEncoding", [{ value: "base64", at: format.at }]),
  };
}

function compareItems(
  comparison: Comparison,
  base: Variant,
  head: Variant,
  view: View,
): SchemaDifference[] {
  const at = [placeOf(base), placeOf(head)] as const;
  const maxLengths = [base, head].map(({ bounds }) =>
    Number(bounds.get("maxItems")?.value ?? Number.POSITIVE_INFINITY),
  );
  const named = Math.max(base.tuple.length, head.tuple.length);
  const length = Math.min(named, ...maxLengths);
  const entries = Array.from({ length }, (_, index) => {
    // Past its end, a tuple's entries are its `items`.
    const was = base.tuple[index] ?? base.items;
    const is = head.tuple[index] ?? head.items;
    return compareNested(comparison, was, is, at, view, `[${index}]`);
  });
  // Lists that end with the tuple of either side are compared entry by entry.
  const others =
    Math.min(...maxLengths) > named
      ? compareNested(comparison, base.items, head.items, at, view, "[]")
      : [];
  return [...others, ...entries.flat()];
}

/** Compares the content of a field or a list; a missing schema allows anything. */
function compareNested(
  comparison: Comparison,
  base: Shape | undefined,
  head: Shape | undefined,
  [baseAt, headAt]: readonly [string, string],
  view: View,
  path: string,
): SchemaDifference[] {
  if (!base && !head) return [];
  const was = base ?? shapesFor(comparison.base).shapeOf(schemaNode(true, baseAt));
  const is = head ?? shapesFor(comparison.head).shapeOf(schemaNode(true, headAt));
  if (isWrittenAlike(comparison, was, is)) return [];
  return [
    ...compareSchemas(comparison, was, is, view),
    ...compareShapeAnnotations(comparison, was, is),
  ].map((difference) => under(path, difference));
}

function isWrittenAlike(comparison: Comparison, base: Shape, head: Shape): boolean {
  const was = partPointers(base);
  const is = partPointers(head);
  return (
    was.length * is.length === 1 &&
    comparison.isUnchanged(
      shapesFor(comparison.base).schemaAt(was[0] ?? ""),
      shapesFor(comparison.head).schemaAt(is[0] ?? ""),
    )
  );
}

function compareObjects(
  comparison: Comparison,
  base: Variant,
  head: Variant,
  view: View,
): SchemaDifference[] {
  const found: SchemaDifference[] = [];
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
    else found.push(...removedProperty(comparison, name, property, head, view));
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
): SchemaDifference[] {
  const { required, shape, at: headAt } = property;
  // The schema for fields of any name applied to this one, too.
  const found =
    additional.kind === "typed"
      ? compareNested(comparison, additional.shape, shape, [additional.at, headAt], view, name)
      : [];
  if (found.length > 0 && !required) return found;
  const optional = { open: "field-added", typed: "field-named", closed: "field-added-to-closed" }[
    additional.kind
  ];
  // Without a schema, or with that of any other field, a field is only required.
  const isNew = shape && additional.kind !== "typed";
  const demanded = isNew ? "required-field-added" : "field-became-required";
  const said = shape ? shapesFor(comparison.head).ownNodesOf(shape) : [];
  const hasDefault = required && said.some(({ schema }) => "default" in schema);
  const after = hasDefault ? "required, with a default" : undefined;
  return [...found, { kind: required ? demanded : optional, path: name, name, headAt, after }];
}

function removedProperty(
  comparison: Comparison,
  name: string,
  property: Property,
  { additional }: Variant,
  view: View,
): SchemaDifference[] {
  const { required, shape, at: baseAt } = property;
  const about = { path: name, name, baseAt };
  if (required && !shape && additional.kind !== "closed")
    return [{ kind: "field-became-optional", ...about }];
  const past = shape && sunsetOf(comparison, shape);
  if (past !== undefined) return [{ kind: "removed-after-sunset", before: past, ...about }];
  // The schema for fields of any name applies to this one now.
  const found =
    shape && additional.kind === "typed"
      ? compareNested(comparison, shape, additional.shape, [baseAt, additional.at], view, name)
      : undefined;
  if (found && isSafe("writes", found)) {
    if (required) return [{ kind: "field-became-optional", ...about }, ...found];
    return found.length > 0 ? found : [{ kind: "field-unnamed", ...about }];
  }
  const isRefused = additional.kind !== "open";
  const kind = `${required ? "required-" : ""}field-removed${isRefused ? "-and-refused" : ""}`;
  return [{ kind, ...about }];
}

/** The last day of a deprecated field of the base, if it is past. */
function sunsetOf({ base, calendar }: Comparison, shape: Shape): string | undefined {
  const said = shapesFor(base).ownNodesOf(shape);
  const [deprecated, sunset] = ["deprecated", "x-sunset"].map(
    (keyword) => firstKeyword(said, keyword)?.value,
  );
  return readPastSunset(calendar, deprecated, sunset);
}

/** Fields of the same letters, or the only two that came and went with the same description, by their old names. */
function renamesBetween(comparison: Comparison, base: Variant, head: Variant): Map<string, string> {
  const added = [...head.properties.keys()].filter((name) => !base.properties.has(name));
  const removed = [...base.properties.keys()].filter((name) => !head.properties.has(name));
  const isSame = (name: string, other: string): boolean => {
    if (lettersOf(other) === lettersOf(name)) return true;
    const was = base.properties.get(name)?.shape;
    const is = head.properties.get(other)?.shape;
    const isOnly = removed.length === 1 && added.length === 1;
    if (!isOnly || !was || !is) return false;
    const said = shapesFor(comparison.base).ownNodesOf(was);
    const isDescribed = firstKeyword(said, "description") !== undefined;
    return isDescribed && isWrittenAlike(comparison, was, is);
  };
  return new Map(
    removed.flatMap((name): [string, string][] =>
      added.filter((other) => isSame(name, other)).map((other) => [name, other]),
    ),
  );
}

function compareProperty(
  comparison: Comparison,
  name: string,
  base: Property,
  head: Property,
  view: View,
): SchemaDifference[] {
  const found = compareNested(comparison, base.shape, head.shape, [base.at, head.at], view, name);
  if (base.required === head.required) return found;
  const [before, after] = [base, head].map(({ required }) => (required ? "required" : "optional"));
  const kind = `field-became-${after}`;
  // The edit is the entry in the list of required fields, which may stand elsewhere.
  const places = head.required
    ? { baseAt: base.at, headAt: head.demandAt ?? head.at }
    : { baseAt: base.demandAt ?? base.at };
  return [{ kind, path: name, name, before, after, ...places }, ...found];
}

function compareAdditional(
  comparison: Comparison,
  base: Variant,
  head: Variant,
  view: View,
): SchemaDifference[] {
  const was = base.additional;
  const is = head.additional;
  if (was.kind === is.kind) {
    return was.kind === "typed"
      ? compareNested(comparison, was.shape, is.shape, [was.at, is.at], view, "*")
      : [];
  }
  const rank = { closed: 0, typed: 1, open: 2 };
  const kind = rank[is.kind] < rank[was.kind] ? "further-fields-refused" : "further-fields-allowed";
  return [{ kind, before: was.kind, after: is.kind, baseAt: was.at, headAt: is.at }];
}
