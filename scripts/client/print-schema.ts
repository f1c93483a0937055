import type { Basis } from "../contract/behaviour.ts";
import { type Json, type Schema, schemaName } from "../contract/openapi.ts";
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
      return `${comment(describe(field), indent)}${indent}${key(name)}${optional ? "?" : ""}: ${type};\n`;
    })
    .join("\n");
}

/** What the contract says of a schema, in paragraphs. */
export function describe(schema: Schema): string[] {
  const values = Object.entries(schema["x-values"] ?? {}).map(
    ([name, { description = "", basis }]) =>
      `- \`${name}\`: ${[description, sentence(basis)].filter(Boolean).join(" ")}`,
  );
  return [
    schema.description ?? "",
    values.join("\n"),
    describeRules(schema),
    sentence(schema["x-basis"]),
    schema.default === undefined ? "" : `@default ${literal(schema.default)}`,
    // An object as an example is read better in the reference.
    isScalar(schema.examples?.[0]) ? `@example ${literal(schema.examples?.[0])}` : "",
  ];
}

/** A basis as a sentence. */
export function sentence(basis: Basis | undefined): string {
  if (!basis) return "";
  return `${basis.kind.charAt(0).toUpperCase()}${basis.kind.slice(1)}: ${basis.reason}`;
}

function describeRules(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, format, pattern } = schema;
  const rules = [
    schema.type === "integer" ? "A whole number" : "",
    minimum === undefined ? "" : `at least ${minimum}`,
    maximum === undefined ? "" : `at most ${maximum}`,
    minLength === undefined ? "" : `at least ${minLength} characters`,
    maxLength === undefined ? "" : `at most ${maxLength} characters`,
    maxItems === undefined ? "" : `at most ${maxItems} entries`,
    format === undefined ? "" : `format \`${format}\``,
    pattern === undefined ? "" : `pattern \`${pattern}\``,
  ].filter(Boolean);
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
