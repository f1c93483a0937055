// The meaning of a schema: the values that it allows, by JSON type, in a form that does not show how it was written.
import { isDeepStrictEqual as same } from "node:util";
import { canonical } from "@packages/contract/src/canonical.ts";
import { schemaName } from "@packages/contract/src/pointer.ts";
import { NoShapeError, NoValueError } from "@packages/contract/src/shapes/intersect.ts";
import {
  type Form,
  follow,
  partPointers,
  type Shape,
  type ShapeOf,
} from "@packages/contract/src/shapes/shape.ts";
import { isTree, type Source, step, type Tree } from "../place.ts";
import { boundsOf } from "./bounds.ts";
import {
  type Additional,
  leaveFieldsOut,
  type Properties,
  readAdditional,
  readFields,
  settleDemands,
  type View,
} from "./fields.ts";
import { admits, type ValueLimits } from "./limits.ts";
import { commonMultiple } from "./multiples.ts";
import {
  type KeywordValue,
  keywordsIn,
  type SchemaNode,
  schemaNode,
  shapesFor,
} from "./schema-shapes.ts";
import {
  extensibleEnum,
  impliedTypes,
  isEverything,
  isInteger,
  type JsonType,
  listingKeyword,
  typeOf,
  types,
  valuesIn,
} from "./types.ts";

/** Values of one JSON type that a schema allows. */
export interface Variant extends ValueLimits {
  type: JsonType;
  shape: Form;
  /** The schemas that it is made of. */
  parts: SchemaNode[];
  /** Place of the alternative that it is. */
  choice?: string;
  /** Component that it was written as. */
  name?: string;
  /** Code, if it is an error of the catalogue. */
  error?: string | undefined;
  /** The only values, if they are listed. */
  values?: KeywordValue[];
  /** Whether other values than the listed may come, too. */
  open: boolean;
  formats: KeywordValue<string>[];
  properties: Properties;
  additional: Additional;
  items?: Shape;
  tuple: Shape[];
  /** The values of the other keywords, by keyword; by keyword and name if each name has a separate schema. */
  rules: Map<string, KeywordValue[]>;
}

const keywordsOf: Partial<Record<JsonType, string[]>> = {
  string: ["contentEncoding", "contentMediaType", "contentSchema"],
  array: ["contains", "unevaluatedItems"],
  object: ["patternProperties", "propertyNames", "dependentRequired", "dependentSchemas"],
};
const keywordsOfAll = ["$dynamicRef", "not", "if", "then", "else"];

/**
 * The variants of a schema: none if it allows nothing.
 *
 * @throws {NoShapeError} if its alternatives are more than anybody can compare, or it is composed of itself
 */
export function variantsOf(source: Source, shape: Shape, view: View): Variant[] {
  try {
    return joinValues(listForms(shape).flatMap((form) => readVariants(source, form, view)));
  } catch (error) {
    if (error instanceof NoValueError) return [];
    throw error;
  }
}

/** The variants of a schema; none if it has no shape. */
export function knownVariantsOf(source: Source, node: SchemaNode, view: View): Variant[] {
  try {
    return variantsOf(source, shapesFor(source).shapeOf(node), view);
  } catch (error) {
    if (error instanceof NoShapeError) return [];
    throw error;
  }
}

/** Unions in each other that are looked at; more are too many for the stack. */
const maxUnions = 300;

/** The alternatives of a shape, however deep, each with the parts that all of them share. */
function listForms(shape: Shape, depth = 0): Form[] {
  const form = follow(shape);
  if (depth === maxUnions)
    throw new NoShapeError(
      `${form.annotations.pointer}: more than ${maxUnions} unions are nested in each other.`,
    );
  const inner = alternativesOf(form)?.flatMap((one) => listForms(one, depth + 1));
  if (!inner) return [form];
  const nothing: Form = { kind: "constant", value: null, annotations: form.annotations };
  return form.nullable ? [nothing, ...inner] : inner;
}

export function isUnion(form: Form): form is ShapeOf<"union" | "discriminated"> {
  return form.kind === "union" || form.kind === "discriminated";
}

/** The alternatives of a union, each with the parts that all of them share; undefined for any other form. */
export function alternativesOf(form: Form): Form[] | undefined {
  if (!isUnion(form)) return undefined;
  const variants = form.kind === "union" ? form.variants : Object.values(form.variants);
  return variants.map(follow).map((variant): Form => {
    const own = { ...form.annotations, ...variant.annotations, parts: partPointers(form, variant) };
    return { ...variant, annotations: own };
  });
}

/** Whether a value may fit one alternative only; a discriminator names that one, whatever else fits. */
export function isExclusive(source: Source, form: Form): boolean {
  if (form.kind !== "union" || !form.exact) return false;
  const lists = partPointers(form).filter((pointer) => pointer.endsWith("/oneOf"));
  return !lists.some((pointer) => {
    const holder = shapesFor(source).schemaAt(pointer.slice(0, -"/oneOf".length));
    return isTree(holder) && isTree(holder.discriminator);
  });
}

/** The types that the values of a form may have: all if the kind of the form does not tell. */
function jsonTypes(form: Form): JsonType[] {
  const typeByKind: Partial<Record<Form["kind"], JsonType>> = {
    string: "string",
    number: "number",
    boolean: "boolean",
    array: "array",
    record: "object",
    object: "object",
    constant: "null",
  };
  const type = typeByKind[form.kind];
  if (type === undefined) return types;
  return form.nullable && type !== "null" ? ["null", type] : [type];
}

/** The variants of a form that is not a union. */
export function readVariants(source: Source, form: Form, view: View): Variant[] {
  const parts = shapesFor(source).nodesOf(form);
  if (parts.some(({ schema }) => isEverything(schema.not))) return [];
  const implied = impliedTypes(parts.map(({ schema }) => schema));
  return jsonTypes(form)
    .filter((type) => implied.includes(type))
    .flatMap((type) => readVariant(source, form, parts, type, view) ?? []);
}

function readVariant(
  source: Source,
  shape: Form,
  parts: SchemaNode[],
  type: JsonType,
  view: View,
): Variant | undefined {
  const limits = readLimits(parts, type);
  const values = listedValues(parts, type)?.filter(({ value }) => admits(limits, value));
  if (values && values.length === 0) return undefined;
  if (isContradiction(limits)) return undefined;
  const choice = shape.annotations.variant;
  const name =
    choice === undefined
      ? parts.find((part) => part.name !== undefined)?.name
      : schemaName(`#${choice}`);
  const error = parts.map(({ schema }) => schema["x-error"]).find(isTree)?.code;
  const properties = type === "object" ? readFields(source, shape, parts, view) : new Map();
  const rules = readRules(parts, type);
  settleDemands(properties, rules);
  const additional = readAdditional(source, parts, rules);
  if (type === "object" && !leaveFieldsOut(source, properties, parts, additional, limits))
    return undefined;
  const items =
    type === "array" && shape.kind === "array" && shape.items.annotations.pointer !== ""
      ? shape.items
      : undefined;
  return {
    type,
    shape,
    parts,
    ...(choice !== undefined && { choice }),
    ...(name !== undefined && { name }),
    ...(typeof error === "string" && { error }),
    // The type `null` has one value anyway.
    ...(values && type !== "null" && { values }),
    open: parts.some(({ schema }) => schema["x-open-set"] === true || extensibleEnum in schema),
    ...limits,
    formats: type === "string" || type === "number" ? texts(parts, "format") : [],
    properties,
    additional,
    ...(items && { items }),
    tuple: type === "array" ? readTuple(source, parts) : [],
    rules,
  };
}

/** Whether a least is more than the most, so that no value fits. */
function isContradiction({ bounds }: ValueLimits): boolean {
  if (bounds.size < 2) return false;
  return ["imum", "Length", "Items", "Properties"].some((key) => {
    const low = bounds.get(`min${key}`);
    const high = bounds.get(`max${key}`);
    if (!low || !high) return false;
    const isOut = low.exclusive === true || high.exclusive === true;
    return low.value > high.value || (isOut && low.value === high.value);
  });
}

function readLimits(parts: SchemaNode[], type: JsonType): ValueLimits {
  const factors = (type === "number" ? keywordsIn(parts, "multipleOf") : []).filter(
    (one): one is KeywordValue<number> => typeof one.value === "number",
  );
  const isWhole = parts.some(({ schema }) => isInteger(schema)) || factors[0]?.value === 1;
  const integer = type === "number" && isWhole;
  const others = factors.filter(({ value }) => !integer || value !== 1);
  const [first] = others;
  const factor = commonMultiple(others.map(({ value }) => value));
  return {
    integer,
    bounds: boundsOf(parts, type, integer),
    ...(first && { multipleOf: { value: factor ?? first.value, at: first.at } }),
    patterns: type === "string" ? texts(parts, "pattern") : [],
  };
}

function listedValues(parts: SchemaNode[], type: JsonType): KeywordValue[] | undefined {
  let found: KeywordValue[] | undefined;
  for (const { schema, at } of parts) {
    const values = valuesIn(schema);
    if (!values) continue;
    const place = step(at, listingKeyword(schema) ?? "");
    const own = values
      .filter((value) => typeOf(value) === type)
      .map((value, index) => ({ value, at: "const" in schema ? place : step(place, index) }));
    found = found
      ? found.filter(({ value }) => own.some((other) => same(other.value, value)))
      : own;
  }
  return found;
}

function texts(parts: SchemaNode[], keyword: string): KeywordValue<string>[] {
  const found = new Map<string, KeywordValue<string>>();
  for (const { value, at } of keywordsIn(parts, keyword))
    if (typeof value === "string" && value !== "" && !found.has(value))
      found.set(value, { value, at });
  return [...found.values()];
}

function readRules(parts: SchemaNode[], type: JsonType): Map<string, KeywordValue[]> {
  const found = new Map<string, KeywordValue[]>();
  const add = (key: string, value: unknown, at: string): void =>
    void found.set(key, [...(found.get(key) ?? []), { value, at }]);
  for (const keyword of [...keywordsOfAll, ...(keywordsOf[type] ?? [])]) {
    if (!parts.some(({ schema }) => keyword in schema)) continue;
    const partner = partners[keyword];
    const stating = partner ? parts.filter(({ schema }) => partner(schema)) : parts;
    for (const { value, at } of keywordsIn(stating, keyword)) {
      if (saysNothing(keyword, value)) continue;
      if (isTree(value) && /^(patternP|dependent)/.test(keyword))
        for (const [name, said] of Object.entries(value))
          add(
            `${keyword} ${name}`,
            Array.isArray(said) ? { required: said } : said,
            step(at, name),
          );
      else add(keyword, value, at);
    }
  }
  return found;
}

/** Whether a keyword means something beside the others of its schema. */
const partners: Record<string, (schema: Tree) => boolean> = {
  // A list has to hold some entries of a kind, or may hold few.
  contains: (schema) => schema.minContains !== 0 || "maxContains" in schema,
  if: (schema) => "then" in schema || "else" in schema,
  // biome-ignore lint/suspicious/noThenProperty: the keyword.
  then: (schema) => "if" in schema,
  else: (schema) => "if" in schema,
};

function saysNothing(keyword: string, value: unknown): boolean {
  return keyword === "not" ? value === false : isEverything(value);
}

/** The schemas of the first entries of a list. */
function readTuple(source: Source, parts: SchemaNode[]): Shape[] {
  const found: Shape[][] = [];
  for (const { value, at } of keywordsIn(parts, "prefixItems")) {
    if (!Array.isArray(value)) continue;
    for (const [index, entry] of value.entries()) {
      const shape = shapesFor(source).shapeOf(schemaNode(entry, step(at, index)));
      found[index] = [...(found[index] ?? []), shape];
    }
  }
  return found.map((shapes) => shapesFor(source).all(shapes));
}

/** Listed values of several alternatives are one list; next to an alternative for any value, they are a hint. */
function joinValues(variants: Variant[]): Variant[] {
  const joined: Variant[] = [];
  for (const variant of variants) {
    const isSimple = variant.type !== "object" && variant.type !== "array";
    const partner = isSimple
      ? joined.find((other) => other.type === variant.type && joins(other, variant))
      : undefined;
    if (!partner) {
      joined.push({ ...variant });
      continue;
    }
    partner.open ||= variant.open || !partner.values || !variant.values;
    const { values = [] } = partner;
    const more =
      variant.values?.filter(({ value }) => !values.some((other) => same(other.value, value))) ??
      [];
    if (values.length + more.length > 0) partner.values = [...values, ...more];
  }
  return joined;
}

/** Whether two alternatives of a type differ in nothing but the values that they list. */
function joins(a: Variant, b: Variant): boolean {
  if (a.values && b.values) return true;
  const free = a.values ? b : a;
  const { bounds, rules, patterns, formats, multipleOf, integer } = free;
  const isFree = bounds.size + rules.size + patterns.length + formats.length === 0 && !multipleOf;
  return (
    (isFree && integer === (a.values ? a : b).integer) || describeLimits(a) === describeLimits(b)
  );
}

/** Everything about a variant but its values, fields and entries. */
export function describeLimits({
  multipleOf,
  patterns,
  formats,
  bounds,
  rules,
  integer,
  values,
}: Variant): string {
  return canonical([
    multipleOf?.value,
    integer,
    values?.map(({ value }) => value) ?? null,
    ...[patterns, formats].map((list) => list.map(({ value }) => value).sort()),
    [...bounds].map(([key, { value, exclusive }]) => [key, value, exclusive]),
    [...rules].map(([key, list]) => [key, list.map(({ value }) => value)]),
  ]);
}
