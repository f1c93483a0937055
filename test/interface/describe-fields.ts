import { type Document, resolve, type Schema } from "@packages/contract/src/openapi.ts";
import { schemaName } from "@packages/contract/src/pointer.ts";

/** Rules of each field of a schema in words, by path: `customer.email` → `required string email`. */
export function describeFields(
  document: Document,
  schema: Schema,
  prefix = "",
): Record<string, string> {
  const { properties = {}, required = [] } = resolve(document, schema);
  const fields: Record<string, string> = {};
  for (const [name, property] of Object.entries(properties)) {
    const path = prefix + name;
    const target = resolve(document, property);
    const presence = required.includes(name) ? "required" : "optional";
    fields[path] = `${presence} ${describeRule(document, { ...target, ...property })}`;
    if (target.properties) Object.assign(fields, describeFields(document, target, `${path}.`));
    if (target.items) Object.assign(fields, describeFields(document, target.items, `${path}[].`));
  }
  return fields;
}

/** Rule of a schema in a few words. */
export function describeRule(document: Document, schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    return [
      variants.map((variant) => describeVariant(document, variant)).join(" | "),
      ...describeDefault(schema),
    ].join(" ");
  }
  const words: string[] = schema.enum
    ? [schema.enum.map((value) => (value === "" ? '""' : String(value))).join("|")]
    : [String(schema.type ?? "any")];
  if (schema.format && !/^int(32|64)$/.test(schema.format)) words.push(schema.format);
  if (schema.items) words.push(`of ${describeVariant(document, schema.items)}`);
  words.push(...describeRange("", schema.minimum, schema.maximum));
  words.push(...describeRange("length ", schema.minLength, schema.maxLength));
  words.push(...describeRange("items ", schema.minItems, schema.maxItems));
  if (schema.pattern) words.push(`/${schema.pattern}/`);
  if (schema["x-format-by"]) words.push(`format by ${schema["x-format-by"].property}`);
  for (const [rule, code] of Object.entries(schema["x-invalid"] ?? {}))
    words.push(`${rule}→${code}`);
  return [...words, ...describeDefault(schema)].join(" ");
}

function describeVariant(document: Document, schema: Schema): string {
  return schemaName(schema.$ref ?? "") ?? describeRule(document, schema);
}

function describeDefault(schema: Schema): string[] {
  return schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`];
}

function describeRange(unit: string, low?: number, high?: number): string[] {
  if (low === undefined && high === undefined) return [];
  return [`${unit}${low ?? ""}..${high ?? ""}`];
}
