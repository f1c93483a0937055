import type { Json, Schema } from "../../contract/src/openapi.ts";
import type { Violation } from "./prism.ts";

/** Component schemas by name. */
export type Schemas = Record<string, Schema>;

/**
 * The code that a schema's `x-invalid` gives to a rule that a body breaks; undefined where the rule has none, and for a
 * value of the wrong JSON type.
 */
export function fieldCode(schemas: Schemas, body: Schema, value: Json, violation: Violation): string | undefined {
  let field: Schema | undefined = body;
  let found: Json | undefined = value;
  for (const step of (violation.path ?? []).slice(1)) {
    field = field && childOf(schemas, field, step.replaceAll("~1", "/").replaceAll("~0", "~"));
    found = found !== null && typeof found === "object" ? (found as Record<string, Json>)[step] : undefined;
  }
  const keyword = `${violation.code}`;
  if (!field || keyword === "required" || isWrongType(schemas, field, found)) return undefined;
  const codes = [field, ...variantsOf(schemas, field)].find((schema) => schema["x-invalid"])?.["x-invalid"] ?? {};
  return codes[keyword] ?? codes["*"];
}

function childOf(schemas: Schemas, schema: Schema, step: string): Schema | undefined {
  const children = variantsOf(schemas, schema).map(({ properties, items }) =>
    properties && Object.hasOwn(properties, step) ? properties[step] : /^\d+$/.test(step) ? items : undefined,
  );
  return children.find((child) => child !== undefined);
}

/** The schemas that a schema stands for: itself, or what it refers to and is composed of. */
function variantsOf(schemas: Schemas, schema: Schema): Schema[] {
  const referred = schema.$ref && schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];
  const parts = [referred, schema.anyOf, schema.oneOf, schema.allOf].flatMap((part) => part ?? []);
  return [schema, ...parts.filter((part) => part !== "").flatMap((part) => variantsOf(schemas, part))];
}

function isWrongType(schemas: Schemas, schema: Schema, value: Json | undefined): boolean {
  const types = variantsOf(schemas, schema).flatMap(({ type }) => type ?? []);
  return types.length > 0 && !types.some((type) => hasType(value, type));
}

function hasType(value: Json | undefined, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return value !== null && typeof value === "object" && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
