// The shapes as JSON Schemas, for readers of the service's messages.
import type { Document, Schema } from "./openapi.ts";
import { referenceTo } from "./pointer.ts";
import { makeShapes } from "./shapes/normalise.ts";
import {
  type DiscriminatedShape,
  follow,
  type ObjectShape,
  type Shape,
  shapesWithin,
  visit,
} from "./shapes/shape.ts";

/** Formats that JSON Schema or the usual validators know; others are the contract's own, and left out. */
export const commonFormats = [
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
 * The component schemas as separate JSON Schemas, by file name. Each stands alone, with all that it refers to in its
 * `$defs`, and any validator compiles it in strict mode: there are no keywords and formats of the contract's own in it.
 * Sets that may grow are open.
 */
export function jsonSchemas(document: Document): Record<string, object> {
  const schemas = document.components?.schemas ?? {};
  const { named } = makeShapes(schemas);
  const service = document.info.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return Object.fromEntries(
    Object.keys(schemas).map((name) => {
      const used = new Set<string>();
      for (const _shape of shapesWithin(named(name), used));
      const defs = Object.fromEntries(
        [...used].sort().map((one) => [one, printSchema(named(one))]),
      );
      const file = {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: `urn:${service}:${encodeURIComponent(document.info.version)}:${encodeURIComponent(name)}`,
        title: name,
        ...printSchema(named(name)),
        ...(used.size > 0 && { $defs: defs }),
      };
      return [`${name}.json`, file];
    }),
  );
}

/** A shape as a schema of JSON Schema 2020-12. */
function printSchema(shape: Shape): Schema {
  const { description, default: usual, examples, deprecated } = shape.annotations;
  const annotations = compact({ description, default: usual, examples, deprecated });
  const { nullable: _nullable, ...one } = shape;
  if (shape.nullable) return { ...annotations, anyOf: [printForm(one as Shape), { type: "null" }] };
  return { ...annotations, ...printForm(shape) };
}

function printForm(shape: Shape): Schema {
  return visit<Schema>(shape, {
    string: ({ minLength, maxLength, patterns, format = "" }) => {
      const [pattern, ...others] = patterns;
      const allOf =
        others.length > 0 ? others.map((other) => ({ type: "string", pattern: other })) : undefined;
      const known = commonFormats.includes(format) ? format : undefined;
      return compact({ type: "string", minLength, maxLength, pattern, format: known, allOf });
    },
    number: ({
      kind: _kind,
      annotations: _annotations,
      nullable: _nullable,
      integer,
      multiples,
      format = "",
      ...bounds
    }) => ({
      type: integer ? "integer" : "number",
      ...bounds,
      ...(multiples.length === 1 && { multipleOf: multiples[0] as number }),
      ...(multiples.length > 1 && {
        allOf: multiples.map((multipleOf) => ({ type: "number", multipleOf })),
      }),
      ...(commonFormats.includes(format) && { format }),
    }),
    boolean: () => ({ type: "boolean" }),
    constant: ({ value }) => ({ const: value }),
    enum: ({ values, open }) => {
      const types = new Set(values.map((value) => typeof value));
      const type = types.size === 1 ? { type: [...types][0] as string } : {};
      // A reader has to accept values that are not listed.
      return { ...type, ...(open ? { examples: [...values] } : { enum: [...values] }) };
    },
    array: ({ items, minItems, maxItems, unique }) =>
      compact({
        type: "array",
        items: printSchema(items),
        minItems,
        maxItems,
        uniqueItems: unique || undefined,
      }),
    record: ({ values }) => ({ type: "object", additionalProperties: printSchema(values) }),
    object: printObject,
    discriminated: printDiscriminated,
    union: ({ variants, exact }) => ({ [exact ? "oneOf" : "anyOf"]: variants.map(printSchema) }),
    reference: ({ name }) => ({
      $ref: referenceTo("components", "schemas", name).replace("components/schemas", "$defs"),
    }),
    anything: () => ({}),
  });
}

function printObject({ fields, rest }: ObjectShape): Schema {
  const entries = Object.entries(fields);
  const required = entries.flatMap(([name, field]) => (field.required ? [name] : []));
  return compact({
    type: "object",
    required: required.length > 0 ? required : undefined,
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, printSchema(field.shape)]),
    ),
    additionalProperties: printRest(rest),
  });
}

function printRest(rest: ObjectShape["rest"]): Schema | false | undefined {
  if (rest === "left-out") return undefined;
  return rest === "refused" ? false : printSchema(rest);
}

function printDiscriminated({ field, variants, otherwise, open }: DiscriminatedShape): Schema {
  if (otherwise) return printSchema(otherwise);
  // A constant of the known variants is any string in an unknown one: generators would make a closed list of it.
  const stringFields = Object.values(variants).flatMap((variant) => {
    const form = follow(variant);
    const fields = form.kind === "object" ? Object.entries(form.fields) : [];
    return fields.filter(
      ([, { shape }]) => shape.kind === "constant" && typeof shape.value === "string",
    );
  });
  const other: Schema = {
    type: "object",
    required: [field],
    properties: {
      ...Object.fromEntries(stringFields.map(([name]) => [name, { type: "string" }])),
      [field]: { type: "string", not: { enum: Object.keys(variants) } },
    },
  };
  return { oneOf: [...Object.values(variants).map(printSchema), ...(open ? [other] : [])] };
}

function compact(schema: { [Name in keyof Schema]: Schema[Name] | undefined }): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(([, value]) => value !== undefined),
  ) as Schema;
}
