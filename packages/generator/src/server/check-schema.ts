import { pointAtFiles } from "../../../contract/src/json-schemas.ts";
import type { Schema } from "../../../contract/src/openapi.ts";

/** Keywords that say something about values; all others are for readers. */
const keywords = new Set([
  "$ref",
  "type",
  "format",
  "properties",
  "required",
  "items",
  "enum",
  "const",
  "anyOf",
  "oneOf",
  "allOf",
  "additionalProperties",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "pattern",
]);

/**
 * A schema as Ajv compiles it: rules alone, references by file, and formats that depend on a sibling as conditions.
 * Defaults are left out: bodies get theirs when they are copied.
 */
export function checkSchema(schema: Schema): object {
  return pointAtFiles(strip(schema)) as object;
}

/** The schema of parameters, whose defaults Ajv fills in. */
export function parametersSchema(fields: Readonly<Record<string, { schema: Schema; required: boolean }>>): object {
  const properties = mapValues(fields, ({ schema }) => ({
    ...checkSchema(schema),
    ...(schema.default !== undefined && { default: schema.default }),
  }));
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  return { type: "object", properties, required };
}

function strip(schema: Schema): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keywords.has(keyword)) continue;
    if (keyword === "properties") kept[keyword] = mapValues(value as Record<string, Schema>, strip);
    else if (keyword === "items" || keyword === "additionalProperties") kept[keyword] = stripOne(value);
    else if (["anyOf", "oneOf", "allOf"].includes(keyword)) kept[keyword] = (value as Schema[]).map(strip);
    else kept[keyword] = value;
  }
  const { contentEncoding } = schema;
  if (contentEncoding === "base64" || contentEncoding === "base64url") kept.format ??= contentEncoding;
  const conditions = formatConditions(schema);
  if (conditions.length > 0) kept.allOf = [...((kept.allOf as object[] | undefined) ?? []), ...conditions];
  return kept;
}

function stripOne(value: unknown): unknown {
  return typeof value === "object" && value !== null ? strip(value as Schema) : value;
}

function mapValues<From, To>(values: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

/** `x-format-by` in words that JSON Schema has. */
function formatConditions({ properties = {} }: Schema): object[] {
  return Object.entries(properties).flatMap(([name, { "x-format-by": by }]) =>
    Object.entries(by?.formats ?? {}).map(([value, format]) => ({
      // Ajv's strict mode wants the type beside each keyword that is about one.
      if: { type: "object", properties: { [by?.property ?? ""]: { const: value } }, required: [by?.property] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that nobody awaits
      then: { type: "object", properties: { [name]: { type: "string", format } } },
    })),
  );
}
