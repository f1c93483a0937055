import { type Document, type Json, resolve, type Schema } from "../../scripts/contract/openapi.ts";
import { wrongFormats } from "./wrong-formats.ts";

/** A value that breaks one rule of a schema. */
export interface BrokenRule {
  /** JSON Schema keyword. */
  rule: string;
  /** What the value is, in a few words. */
  label: string;
  value: Json;
}

const wrongTypes: Record<string, Json[]> = {
  string: [42, null, {}],
  integer: ["1", 1.5, null],
  boolean: ["true", null],
  array: [{}, null],
  object: ["text", null, []],
};

/** One value for each rule of a schema that breaks it, made from a value that keeps them all. */
export function breakRules(
  document: Document,
  schema: Schema,
  valid: Json,
  siblings: Record<string, Json>,
): BrokenRule[] {
  const variants = schema.anyOf?.map((variant) => resolve<Schema>(document, variant));
  const type = String(variants?.[0]?.type ?? schema.type);
  const broken: BrokenRule[] = (wrongTypes[type] ?? []).map((value) => ({
    rule: "type",
    label: `${JSON.stringify(value)} instead of ${type}`,
    value,
  }));
  const add = (rule: string, label: string, value: Json): void => void broken.push({ rule, label, value });

  if (variants) {
    add("anyOf", "of no known form", "¬ no form ¬");
    for (const { format } of variants)
      for (const value of wrongFormats[format ?? ""] ?? []) add("format", `${value} as ${format}`, value);
  }
  if (schema.enum) add("enum", "not among the values", "¬ no value ¬");
  if (schema.minimum !== undefined) add("minimum", `${schema.minimum - 1}, below the minimum`, schema.minimum - 1);
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) {
    add("maximum", `${schema.maximum + 1}, above the maximum`, schema.maximum + 1);
  }
  if (typeof valid === "string") {
    if (schema.minLength) add("minLength", "empty", "");
    if (schema.maxLength !== undefined) {
      add(
        "maxLength",
        "one character too long",
        valid + (valid.at(-1) ?? "a").repeat(schema.maxLength + 1 - valid.length),
      );
    }
    if (schema.pattern) add("pattern", "against the pattern", "¬ no pattern ¬");
  }
  if (Array.isArray(valid) && schema.maxItems !== undefined) {
    add(
      "maxItems",
      "one item too many",
      Array.from({ length: schema.maxItems + 1 }, () => valid[0] ?? null),
    );
  }
  const by = schema["x-format-by"];
  const format = by ? by.formats[String(siblings[by.property])] : schema.format;
  for (const value of wrongFormats[format ?? ""] ?? []) add("format", `${value} as ${format}`, value);
  return broken;
}

/** Values at the edge of a schema's rules, which still keep them. */
export function keepRules(schema: Schema, valid: Json): { label: string; value: Json }[] {
  const kept: { label: string; value: Json }[] = [];
  if (schema.minimum !== undefined) kept.push({ label: `${schema.minimum}, the minimum`, value: schema.minimum });
  if (schema.maximum !== undefined) kept.push({ label: `${schema.maximum}, the maximum`, value: schema.maximum });
  if (schema.maxLength !== undefined && typeof valid === "string" && !schema.pattern) {
    // Characters outside the basic plane count as one each, although JavaScript's length says two.
    kept.push({ label: `${schema.maxLength} characters outside the basic plane`, value: "𝄞".repeat(schema.maxLength) });
  }
  if (schema.maxItems !== undefined && Array.isArray(valid)) {
    kept.push({
      label: `${schema.maxItems} items`,
      value: Array.from({ length: schema.maxItems }, () => valid[0] ?? null),
    });
  }
  return kept;
}
