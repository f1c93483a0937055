import { type Document, type Schema, schemaName } from "./openapi.ts";
import { schemasUsedBy } from "./schemas.ts";
import { type Shape, shapeUnder } from "./shape.ts";

/** Formats that JSON Schema or the usual validators know; others are the contract's own, and left out. */
export const standardFormats = [
  "date",
  "date-time",
  "time",
  "duration",
  "email",
  "uri",
  "uuid",
  "int32",
  "int64",
  "float",
  "double",
];

/**
 * The component schemas as JSON Schemas of their own, by file name: for those who read what the service sends. Each
 * stands alone, with all that it refers to in its `$defs`, and any validator compiles it in strict mode: there are no
 * keywords and formats of the contract's own in it. Sets that may grow are open.
 */
export function jsonSchemas(document: Document): Record<string, object> {
  const schemas = document.components?.schemas ?? {};
  const service = document.info.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const used = schemasUsedBy(schema, schemas);
      const defs = Object.fromEntries([...used].sort().map((one) => [one, standalone(schemas[one] ?? {}, schemas)]));
      const file = {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: `urn:${service}:${encodeURIComponent(document.info.version)}:${encodeURIComponent(name)}`,
        title: name,
        ...standalone(schema, schemas),
        ...(used.size > 0 && { $defs: defs }),
      };
      return [`${name}.json`, file];
    }),
  );
}

/** A schema without what only this contract understands. */
function standalone(schema: Schema, schemas: Readonly<Record<string, Schema>>): object {
  return mapSchema(schema, "words", (key, value, holder) => {
    if (key === "$ref" && typeof value === "string") {
      return { $ref: toDefinition(value) };
    }
    if (key.startsWith("x-") || key === "discriminator") return {};
    if (key === "format" && typeof value === "string" && !standardFormats.includes(value)) return {};
    // Whoever reads has to bear a value that the list does not have.
    if (key === "enum" && holder["x-open-set"]) return { examples: value };
    if (key === "oneOf" && holder["x-open-set"] && holder.discriminator) return { oneOf: openChoice(holder, schemas) };
    return undefined;
  }) as object;
}

/** A choice by the value of a field that bears values which name none of the schemas: such a value has what all of them have. */
function openChoice({ discriminator }: Schema, schemas: Readonly<Record<string, Schema>>): object[] {
  const { propertyName = "", mapping = {} } = discriminator ?? {};
  const known = Object.values(mapping).map((reference) => schemas[schemaName(reference)] ?? {});
  const required = (known[0]?.required ?? []).filter((name) => known.every((one) => one.required?.includes(name)));
  const properties = required.map((name) => [name, commonSchema(known.map((one) => one.properties?.[name] ?? {}))]);
  const other = { type: "string", not: { enum: Object.keys(mapping) } };
  return [
    ...Object.values(mapping).map((reference) => ({ $ref: toDefinition(reference) })),
    { type: "object", required, properties: { ...Object.fromEntries(properties), [propertyName]: other } },
  ];
}

/** What all of some schemas say: one of them where they are alike, or their type. */
function commonSchema(schemas: readonly Schema[]): object {
  const [first = {}] = schemas;
  if (schemas.every((one) => JSON.stringify(one) === JSON.stringify(first))) return standalone(first, {});
  return first.type !== undefined && schemas.every(({ type }) => type === first.type) ? { type: first.type } : {};
}

function toDefinition(reference: string): string {
  return reference.replace(/^#\/components\/schemas\//, "#/$defs/");
}

type Change = (key: string, value: unknown, holder: Record<string, unknown>) => object | undefined;

/** A copy of a schema in which keywords are changed; what is data or a name stays as it is. */
function mapSchema(value: unknown, shape: Shape, change: Change): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapSchema(entry, shape, change));
  if (value === null || typeof value !== "object" || shape === "data") return value;
  const holder = value as Record<string, unknown>;
  const entries = Object.entries(holder).flatMap(([key, entry]): [string, unknown][] => {
    const changed = shape === "words" ? change(key, entry, holder) : undefined;
    return changed ? Object.entries(changed) : [[key, mapSchema(entry, shapeUnder(shape, key, entry), change)]];
  });
  return Object.fromEntries(entries);
}

/** A schema whose references name files instead of places in the document. */
export function pointAtFiles(value: unknown): unknown {
  return mapSchema(value, "words", (key, entry) =>
    key === "$ref" && typeof entry === "string"
      ? { $ref: entry.replace(/^#\/components\/schemas\/(.+)$/, "$1.json") }
      : undefined,
  );
}
