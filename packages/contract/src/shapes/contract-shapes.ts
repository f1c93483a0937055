import type { Contract } from "../model.ts";
import type { Schema } from "../openapi.ts";
import { referenceTo } from "../pointer.ts";
import { shapesOf } from "./normalise.ts";
import { type Shape, shapesWithin } from "./shape.ts";

/** Every shape of a contract, however deep: of its components, parameters, bodies, headers and notifications. */
export function* shapesIn(contract: Contract): Generator<Shape> {
  const { shapeOf } = shapesOf(contract);
  const seen = new Set<string>();
  for (const [schema, place] of schemasOf(contract))
    yield* shapesWithin(shapeOf(schema, place), seen);
}

/** Every format that a contract names: for strings and numbers, and by another field. */
export function formatsIn(contract: Contract): Set<string> {
  const named = [...shapesIn(contract)].flatMap((shape) => [
    ...("format" in shape ? [shape.format] : []),
    ...(shape.kind === "object" ? Object.values(shape.fields) : []).flatMap(({ formatBy }) =>
      Object.values(formatBy?.formats ?? {}),
    ),
  ]);
  return new Set(named.filter((name) => name !== undefined));
}

function* schemasOf({
  schemas,
  operations,
  notifications,
}: Contract): Generator<[schema: Schema, place: string]> {
  for (const name of Object.keys(schemas))
    yield [{ $ref: referenceTo("components", "schemas", name) }, name];
  const calls = [
    ...operations,
    ...notifications.map((one) => ({ ...one, id: one.event, responses: [] })),
  ];
  for (const { id, parameters, body, responses } of calls) {
    for (const { name, schema } of parameters) yield [schema, `${id}/parameters/${name}`];
    if (body) yield [body.schema, `${id}/requestBody`];
    for (const { status, schema, headers } of responses) {
      if (schema) yield [schema, `${id}/responses/${status}`];
      for (const header of headers)
        yield [header.schema, `${id}/responses/${status}/headers/${header.name}`];
    }
  }
}
