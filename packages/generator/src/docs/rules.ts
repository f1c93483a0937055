import { type Constraint, limitsOf } from "../../../contract/src/constraints.ts";
import type { Contract } from "../../../contract/src/model.ts";
import { type Schema, schemaName } from "../../../contract/src/openapi.ts";
import { mergeSchema } from "../../../contract/src/schemas.ts";
import { code, inline } from "./markdown.ts";

/** Type of a value in words: `string`, `array of object`, `integer or null`. A schema may hold itself: it ends at a depth. */
export function typeOf(contract: Contract, schema: Schema, depth = 4): string {
  if (depth === 0) return "any";
  const found = mergeSchema(contract, schema);
  const variants = found.anyOf ?? found.oneOf;
  if (variants) return [...new Set(variants.map((variant) => typeOf(contract, variant, depth - 1)))].join(" or ");
  if (found.type === "array" && found.items) return `array of ${typeOf(contract, found.items, depth - 1)}`;
  return [found.type ?? "any"].flat().join(" or ");
}

/** Bounds of a value, and of the forms that it may have: how small, how large, how long, how many. */
export function limitRules(contract: Contract, schema: Schema, depth = 4): Constraint[] {
  const found = mergeSchema(contract, schema);
  const inside = variantsOf(found, depth).flatMap((variant) =>
    limitRules(contract, variant, depth - 1).map(({ keywords, text }) => ({
      keywords,
      text: variantName(variant) + text,
    })),
  );
  return [...limitsOf(found), ...inside];
}

/** Every rule of a value. */
export function allRules(contract: Contract, schema: Schema, depth = 4): Constraint[] {
  const found = mergeSchema(contract, schema);
  const { enum: values, format, pattern, "x-format-by": formatBy } = found;
  const rule = (keyword: string, text: string): Constraint => ({ keywords: [keyword], text });
  return [
    ...(values ? [rule("enum", valueWords(values, found["x-open-set"] ?? false))] : []),
    ...limitsOf(found),
    // The format of a number is its width, which its bounds say better.
    ...(format && found.type === "string" ? [rule("format", `format ${code(format)}`)] : []),
    ...(pattern ? [rule("pattern", `pattern ${code(pattern)}`)] : []),
    ...Object.entries(formatBy?.formats ?? {}).map(([value, name]) =>
      rule("format", `format ${code(name)} where ${code(formatBy?.property ?? "")} is ${code(value)}`),
    ),
    ...variantsOf(found, depth).map((variant, index) => {
      const rules = allRules(contract, variant, depth - 1).map(({ text }) => text);
      return rule("anyOf", `${index === 0 ? "" : "or "}${variantName(variant)}${rules.join(", ")}`);
    }),
    ...(found.default === undefined ? [] : [rule("default", `default ${code(JSON.stringify(found.default))}`)]),
    ...Object.entries(found["x-invalid"] ?? {}).map(([keyword, error]) =>
      rule(keyword, `against ${keyword === "*" ? "any rule" : code(keyword)}: ${code(error)}`),
    ),
  ];
}

/** The forms that a value may have; nothing and objects have no rules of their own. */
function variantsOf(schema: Schema, depth: number): Schema[] {
  if (depth === 0) return [];
  return (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null" && type !== "object");
}

function variantName(schema: Schema): string {
  return schema.$ref === undefined ? "" : `${inline(schemaName(schema.$ref))}: `;
}

function valueWords(values: NonNullable<Schema["enum"]>, open: boolean): string {
  const names = values.map((value) => code(typeof value === "string" && value !== "" ? value : JSON.stringify(value)));
  if (names.length === 1 && !open) return `only ${names[0]}`;
  return `one of ${names.join(", ")}${open ? "; more may come" : ""}`;
}
