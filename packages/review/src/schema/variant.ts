// The meaning of a schema: the values that it allows, by JSON type, in a form that does not show how it was written.
import { isDeepStrictEqual as same } from "node:util";
import { canonical } from "@packages/contract/src/canonical.ts";
import { isTree, type Source, step } from "../place.ts";
import { boundsOf } from "./bounds.ts";
import { admits, type ValueLimits } from "./limits.ts";
import {
  alternatives,
  findKeyword,
  type JsonType,
  type KeywordValue,
  keywordsIn,
  type SchemaNode,
  schemaNode,
} from "./parts.ts";

export const types: JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** Whose eyes a schema is read with: what is only read is no part of a request, what is only written of no response. */
export type View = "writes" | "reads";

export interface Property {
  parts: SchemaNode[];
  required: boolean;
  at: string;
}

/** Values of one JSON type that a schema allows. */
export interface Variant extends ValueLimits {
  type: JsonType;
  parts: SchemaNode[];
  /** Component that it was written as. */
  name?: string;
  /** Code, if it is an error of the catalogue. */
  error?: string | undefined;
  /** The only values, if they are listed. */
  values?: KeywordValue[];
  /** Whether other values than the listed may come, too. */
  open: boolean;
  formats: KeywordValue<string>[];
  properties: Map<string, Property>;
  additional: { kind: "open" | "closed" | "typed"; at: string; parts: SchemaNode[] };
  items: SchemaNode[];
  tuple: SchemaNode[][];
  /** The values of the other keywords, by keyword; by keyword and name if each name has a schema of its own. */
  rules: Map<string, KeywordValue[]>;
}

const keywordsOf: Partial<Record<JsonType, string[]>> = {
  string: ["contentEncoding", "contentMediaType", "contentSchema"],
  array: ["contains", "unevaluatedItems"],
  object: ["patternProperties", "propertyNames", "dependentRequired", "dependentSchemas"],
};
const keywordsOfAll = ["$dynamicRef", "not", "if", "then", "else", "(anyOf)", "(oneOf)", "(forms)"];

/** The variants of a schema: none if it allows nothing. */
export function variantsOf(source: Source, parts: readonly SchemaNode[], view: View): Variant[] {
  const found = alternatives(source, parts).flatMap((alternative) =>
    typesOf(alternative).flatMap((type) => readVariant(source, alternative, type, view) ?? []),
  );
  return joinValues(found);
}

function typesOf(parts: SchemaNode[]): JsonType[] {
  const said = parts.flatMap(({ schema }) =>
    schema.type === undefined ? [] : [listOfTypes(schema)],
  );
  if (said.length > 0) return types.filter((type) => said.every((list) => list.includes(type)));
  const values = parts.flatMap(({ schema }) => valuesIn(schema) ?? []);
  if (values.length > 0)
    return types.filter((type) => values.some((value) => typeOf(value) === type));
  const nullable = parts.some(({ schema }) => schema.nullable === true);
  // Many documents leave out the type if the keywords imply it.
  const implied = parts.flatMap(({ schema }) => impliedType(Object.keys(schema)) ?? []);
  if (implied.length > 0)
    return types.filter((type) => implied.includes(type) || (nullable && type === "null"));
  return [...types];
}

const implying: Partial<Record<JsonType, string[]>> = {
  object: ["properties", "required", "additionalProperties", "patternProperties"],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
  string: ["pattern", "minLength", "maxLength"],
  number: ["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"],
};

function impliedType(keywords: string[]): JsonType | undefined {
  return types.find((type) => implying[type]?.some((keyword) => keywords.includes(keyword)));
}

function listOfTypes(schema: SchemaNode["schema"]): JsonType[] {
  const list = Array.isArray(schema.type) ? schema.type : [schema.type];
  const names = list.map((type) => (type === "integer" ? "number" : type));
  if (schema.nullable === true) names.push("null");
  return types.filter((type) => names.includes(type));
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** Known values of an open set, as Zalando's guidelines write them. */
const extensibleEnum = "x-extensible-enum";

/** The keyword that lists the values of a schema. */
function listingKeyword(schema: SchemaNode["schema"]): string | undefined {
  return ["enum", extensibleEnum].find((key) => Array.isArray(schema[key])) ?? constIn(schema);
}

function constIn(schema: SchemaNode["schema"]): string | undefined {
  return "const" in schema ? "const" : undefined;
}

function valuesIn(schema: SchemaNode["schema"]): unknown[] | undefined {
  const keyword = listingKeyword(schema);
  if (keyword === undefined) return undefined;
  const listed = schema[keyword];
  return keyword !== "const" && Array.isArray(listed) ? listed : [listed];
}

function readVariant(
  source: Source,
  parts: SchemaNode[],
  type: JsonType,
  view: View,
): Variant | undefined {
  if (parts.some(({ schema }) => isEverything(schema.not))) return undefined;
  const limits = readLimits(parts, type);
  const values = listedValues(parts, type)?.filter(({ value }) => admits(limits, value));
  if (values && values.length === 0) return undefined;
  const name = (findChoice(parts) ?? parts.find((part) => part.name !== undefined))?.name;
  const error = parts.map(({ schema }) => schema["x-error"]).find(isTree)?.code;
  return {
    type,
    parts,
    ...(name !== undefined && { name }),
    ...(typeof error === "string" && { error }),
    // One value and no other is what `null` says by its type.
    ...(values && type !== "null" && { values }),
    open: parts.some(({ schema }) => schema["x-open-set"] === true || extensibleEnum in schema),
    ...limits,
    formats: type === "string" || type === "number" ? texts(parts, "format") : [],
    ...containers(source, parts, type, view),
    rules: readRules(parts, type),
  };
}

function isEverything(schema: unknown): boolean {
  return schema === true || (isTree(schema) && Object.keys(schema).length === 0);
}

function readLimits(parts: SchemaNode[], type: JsonType): ValueLimits {
  const factors = type === "number" ? keywordsIn(parts, "multipleOf") : [];
  const isWhole = parts.some(({ schema }) => isInteger(schema)) || factors[0]?.value === 1;
  const integer = type === "number" && isWhole;
  const factor = factors.find(({ value }) => !integer || value !== 1);
  return {
    integer,
    bounds: boundsOf(parts, type, integer),
    ...(typeof factor?.value === "number" && {
      multipleOf: { value: factor.value, at: factor.at },
    }),
    patterns: type === "string" ? texts(parts, "pattern") : [],
  };
}

/** The part that tells an alternative from the others. */
export function findChoice(parts: readonly SchemaNode[]): SchemaNode | undefined {
  return parts.findLast(({ choice }) => choice === true);
}

function isInteger({ type, format }: SchemaNode["schema"]): boolean {
  return type === "integer" ||
    (Array.isArray(type) && type.includes("integer") && !type.includes("number"))
    ? true
    : type === undefined && typeof format === "string" && /^u?int\d+$/.test(format);
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
  for (const keyword of [...keywordsOfAll, ...(keywordsOf[type] ?? [])]) {
    for (const { value, at } of keywordsIn(parts, keyword)) {
      if (saysNothing(keyword, value)) continue;
      const add = (key: string, said: unknown, place: string): void =>
        void found.set(key, [...(found.get(key) ?? []), { value: said, at: place }]);
      if (Array.isArray(value))
        for (const [index, form] of value.entries()) add(keyword, form, step(at, index));
      else if (isTree(value) && /^(patternP|dependent)/.test(keyword))
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

function saysNothing(keyword: string, value: unknown): boolean {
  if (keyword === "not") return value === false;
  return value === true || (isTree(value) && Object.keys(value).length === 0);
}

function containers(
  source: Source,
  parts: SchemaNode[],
  type: JsonType,
  view: View,
): Pick<Variant, "properties" | "additional" | "items" | "tuple"> {
  const empty = {
    properties: new Map(),
    additional: { kind: "open" as const, at: "", parts: [] },
    items: [],
    tuple: [],
  };
  if (type === "object") {
    return {
      ...empty,
      properties: readProperties(source, parts, view),
      additional: readAdditional(parts),
    };
  }
  if (type !== "array") return empty;
  const tuple: SchemaNode[][] = [];
  const items: SchemaNode[] = [];
  for (const { schema, at } of parts) {
    if (Array.isArray(schema.prefixItems)) {
      for (const [index, entry] of schema.prefixItems.entries()) {
        const place = tuple[index] ?? [];
        place.push(schemaNode(entry, step(step(at, "prefixItems"), index)));
        tuple[index] = place;
      }
    }
    // If no further entry is allowed, the length says it.
    if (schema.items !== undefined && schema.items !== false)
      items.push(schemaNode(schema.items, step(at, "items")));
  }
  return { ...empty, items, tuple };
}

function readProperties(source: Source, parts: SchemaNode[], view: View): Map<string, Property> {
  const found = new Map<string, Property>();
  for (const { schema, at } of parts) {
    if (!isTree(schema.properties)) continue;
    for (const [name, value] of Object.entries(schema.properties)) {
      const place = step(step(at, "properties"), name);
      const property = found.get(name) ?? { parts: [], required: false, at: place };
      property.parts.push(schemaNode(value, place));
      found.set(name, property);
    }
  }
  for (const { schema, at } of parts) {
    if (!Array.isArray(schema.required)) continue;
    for (const name of schema.required) {
      if (typeof name !== "string") continue;
      const property = found.get(name) ?? { parts: [], required: true, at: step(at, "required") };
      property.required = true;
      found.set(name, property);
    }
  }
  const hidden = view === "writes" ? "readOnly" : "writeOnly";
  for (const [name, property] of found) {
    if (findKeyword(source, property.parts, hidden)?.value === true) found.delete(name);
  }
  return found;
}

function readAdditional(parts: SchemaNode[]): Variant["additional"] {
  const typed: SchemaNode[] = [];
  let open: Variant["additional"] = { kind: "open", at: parts[0]?.at ?? "", parts: [] };
  for (const { schema, at } of parts) {
    for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
      const value = schema[keyword];
      const place = step(at, keyword);
      if (value === false) return { kind: "closed", at: place, parts: [] };
      if (isTree(value) && Object.keys(value).length > 0) typed.push(schemaNode(value, place));
      else if (value !== undefined) open = { kind: "open", at: place, parts: [] };
    }
  }
  const [first] = typed;
  return first ? { kind: "typed", at: first.at, parts: typed } : open;
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
  return (isFree && integer === (a.values ? a : b).integer) || shape(a) === shape(b);
}

/** Everything about a simple variant but its values. */
function shape({ multipleOf, patterns, formats, bounds, rules, integer, values }: Variant): string {
  return canonical([
    multipleOf?.value,
    integer,
    values?.map(({ value }) => value) ?? null,
    ...[patterns, formats].map((list) => list.map(({ value }) => value).sort()),
    [...bounds].map(([key, { value, exclusive }]) => [key, value, exclusive]),
    [...rules].map(([key, list]) => [key, list.map(({ value }) => value)]),
  ]);
}
