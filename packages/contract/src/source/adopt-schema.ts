// Schemas of any version of OpenAPI as those of 3.1, in the words that the model reads.
import { isTree, splitPointer, type Tree } from "../pointer.ts";
import { isRegularExpression } from "../shapes/keywords.ts";
import { loosenUnion } from "./loosen-union.ts";
import { openClosedParts } from "./open-closed-parts.ts";

/** Keywords of JSON Schema and OpenAPI by their values. Other keys have no effect on a value. */
const schemaKeywords = {
  schema: new Set("items additionalProperties unevaluatedProperties contentSchema".split(" ")),
  schemaList: new Set(["allOf", "anyOf", "oneOf"]),
  schemaMap: new Set(["properties", "$defs"]),
  data: new Set(
    (
      "$ref $id $anchor $comment type format title description default example examples deprecated readOnly writeOnly " +
      "required enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern " +
      "minItems maxItems uniqueItems " +
      "contentEncoding contentMediaType discriminator externalDocs xml nullable if then else"
    ).split(" "),
  ),
};

/** Constraints that no generated package checks: a value that breaks one is taken. */
const uncheckedKeywords = new Set(
  (
    "not contains minContains maxContains prefixItems unevaluatedItems minProperties maxProperties propertyNames " +
    "patternProperties dependentSchemas dependentRequired"
  ).split(" "),
);

/** Keywords that have null as a value. */
const nullKeywords = ["default", "const", "example"];

/** The document around a schema. */
export interface SchemaSetting {
  /** The reference to a schema as the model reads it: to a component. */
  refer(reference: string): string;
  /** Whether keywords next to a reference do not count, as in 3.0. */
  hasBareReferences: boolean;
  /** The schema behind a reference; an empty one if it is missing. */
  find(schema: unknown): Tree;
  /** Notes a part of a schema that is not checked. */
  leaveUnchecked(part: string): void;
}

/** Rewrites a schema and every schema within it. A value that is not a schema is taken for one that allows everything. */
export function adoptSchema(source: unknown, setting: SchemaSetting): Tree | boolean {
  if (typeof source === "boolean") return source;
  if (!isTree(source)) return {};
  const given = openClosedParts(source, setting.find);
  if (given !== source)
    setting.leaveUnchecked("`additionalProperties: false` in a part of `allOf` that others add to");
  const schema: Tree = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === null && !nullKeywords.includes(key)) continue;
    if (uncheckedKeywords.has(key)) setting.leaveUnchecked(`\`${key}\``);
    if (schemaKeywords.schema.has(key)) {
      // A list of items is the old form of `prefixItems`.
      if (Array.isArray(value)) setting.leaveUnchecked(`a list as \`${key}\``);
      else if (value === false && Array.isArray(given.prefixItems))
        schema.maxItems = given.prefixItems.length;
      else schema[key] = adoptSchema(value, setting);
    } else if (schemaKeywords.schemaList.has(key)) {
      if (Array.isArray(value) && value.length > 0)
        schema[key] = value.map((one) => adoptSchema(one, setting));
    } else if (schemaKeywords.schemaMap.has(key)) {
      if (isTree(value)) schema[key] = mapValues(value, (one) => adoptSchema(one, setting));
    } else if (schemaKeywords.data.has(key) || key.startsWith("x-")) schema[key] = value;
  }
  if ("patternProperties" in given && schema.additionalProperties === false)
    delete schema.additionalProperties;
  leaveConditions(schema, setting);
  rewriteWords(schema, setting);
  if (typeof schema.$ref === "string") {
    schema.$ref = setting.refer(schema.$ref);
    if (setting.hasBareReferences)
      for (const key of Object.keys(schema))
        if (!["$ref", "description", "nullable"].includes(key) && !key.startsWith("x-"))
          delete schema[key];
  }
  adoptDiscriminator(schema, given, setting);
  if (loosenUnion(schema, setting.find))
    setting.leaveUnchecked("a `oneOf` with a form whose values all fit another");
  return allowNull(schema);
}

/** Conditions that no format of a field stands for are not checked. */
function leaveConditions(schema: Tree, setting: SchemaSetting): void {
  const fields = Object.values(isTree(schema.properties) ? schema.properties : {});
  if (!("if" in schema) || fields.some((one) => isTree(one) && "x-format-by" in one)) return;
  setting.leaveUnchecked("`if`");
  for (const keyword of ["if", "then", "else"]) delete schema[keyword];
}

/** Words of 3.0 and older drafts, and values that do not fit their keyword. */
function rewriteWords(schema: Tree, setting: SchemaSetting): void {
  for (const [keyword, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const value = schema[keyword];
    if (typeof value !== "boolean") continue;
    delete schema[keyword];
    if (!value || schema[bound] === undefined) continue;
    schema[keyword] = schema[bound];
    delete schema[bound];
  }
  if ("example" in schema) {
    if (!Array.isArray(schema.examples)) schema.examples = [schema.example];
    delete schema.example;
  }
  if (!Array.isArray(schema.examples)) delete schema.examples;
  if (!Array.isArray(schema.required)) delete schema.required;
  else schema.required = [...new Set(schema.required)];
  if (!Array.isArray(schema.enum) || schema.enum.length === 0) delete schema.enum;
  adoptValues(schema, setting);
  adoptDefault(schema, setting);
  if (typeof schema.pattern === "string") {
    schema.pattern = adoptPattern(schema.pattern);
    if (schema.pattern === undefined) setting.leaveUnchecked("a `pattern` of another language");
  }
  for (const key of ["pattern", "format", "title", "description"])
    if (typeof schema[key] !== "string") delete schema[key];
  if (schema.type === "file") Object.assign(schema, { type: "string", format: "binary" });
  if (Array.isArray(schema.type) && schema.type.length === 1) [schema.type] = schema.type;
  leaveContradictions(schema, setting);
}

/** Lengths of the shortest strings of formats. */
const shortest: Record<string, number> = { uuid: 36, date: 10, "date-time": 20 };

/** Constraints that no value meets together with those next to them. */
function leaveContradictions(schema: Tree, setting: SchemaSetting): void {
  const { format, maxLength, items, required, properties } = schema;
  if (Number(maxLength) < (shortest[String(format)] ?? 0)) {
    delete schema.format;
    setting.leaveUnchecked(`the format ${format} of strings that are shorter`);
  }
  if (items === false) {
    delete schema.items;
    schema.maxItems = 0;
  }
  if (!Array.isArray(required) || schema.additionalProperties !== false) return;
  const taken = required.filter((name) => isTree(properties) && Object.hasOwn(properties, name));
  if (taken.length === required.length) return;
  schema.required = taken;
  setting.leaveUnchecked("a required field that the schema does not allow");
}

/** Listed values that do not fit the type next to them: those of a list are its items', and a string holds any scalar. */
function adoptValues(schema: Tree, setting: SchemaSetting): void {
  const { type, items } = schema;
  if (Array.isArray(schema.enum)) {
    const values = schema.enum as unknown[];
    if (type === "array" && !values.some(Array.isArray)) {
      delete schema.enum;
      schema.items = { ...(isTree(items) ? items : {}), enum: values };
    } else if (type === "string")
      schema.enum = values.map((value) =>
        typeof value === "number" || typeof value === "boolean" ? String(value) : value,
      );
  }
  if (Array.isArray(schema.enum) && schema.enum.some((value) => Object(value) === value)) {
    delete schema.enum;
    setting.leaveUnchecked("an `enum` of objects or lists");
  }
  // Next to a string, forms are remarks unless one of them is a string.
  for (const key of ["anyOf", "oneOf"]) {
    const forms = schema[key];
    const isOfObjects =
      Array.isArray(forms) &&
      forms.map(setting.find).every((form) => form.type === "object" || isTree(form.properties));
    if (/^(string|number|integer|boolean)$/.test(String(type)) && isOfObjects) {
      delete schema[key];
      setting.leaveUnchecked(`\`${key}\` of objects next to the type ${type}`);
    }
  }
}

/** A default that its type does not take is not filled in; a number or a boolean in quotes is meant without them. */
function adoptDefault(schema: Tree, setting: SchemaSetting): void {
  const { type, default: given } = schema;
  // Null may be a value of a schema of 3.0 with `nullable`.
  if (given === undefined || given === null || typeof type !== "string") return;
  const meant = isOfType(given, type) ? given : withoutQuotes(given);
  if (isOfType(meant, type)) schema.default = meant;
  else {
    delete schema.default;
    setting.leaveUnchecked(`a \`default\` of another type than ${type}`);
  }
}

function withoutQuotes(value: unknown): unknown {
  try {
    return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  } catch {
    return value;
  }
}

/** Whether a value has a type of JSON Schema. */
function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isTree(value);
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "number":
      return typeof value === "number" || typeof value === "bigint";
    default:
      return typeof value === type;
  }
}

/**
 * A pattern with the escapes that Unicode's mode of regular expressions allows: `\\@` → `@`; `(?i)` at its start becomes both
 * cases of each letter. Undefined if JavaScript cannot read it.
 */
function adoptPattern(given: string): string | undefined {
  const isInAnyCase = given.startsWith("(?i)");
  const pattern = isInAnyCase ? withBothCases(given.slice("(?i)".length)) : given;
  const plain = pattern.replaceAll(/\\([^\w^$\\.*+?()[\]{}|/-])/g, "$1").replaceAll("\\_", "_");
  // A hyphen may be escaped within a class alone.
  const forms = [pattern, plain, plain.replaceAll("\\-", "\\x2d")];
  return forms.find(isRegularExpression);
}

/** A pattern without classes that takes its letters in either case; others stay as they are, which JavaScript cannot read. */
function withBothCases(pattern: string): string {
  if (/\[|\(\?[<P]|\\[a-zA-Z]/.test(pattern)) return `(?i)${pattern}`;
  return pattern.replaceAll(
    /[a-z]/gi,
    (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`,
  );
}

/** Gives a discriminator a mapping to every alternative; removes one that cannot have it. @param source the schema as it was read */
function adoptDiscriminator(schema: Tree, source: Tree, setting: SchemaSetting): void {
  if (schema.discriminator === undefined) return;
  const discriminator = isTree(schema.discriminator) ? schema.discriminator : {};
  const { propertyName, mapping } = discriminator;
  // A mapping leads to references alone.
  const hasInlineAlternative = alternativesOf(schema).some(
    ({ $ref, type }) => $ref === undefined && type !== "null",
  );
  if (typeof propertyName !== "string" || hasInlineAlternative) {
    delete schema.discriminator;
    return;
  }
  const references = alternativesOf(source).flatMap(({ $ref }) =>
    typeof $ref === "string" ? [$ref] : [],
  );
  if (!isTree(mapping) && references.length === 0) return;
  const targets = isTree(mapping)
    ? Object.entries(mapping).map(([tag, target]) => [tag, asReference(String(target))] as const)
    : references.map((reference) => [undefined, reference] as const);
  const tags = mapTags(targets, propertyName, setting);
  if (!tags) {
    delete schema.discriminator;
    return;
  }
  const adopted = mapValues(tags, (reference) => setting.refer(reference));
  schema.discriminator = { ...discriminator, mapping: adopted };
}

function alternativesOf({ oneOf, anyOf }: Tree): Tree[] {
  return [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? (list as Tree[]) : []));
}

/**
 * References by the value of a field that names them: the stated one, or the name of a schema. The values that a schema allows the
 * field go before its name. Undefined if that leaves two schemas with one value, or contradicts a stated one.
 */
export function mapTags(
  targets: readonly (readonly [tag: string | undefined, reference: string])[],
  field: string,
  setting: Pick<SchemaSetting, "find">,
): Record<string, string> | undefined {
  const found = new Map<string, string>();
  for (const [tag, reference] of targets) {
    const name = tag ?? splitPointer(reference).at(-1) ?? "";
    const values = valuesOfField({ $ref: reference }, field, setting);
    const isNamed = values === undefined || values.includes(name);
    if (!isNamed && tag !== undefined) return undefined;
    for (const one of isNamed ? [name] : values) {
      if (found.has(one) && found.get(one) !== reference) return undefined;
      found.set(one, reference);
    }
  }
  return Object.fromEntries(found);
}

/** The values that a schema lists for a field of its own or of its parts; undefined if it lists none. */
function valuesOfField(
  schema: unknown,
  field: string,
  setting: Pick<SchemaSetting, "find">,
  depth = 0,
): string[] | undefined {
  const { properties, allOf } = setting.find(schema);
  const listed = setting.find(isTree(properties) ? properties[field] : undefined);
  if ("const" in listed) return [String(listed.const)];
  if (Array.isArray(listed.enum)) return listed.enum.map(String);
  if (!Array.isArray(allOf) || depth > maxParts) return undefined;
  // The last part is the schema's own, by custom.
  return allOf
    .toReversed()
    .map((part) => valuesOfField(part, field, setting, depth + 1))
    .find((values) => values !== undefined);
}

/** Schemas within which parts are looked for: one may hold itself. */
const maxParts = 8;

/** The target of a discriminator, which may be the name of a schema alone. */
function asReference(target: string): string {
  return /[#/]/.test(target) ? target : `#/components/schemas/${target}`;
}

/** `nullable` of 3.0, which is often written where it should have no effect. */
function allowNull(schema: Tree): Tree {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  if (Array.isArray(rest.enum) && !rest.enum.includes(null)) rest.enum = [...rest.enum, null];
  const composed = ["$ref", "allOf", "anyOf", "oneOf"].some((key) => key in rest);
  if (!composed && rest.type === undefined) return rest;
  if (!composed) return { ...rest, type: [...new Set([rest.type, "null"].flat())] };
  const { description, deprecated, readOnly, writeOnly, ...form } = rest;
  const notes = { description, deprecated, readOnly, writeOnly };
  return {
    ...Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== undefined)),
    anyOf: [form, { type: "null" }],
  };
}

export function mapValues<Value, Result>(
  map: Record<string, Value>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));
}
