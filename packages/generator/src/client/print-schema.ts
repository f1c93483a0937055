import { listConstraints } from "@packages/contract/src/constraints.ts";
import { deprecatedTag } from "@packages/contract/src/deprecation.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import {
  isInput,
  type ObjectShape,
  type Shape,
  visit,
} from "@packages/contract/src/shapes/shape.ts";
import { capitalize } from "../names.ts";
import { comment, key, literal } from "../print-code.ts";

/** How a shape is printed. */
export interface TypeStyle {
  /** Whether it is part of a request: its arrays may be read-only there. */
  request: boolean;
  /** Whether it is part of a request alone: a list that may grow has its known values there, and no others. */
  closed?: boolean;
}

/** A shape as a TypeScript type; a component schema by its name. */
export function printType(shape: Shape, style: TypeStyle, indent = ""): string {
  const inner = (one: Shape): string => printType(one, style, indent);
  const type = visit<string>(shape, {
    string: () => "string",
    number: ({ bigint }) => (bigint ? "bigint" : "number"),
    boolean: () => "boolean",
    constant: ({ value }) => literal(value),
    // Editors still propose the known values of an open set.
    enum: ({ values, open }) =>
      joinTypes([
        ...values.map((value) => literal(value)),
        ...(open && !style.closed ? [`(${typeof values[0]} & {})`] : []),
      ]),
    array: ({ items }) => `${style.request ? "readonly " : ""}${parenthesize(inner(items))}[]`,
    record: ({ values }) => `{ [name: string]: ${inner(values)} }`,
    object: (object) => `{\n${printFields(object, style, `${indent}  `)}${indent}}`,
    // Values of another kind may come; a type for them would prevent narrowing of the others.
    discriminated: ({ variants }) => joinTypes(Object.values(variants).map(inner)),
    union: ({ variants }) => joinTypes(variants.map(inner)),
    reference: ({ name, target }) => {
      const form = target();
      if (style.closed && form.kind === "enum" && form.open) return inner(form);
      return style.request && isInput(form) ? inputName(name) : name;
    },
    anything: ({ annotations: { isFile } }) => (isFile ? "Blob" : "unknown"),
  });
  return shape.nullable ? joinTypes([type, "null"]) : type;
}

/** Name of the type for requests if fields of a component schema are read-only. */
export function inputName(name: string): string {
  return `${name}Input`;
}

/** The fields of an object, with the docs of each. */
export function printFields(
  { fields, rest }: ObjectShape,
  style: TypeStyle,
  indent: string,
): string {
  const known = Object.entries(fields).map(([name, { required, shape }]) => {
    // `| undefined` spares callers with `exactOptionalPropertyTypes` a detour.
    const type = `${printType(shape, style, indent)}${required ? "" : " | undefined"}`;
    return `${comment(shapeDocs(shape), indent)}${indent}${key(name)}${required ? "" : "?"}: ${type};\n`;
  });
  const others = typeof rest === "string" ? [] : [`${indent}[name: string]: unknown;\n`];
  return [...known, ...others].join("\n");
}

/** The docs of a shape, in paragraphs. */
export function shapeDocs(shape: Shape): string[] {
  const {
    description = "",
    values = {},
    default: usual,
    examples = [],
    deprecated,
    sunset,
  } = shape.annotations;
  const meanings = Object.entries(values).map(
    ([name, value]) => `- \`${name}\`: ${value.description ?? ""}`,
  );
  return [
    description,
    meanings.join("\n"),
    constraintSentence(shape),
    usual === undefined ? "" : `@default ${literal(usual)}`,
    deprecatedTag(deprecated ? { ...(sunset !== undefined && { sunset }) } : undefined),
    // An object as an example is read better in the reference.
    isScalar(examples[0]) ? `@example ${literal(examples[0])}` : "",
  ];
}

function constraintSentence(shape: Shape): string {
  const rules = [
    ...(shape.kind === "number" && shape.integer ? ["a whole number"] : []),
    ...listConstraints(shape).map(({ text }) => text),
    ...(shape.kind === "string" ? shape.patterns.map((pattern) => `pattern \`${pattern}\``) : []),
  ];
  const text = rules.join(", ");
  return text && `${capitalize(text)}.`;
}

function isScalar(example: Json | undefined): boolean {
  return example !== undefined && (example === null || typeof example !== "object");
}

function joinTypes(types: string[]): string {
  return [...new Set(types)].join(" | ");
}

function parenthesize(type: string): string {
  return /[|&]|^readonly /.test(type) ? `(${type})` : type;
}
