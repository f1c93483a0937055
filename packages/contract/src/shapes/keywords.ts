// The keywords of JSON Schema that are understood, and readers for single ones.

import type { Scalar } from "../check/table.ts";
import { defined } from "../defined.ts";
import { isFormatCondition } from "../document/format-conditions.ts";
import type { Schema } from "../openapi.ts";
import { schemaName } from "../pointer.ts";
import { SpecError } from "../spec-error.ts";
import { NoShapeError } from "./intersect.ts";
import type { Annotations, Shape } from "./shape.ts";

/** Keywords that a shape expresses. */
const understood = new Set(
  (
    "$ref type format properties required items enum const anyOf oneOf allOf additionalProperties unevaluatedProperties " +
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems pattern " +
    "contentEncoding discriminator"
  ).split(" "),
);
/** Keywords without effect on the values that fit. */
const remarks = new Set(
  (
    "$id $schema $comment $anchor $defs title description default examples example deprecated readOnly writeOnly " +
    "contentMediaType contentSchema externalDocs xml"
  ).split(" "),
);

/** Keywords of a condition, which is understood if a field of ours states the same. */
const conditionals = new Set(["if", "then", "else"]);

/** Whether a schema has constraints besides a reference in it. */
export function hasConstraints(schema: Schema): boolean {
  return Object.keys(schema).some((keyword) => keyword !== "$ref" && understood.has(keyword));
}

export function assertUnderstood(schema: Schema, pointer: string): void {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword as keyof Schema];
    // Draft 4 and OpenAPI 3.0 have these two as booleans.
    if (keyword.startsWith("exclusive") && typeof value !== "number")
      throw new SpecError(`${pointer}/${keyword}: ${JSON.stringify(value)} is not a number.`);
    if (understood.has(keyword) || remarks.has(keyword) || keyword.startsWith("x-")) continue;
    if (conditionals.has(keyword) && isFormatCondition(schema)) continue;
    throw new SpecError(`${pointer}/${keyword}: this keyword cannot be checked.`);
  }
}

/** Keywords that are about values of one type alone. */
const typedKeywords = (
  "format properties required items additionalProperties unevaluatedProperties uniqueItems minimum maximum " +
  "exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems pattern contentEncoding"
).split(" ");

/** The types of a schema: those that it names, or any if it only has constraints for values of one of them. */
export function typesOf(schema: Schema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  return typedKeywords.some((keyword) => keyword in schema)
    ? ["object", "array", "string", "number", "boolean", "null"]
    : [];
}

export function annotationsOf(schema: Schema, pointer: string): Annotations {
  const codes = schema["x-invalid"] ?? {};
  return defined({
    pointer,
    ...pick(schema, "description", "default", "examples", "deprecated"),
    basis: schema["x-basis"],
    sunset: schema["x-sunset"],
    values: schema["x-values"],
    rateLimitPart: schema["x-rate-limit-part"],
    personal: schema["x-personal"] || undefined,
    codes: Object.keys(codes).length > 0 ? codes : undefined,
  });
}

export function pick<Name extends keyof Schema>(
  schema: Schema,
  ...names: Name[]
): { [N in Name]?: NonNullable<Schema[N]> } {
  const given = names.filter((name) => schema[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, schema[name]])) as {
    [N in Name]?: NonNullable<Schema[N]>;
  };
}

/** The values that `enum` and `const` list, each as a shape. */
export function listedShapes(schema: Schema, pointer: string): Shape[] {
  const open = schema["x-open-set"] ?? false;
  const lists = [
    ...(schema.enum ? [{ values: schema.enum, place: `${pointer}/enum` }] : []),
    ...(schema.const === undefined ? [] : [{ values: [schema.const], place: `${pointer}/const` }]),
  ];
  return lists.map(({ values, place }): Shape => {
    if (values.length === 0) throw new SpecError(`${place}: the list of values is empty.`);
    if (values.some((value) => typeof value === "object" && value !== null)) {
      throw new SpecError(`${place}: a value to choose cannot be an object or a list.`);
    }
    const scalars = values.filter((value) => value !== null) as Scalar[];
    const nullable = scalars.length < values.length && scalars.length > 0 && { nullable: true };
    const annotations: Annotations = { pointer };
    if (scalars.length > 1 || open)
      return { kind: "enum", values: scalars, open, ...nullable, annotations };
    return { kind: "constant", value: scalars[0] ?? null, ...nullable, annotations };
  });
}

export function readPattern(pattern: string, pointer: string): string {
  if (isRegularExpression(pattern)) return pattern;
  throw new SpecError(
    `${pointer}/pattern: ${JSON.stringify(pattern)} is not a regular expression.`,
  );
}

export function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").unicode;
  } catch {
    return false;
  }
}

/** Schemas in each other that are looked at; more are too many for the stack. */
const maxWithin = 1_000;

/**
 * Whether null fits a schema.
 *
 * @param resolve gives the component schema of a reference; undefined if there is none
 * @param path schemas in which this one stands, without a field or an item between
 * @throws {SpecError} if a reference leads to a schema of the path
 */
export function takesNull(
  schema: Schema | boolean,
  resolve: (reference: string) => Schema | boolean | undefined,
  path: readonly Schema[] = [],
): boolean {
  if (typeof schema === "boolean") return schema;
  const within = [...path, schema];
  const fits = (part: Schema | boolean) => takesNull(part, resolve, within);
  const { $ref, type, anyOf, oneOf, allOf = [] } = schema;
  const target = $ref === undefined ? true : (resolve($ref) ?? false);
  if (typeof target === "object" && within.includes(target))
    throw new NoShapeError(
      `${$ref}: this schema refers to itself without a field or an item between.`,
    );
  if (path.length === maxWithin)
    throw new NoShapeError(
      `${$ref ?? "A schema"}: more than ${maxWithin} schemas are nested in each other without a field or an item between.`,
    );
  const all = [target, ...allOf].map(fits);
  const counts = [anyOf?.map(fits), oneOf?.map(fits)].map((forms) => forms?.filter(Boolean).length);
  const values = [schema.enum, schema.const === undefined ? undefined : [schema.const]];
  return (
    all.every(Boolean) &&
    counts[0] !== 0 &&
    (counts[1] ?? 1) === 1 &&
    (type === undefined || type.includes("null")) &&
    values.every((list) => list?.includes(null) ?? true)
  );
}

/** Names of the variants of a union with a discriminator, and their references; a form that is null has no name. */
export function mappingOf(
  schemas: readonly Schema[],
  mapping: Record<string, string> = {},
  place: string,
) {
  const named = Object.values(mapping);
  const implied = schemas.flatMap(({ $ref, type }, index): [string, string][] => {
    if (type === "null" || ($ref !== undefined && named.includes($ref))) return [];
    if ($ref === undefined)
      throw new SpecError(
        `${place}/${index}: a variant that a discriminator names is a reference.`,
      );
    return [[schemaName($ref) ?? $ref, $ref]];
  });
  return { ...Object.fromEntries(implied), ...mapping };
}
