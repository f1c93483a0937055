import type { Contract } from "../contract/model.ts";
import { type Schema, schemaName } from "../contract/openapi.ts";
import { code, inline } from "./markdown.ts";

/** A rule of a field, as Markdown, and the JSON Schema keywords that make it. */
export interface Rule {
  keywords: string[];
  text: string;
}

/** A schema with what it refers to and consists of; what stands beside a reference wins over what it refers to. */
export function resolveSchema(contract: Contract, schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  let merged: Schema = $ref === undefined ? {} : resolveSchema(contract, contract.schemas[schemaName($ref)] ?? {});
  for (const part of allOf) merged = merge(merged, resolveSchema(contract, part));
  return merge(merged, own);
}

/** Type of a value in words: `string`, `array of object`, `integer or null`. A schema may hold itself: it ends at a depth. */
export function typeOf(contract: Contract, schema: Schema, depth = 4): string {
  if (depth === 0) return "any";
  const found = resolveSchema(contract, schema);
  const variants = found.anyOf ?? found.oneOf;
  if (variants) return [...new Set(variants.map((variant) => typeOf(contract, variant, depth - 1)))].join(" or ");
  if (found.type === "array" && found.items) return `array of ${typeOf(contract, found.items, depth - 1)}`;
  return [found.type ?? "any"].flat().join(" or ");
}

/** Bounds of a value, and of the forms that it may have: how small, how large, how long, how many. */
export function limitRules(contract: Contract, schema: Schema, depth = 4): Rule[] {
  const found = resolveSchema(contract, schema);
  const inside = variantsOf(found, depth).flatMap((variant) =>
    limitRules(contract, variant, depth - 1).map(({ keywords, text }) => ({
      keywords,
      text: variantName(variant) + text,
    })),
  );
  return [...ownLimits(found), ...inside];
}

/** Every rule of a value. */
export function allRules(contract: Contract, schema: Schema, depth = 4): Rule[] {
  const found = resolveSchema(contract, schema);
  const { enum: values, format, pattern, "x-format-by": formatBy } = found;
  const rule = (keyword: string, text: string): Rule => ({ keywords: [keyword], text });
  return [
    ...(values ? [rule("enum", valueWords(values, found["x-open-set"] ?? false))] : []),
    ...ownLimits(found),
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

function merge(first: Schema, second: Schema): Schema {
  const properties = { ...first.properties, ...second.properties };
  const required = [...(first.required ?? []), ...(second.required ?? [])];
  return {
    ...first,
    ...second,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function ownLimits({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): Rule[] {
  return [
    ...bounds(minimum, maximum, "", ["minimum", "maximum"]),
    ...bounds(minLength, maxLength, " character", ["minLength", "maxLength"]),
    ...bounds(minItems, maxItems, " item", ["minItems", "maxItems"]),
  ];
}

function bounds(low: number | undefined, high: number | undefined, unit: string, keywords: string[]): Rule[] {
  const words = (count: number): string => `${count}${unit}${unit !== "" && count !== 1 ? "s" : ""}`;
  if (low === undefined && high === undefined) return [];
  if (high === undefined) return [{ keywords, text: `at least ${words(low ?? 0)}` }];
  if (low === undefined) return [{ keywords, text: `at most ${words(high)}` }];
  return [{ keywords, text: low === high ? words(low) : `${low} to ${words(high)}` }];
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
