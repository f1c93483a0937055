import { type Document, operationsOf, resolve, type Schema } from "../openapi.ts";

const body = "#/components/schemas/ErrorBody";

/**
 * Lists in the schema of each response the codes and details that its errors may have: the schema of every error, narrowed
 * by one that names no component, so that generators make no class of it.
 */
export function narrowErrors(document: Document): void {
  const catalogue = new Map(
    (document["x-error-catalogue"] ?? []).map((error) => [error.code, error]),
  );
  eachBody(document, (schema, codes) => {
    if (schema.$ref !== body) return schema;
    const errors = codes.flatMap((code) => catalogue.get(code) ?? []);
    const details = errors.every((error) => error.details?.required)
      ? [
          ...new Map(
            errors.map((error) => [
              JSON.stringify(error.details?.schema),
              error.details?.schema ?? {},
            ]),
          ).values(),
        ]
      : [];
    const [one] = codes;
    const [only = {}, ...others] = details;
    const error: Schema = {
      type: "object",
      ...(details.length > 0 && { required: ["details"] }),
      properties: {
        code: {
          type: "string",
          ...(one !== undefined && codes.length === 1 ? { const: one } : { enum: codes }),
        },
        ...(details.length > 0 && {
          details: others.length > 0 ? { anyOf: details } : narrowFields(document, only),
        }),
      },
      // Validators that close objects by default would refuse the fields that the first part describes.
      unevaluatedProperties: true,
    };
    return { allOf: [schema, { type: "object", properties: { error } }] };
  });
}

/**
 * The fields of details, without their type: `ErrorBody` allows an object or a list there, and Redoc cannot merge a type
 * with one form of several. The component describes the fields.
 */
function narrowFields(document: Document, details: Schema): Schema {
  const { required, properties } = resolve<Schema>(document, details);
  const plain = Object.entries(properties ?? {}).map(
    ([name, { $ref, type, format, minimum, maximum }]) => {
      return [
        name,
        $ref
          ? { $ref }
          : {
              type,
              ...(format && { format }),
              ...(minimum !== undefined && { minimum }),
              ...(maximum !== undefined && { maximum }),
            },
      ];
    },
  );
  return {
    ...(required && { required }),
    properties: Object.fromEntries(plain) as Record<string, Schema>,
  };
}

/** A copy of the document in which errors have the schema of every error, as before `narrowErrors`. */
export function widenErrors(document: Document): Document {
  const copy = structuredClone(document);
  eachBody(copy, (schema) => (schema.allOf?.[0]?.$ref === body ? { $ref: body } : schema));
  return copy;
}

/** Replaces the schema of each body that may be an error. */
function eachBody({ paths }: Document, replace: (schema: Schema, codes: string[]) => Schema): void {
  for (const { operation } of operationsOf(paths)) {
    for (const { "x-errors": codes = [], content = {} } of Object.values(
      operation.responses ?? {},
    )) {
      if (codes.length === 0) continue;
      for (const media of Object.values(content)) {
        const { anyOf, ...schema } = media.schema;
        media.schema = anyOf
          ? { ...schema, anyOf: anyOf.map((form) => replace(form, codes)) }
          : replace(schema, codes);
      }
    }
  }
}
