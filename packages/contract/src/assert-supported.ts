import {
  type Document,
  type MediaType,
  type Operation,
  operationsOf,
  type Parameter,
  type Reference,
  resolve,
  type Schema,
} from "./openapi.ts";
import { SpecError } from "./spec-error.ts";

/**
 * Looks for what OpenAPI can say and no generated package can do: they speak JSON over HTTP, one way for each operation.
 *
 * @throws {SpecError} with the place of the first one
 */
export function assertSupported(document: Document): void {
  for (const items of [document.paths, document.webhooks]) {
    for (const { path, method, operation } of operationsOf(items)) {
      const id = operation.operationId ?? `${method} ${path}`;
      assertJson(`The request body of ${id}`, operation.requestBody?.content);
      for (const [status, { content }] of Object.entries(operation.responses)) {
        assertJson(`The response ${status} of ${id}`, content);
      }
      for (const reference of operation.parameters ?? []) assertParameter(document, id, reference);
      assertOneWayIn(id, operation.security ?? document.security);
    }
  }
}

function assertJson(subject: string, content: Record<string, MediaType> = {}): void {
  const types = Object.keys(content);
  if (types.length > 1) throw new SpecError(`${subject} has several media types (${types.join(", ")}): give it one.`);
  const other = types.find((type) => !/^application\/(?:[\w.-]+\+)?json$/.test(type));
  if (other !== undefined) throw new SpecError(`${subject} is ${other}: bodies have to be JSON.`);
}

function assertParameter(document: Document, id: string, reference: Parameter | Reference): void {
  const { name, in: place, schema, style } = resolve<Parameter>(document, reference);
  const subject = `The ${place} parameter '${name}' of ${id}`;
  if (place === "cookie") throw new SpecError(`${subject} cannot be read: only path, query and headers are.`);
  if (schema === undefined) throw new SpecError(`${subject} has a media type: give it a schema.`);
  const plain = ["simple", "form", "spaceDelimited", "pipeDelimited"];
  if (style !== undefined && !plain.includes(style))
    throw new SpecError(`${subject} has the style '${style}': a server knows ${plain.join(", ")}.`);
  const { type, properties, items } = resolve<Schema>(document, schema);
  if (type === "object" || properties)
    throw new SpecError(`${subject} is an object: a parameter has to be a scalar or a list of them.`);
  if (items && resolve<Schema>(document, items).type === "object")
    throw new SpecError(`${subject} is a list of objects: a parameter has to be a scalar or a list of them.`);
}

function assertOneWayIn(id: string, security: Operation["security"] = []): void {
  const ways = security.map((way) => Object.keys(way).join(" and ") || "nobody");
  if (ways.length > 1)
    throw new SpecError(`${id} may be called in several ways (by ${ways.join(", or by ")}): give it one.`);
  const [way = {}] = security;
  if (Object.keys(way).length > 1) throw new SpecError(`${id} needs several credentials (${ways[0]}): give it one.`);
}
