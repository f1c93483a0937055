// The one place that knows how schemas hold and name each other. Whoever walks schemas starts here.
import type { Contract } from "./model.ts";
import { type Schema, schemaName } from "./openapi.ts";
import { partsOf } from "./shape.ts";

/** A schema directly inside another, and the steps that lead to it: `["properties", "name"]`. */
export interface Subschema {
  schema: Schema;
  steps: string[];
}

const single = [
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
] as const;
const lists = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const maps = ["properties", "patternProperties", "dependentSchemas", "$defs"] as const;

/** Every schema directly inside another, by the keywords of JSON Schema 2020-12. References are not followed. */
export function subschemasOf(schema: Schema): Subschema[] {
  return [
    ...maps.flatMap((keyword) =>
      Object.entries(schema[keyword] ?? {}).map(([name, inner]) => ({ schema: inner, steps: [keyword, name] })),
    ),
    ...single.flatMap((keyword) => {
      const inner = schema[keyword];
      return typeof inner === "object" ? [{ schema: inner, steps: [keyword] }] : [];
    }),
    ...lists.flatMap((keyword) =>
      (schema[keyword] ?? []).map((inner, index) => ({ schema: inner, steps: [keyword, String(index)] })),
    ),
  ];
}

/** A schema and every schema inside it, however deep, with the steps to each. References are not followed. */
export function* schemasWithin(schema: Schema, steps: readonly string[] = []): Generator<Subschema> {
  yield { schema, steps: [...steps] };
  for (const inner of subschemasOf(schema)) yield* schemasWithin(inner.schema, [...steps, ...inner.steps]);
}

/** Every schema of a contract, however deep: of its components, parameters, bodies, headers and notifications. */
export function* schemasOf(contract: Contract): Generator<Subschema> {
  for (const [name, schema] of Object.entries(contract.schemas)) {
    yield* schemasWithin(schema, ["components", "schemas", name]);
  }
  for (const { id, parameters, body, responses } of contract.operations) {
    for (const { name, schema } of parameters) yield* schemasWithin(schema, [id, "parameters", name]);
    if (body) yield* schemasWithin(body.schema, [id, "requestBody"]);
    for (const { status, schema, headers } of responses) {
      if (schema) yield* schemasWithin(schema, [id, "responses", String(status)]);
      for (const header of headers) {
        yield* schemasWithin(header.schema, [id, "responses", String(status), "headers", header.name]);
      }
    }
  }
  for (const { event, parameters, body } of contract.notifications) {
    for (const { name, schema } of parameters) yield* schemasWithin(schema, [event, "parameters", name]);
    yield* schemasWithin(body.schema, [event, "requestBody"]);
  }
}

const place = "#/components/schemas/";

/** Names of the component schemas that a part of a document refers to, directly or not, also by a discriminator's mapping. */
export function schemasUsedBy(
  value: unknown,
  schemas: Readonly<Record<string, Schema>>,
  found = new Set<string>(),
): Set<string> {
  for (const { part, shape } of partsOf(value)) {
    if (shape === "names") continue;
    const { $ref, discriminator } = part as Schema;
    for (const reference of [$ref, ...Object.values(discriminator?.mapping ?? {})]) {
      const name = reference?.startsWith(place) ? schemaName(reference) : "";
      const target = schemas[name];
      if (!target || found.has(name)) continue;
      found.add(name);
      schemasUsedBy(target, schemas, found);
    }
  }
  return found;
}

/** What a reference of a schema leads to; a schema that is no reference is its own. */
export function followSchema({ schemas }: Pick<Contract, "schemas">, schema: Schema): Schema {
  return schema.$ref ? followSchema({ schemas }, schemas[schemaName(schema.$ref)] ?? {}) : schema;
}

/**
 * Every schema that says something about one value: the schema itself, what it refers to and what it is composed of.
 * A schema that is composed of itself ends there.
 */
export function* facetsOf(
  contract: Pick<Contract, "schemas">,
  schema: Schema,
  above: readonly Schema[] = [],
): Generator<Schema> {
  if (above.includes(schema)) return;
  yield schema;
  const inside = [...above, schema];
  const target = schema.$ref === undefined ? undefined : contract.schemas[schemaName(schema.$ref)];
  if (target) yield* facetsOf(contract, target, inside);
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    yield* facetsOf(contract, part, inside);
  }
}

/** A schema with what it refers to and consists of; what stands beside a reference wins over what it refers to. */
export function mergeSchema(contract: Pick<Contract, "schemas">, schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  let merged: Schema = $ref === undefined ? {} : mergeSchema(contract, contract.schemas[schemaName($ref)] ?? {});
  for (const part of allOf) merged = merge(merged, mergeSchema(contract, part));
  return merge(merged, own);
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
