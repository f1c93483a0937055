import { limitsOf } from "../../../contract/src/constraints.ts";
import { deprecatedTag } from "../../../contract/src/deprecation.ts";
import { type Json, type Schema, schemaName } from "../../../contract/src/openapi.ts";
import { readDeprecation } from "../../../contract/src/read-contract.ts";
import { comment, key, literal } from "../print-code.ts";

/** How a schema is printed. */
export interface SchemaStyle {
  /** Whether it is part of a request: its arrays may be read-only there. */
  request: boolean;
}

/** A schema as a TypeScript type. */
export function printType(schema: Schema, style: SchemaStyle, indent = ""): string {
  if (schema.$ref) return schemaName(schema.$ref);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return union(variants.map((variant) => printType(variant, style, indent)));
  if (schema.allOf) return schema.allOf.map((part) => wrap(printType(part, style, indent))).join(" & ");
  if (schema.enum) {
    const values = schema.enum.map((one) => literal(one));
    // Editors still propose the known values.
    return union(schema["x-open-set"] ? [...values, "(string & {})"] : values);
  }
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? "unknown" : union(types.map((type) => printOne(type, schema, style, indent)));
}

function printOne(type: string, schema: Schema, style: SchemaStyle, indent: string): string {
  if (type === "integer") return "number";
  if (type === "array")
    return `${style.request ? "readonly " : ""}${wrap(printType(schema.items ?? {}, style, indent))}[]`;
  if (type !== "object") return type;
  const { properties, additionalProperties: others } = schema;
  if (properties) return `{\n${printFields(schema, style, `${indent}  `)}${indent}}`;
  return `{ [name: string]: ${typeof others === "object" ? printType(others, style, indent) : "unknown"} }`;
}

/** The fields of an object, with what the contract says of each. */
export function printFields(schema: Schema, style: SchemaStyle, indent: string): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const optional = !schema.required?.includes(name);
      // `| undefined` spares callers with `exactOptionalPropertyTypes` a detour.
      const type = `${printType(field, style, indent)}${optional ? " | undefined" : ""}`;
      return `${comment(schemaDocs(field), indent)}${indent}${key(name)}${optional ? "?" : ""}: ${type};\n`;
    })
    .join("\n");
}

/** What the contract says of a schema, in paragraphs. */
export function schemaDocs(schema: Schema): string[] {
  const values = Object.entries(schema["x-values"] ?? {}).map(
    ([name, { description = "" }]) => `- \`${name}\`: ${description}`,
  );
  return [
    schema.description ?? "",
    values.join("\n"),
    constraintSentence(schema),
    schema.default === undefined ? "" : `@default ${literal(schema.default)}`,
    // An object as an example is read better in the reference.
    deprecatedTag(readDeprecation(schema).deprecated),
    isScalar(schema.examples?.[0]) ? `@example ${literal(schema.examples?.[0])}` : "",
  ];
}

function constraintSentence(schema: Schema): string {
  const { type, pattern } = schema;
  const rules = [
    ...(type === "integer" ? ["a whole number"] : []),
    ...limitsOf(schema).map(({ text }) => text),
    ...(pattern === undefined ? [] : [`pattern \`${pattern}\``]),
  ];
  const text = rules.join(", ");
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function isScalar(example: Json | undefined): boolean {
  return example !== undefined && (example === null || typeof example !== "object");
}

function union(types: string[]): string {
  return [...new Set(types)].join(" | ");
}

function wrap(type: string): string {
  return /[|&]/.test(type) && !type.startsWith("{") ? `(${type})` : type;
}
