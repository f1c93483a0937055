import type { Document, Json, Schema } from "../../packages/contract/src/openapi.ts";
import { contract } from "../support/contract.ts";

/** An example of the contract, the schema that it belongs to, and its place. */
export interface CollectedExample {
  place: string;
  schema: Schema;
  value: Json;
}

/** Every example of the contract: of bodies, headers, parameters, notifications and schemas. */
export function collectExamples(document: Document): CollectedExample[] {
  return [
    ...contract.operations.flatMap(({ id, parameters, body, responses }) => [
      ...collectParameters(id, parameters),
      ...(body?.examples ?? []).map(({ name, value }) => ({
        place: `${id} body ${name}`,
        schema: body?.schema ?? {},
        value,
      })),
      ...responses.flatMap(({ status, schema, examples, headers }) => [
        ...examples.map(({ name, value }) => ({ place: `${id} ${status} ${name}`, schema: schema ?? {}, value })),
        ...collectParameters(`${id} ${status}`, headers),
      ]),
    ]),
    ...contract.notifications.flatMap(({ event, parameters, body }) => [
      ...collectParameters(event, parameters),
      ...body.examples.map(({ name, value }) => ({ place: `${event} ${name}`, schema: body.schema, value })),
    ]),
    ...collectSchemaExamples(document),
  ];
}

function collectParameters(
  place: string,
  holders: { name: string; schema: Schema; example?: Json }[],
): CollectedExample[] {
  return holders.flatMap(({ name, schema, example }) =>
    example === undefined ? [] : [{ place: `${place} ${name}`, schema, value: example }],
  );
}

/** Examples that stand in component schemas, at any depth, also defaults. */
function collectSchemaExamples(document: Document): CollectedExample[] {
  const collected: CollectedExample[] = [];
  const visit = (schema: Schema, place: string): void => {
    const { examples = [], default: preset } = schema;
    for (const value of examples) collected.push({ place, schema, value });
    if (preset !== undefined) collected.push({ place: `${place} default`, schema, value: preset });
    for (const [name, property] of Object.entries(schema.properties ?? {})) visit(property, `${place}.${name}`);
    if (schema.items) visit(schema.items, `${place}[]`);
  };
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) visit(schema, name);
  return collected;
}

/** A text within an example: its value and the name of its field. */
export interface Text {
  place: string;
  field: string;
  value: string;
  /** The other fields beside it. */
  siblings: Record<string, Json>;
}

/** Every text within an example, however deep. */
export function textsIn({ place, value }: CollectedExample): Text[] {
  const texts: Text[] = [];
  const visit = (inner: Json, path: string[], siblings: Record<string, Json>): void => {
    if (typeof inner === "string")
      texts.push({
        place: `${place} ${path.join(".")}`.trim(),
        field: path.at(-1) ?? place.split(" ").at(-1) ?? "",
        value: inner,
        siblings,
      });
    else if (Array.isArray(inner))
      inner.forEach((entry, index) => void visit(entry, [...path, String(index)], siblings));
    else if (inner !== null && typeof inner === "object") {
      for (const [key, entry] of Object.entries(inner)) visit(entry, [...path, key], inner);
    }
  };
  visit(value, [], {});
  return texts;
}
