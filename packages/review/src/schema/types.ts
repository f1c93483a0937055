// The JSON types of values, and those that a schema names or implies.
import { isTree, type Tree } from "../place.ts";

export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

export const types: JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

const implying: Partial<Record<JsonType, string[]>> = {
  object: ["properties", "required", "additionalProperties", "patternProperties"],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
  string: ["pattern", "minLength", "maxLength"],
  number: ["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"],
};

/** The types that a schema names, or that its listed values have; undefined if it may be any. */
export function statedTypes(schema: Tree): JsonType[] | undefined {
  const values = valuesIn(schema);
  if (schema.type === undefined)
    return values && types.filter((type) => values.some((value) => typeOf(value) === type));
  const named = [schema.type].flat().map((type) => (type === "integer" ? "number" : type));
  if (schema.nullable === true) named.push("null");
  return types.filter((type) => named.includes(type));
}

/** The types that keywords imply if no schema names one, as many documents leave them out; any without such keywords. */
export function impliedTypes(schemas: readonly Tree[]): JsonType[] {
  if (schemas.some((schema) => schema.type !== undefined || listingKeyword(schema))) return types;
  const found = types.filter((type) =>
    implying[type]?.some((keyword) => schemas.some((schema) => keyword in schema)),
  );
  if (found.length === 0) return types;
  return schemas.some(({ nullable }) => nullable === true) ? ["null", ...found] : found;
}

/** A number; whole ones beyond 2^53 are read as `bigint`. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (typeof value === "bigint") return "number";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** Known values of an open set, as Zalando's guidelines write them. */
export const extensibleEnum = "x-extensible-enum";

/** The keyword that lists the values of a schema. */
export function listingKeyword(schema: Tree): string | undefined {
  const list = ["enum", extensibleEnum].find((key) => Array.isArray(schema[key]));
  return list ?? ("const" in schema ? "const" : undefined);
}

export function valuesIn(schema: Tree): unknown[] | undefined {
  const keyword = listingKeyword(schema);
  if (keyword === undefined) return undefined;
  const listed = schema[keyword];
  return keyword !== "const" && Array.isArray(listed) ? listed : [listed];
}

/** Whether a schema requires whole numbers. */
export function isInteger({ type, format }: Tree): boolean {
  const named = [type ?? []].flat();
  if (named.length > 0) return named.includes("integer") && !named.includes("number");
  return typeof format === "string" && /^u?int\d+$/.test(format);
}

/** Whether a schema allows every value. */
export function isEverything(schema: unknown): boolean {
  return schema === true || (isTree(schema) && Object.keys(schema).length === 0);
}
