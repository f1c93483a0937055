import { bodyKind } from "./media-types.ts";
import {
  type Document,
  type MediaType,
  operationsOf,
  type Parameter,
  type Reference,
  resolve,
} from "./openapi.ts";
import { makeShapes, type Shapes } from "./shapes/normalise.ts";
import { follow, type Shape } from "./shapes/shape.ts";
import { SpecError } from "./spec-error.ts";

/**
 * Looks for features of OpenAPI that no generated package supports: they speak JSON, text or bytes over HTTP, one media type for each body.
 *
 * @throws {SpecError} with the place of the first one
 */
export function assertSupported(document: Document): void {
  const ids = new Set<string>();
  const shapes = makeShapes(document.components?.schemas ?? {});
  for (const items of [document.paths, document.webhooks]) {
    for (const { path, method, operation } of operationsOf(items)) {
      const id = operation.operationId ?? `${method} ${path}`;
      if (ids.has(id)) throw new SpecError(`Two operations have the id ${id}: give each its own.`);
      ids.add(id);
      if (/[?#\\]|\/\.\.?(\/|$)/.test(path))
        throw new SpecError(`${id} has the path ${path}: a URL changes it.`);
      const mixed = path
        .split("/")
        .find((step) => step.includes("{") && !/^\{[^{}]*\}$/.test(step));
      if (mixed)
        throw new SpecError(
          `${id} has '${mixed}' in its path: a parameter has to stand alone between slashes.`,
        );
      assertBody(shapes, `The request body of ${id}`, operation.requestBody?.content);
      for (const [status, { content }] of Object.entries(operation.responses)) {
        assertBody(shapes, `The response ${status} of ${id}`, content);
      }
      const several = (operation.security ?? document.security ?? []).find(
        (way) => Object.keys(way).length > 1,
      );
      if (several)
        throw new SpecError(
          `${id} needs several credentials at once (${Object.keys(several).join(" and ")}): give it one.`,
        );
      for (const reference of operation.parameters ?? [])
        assertParameter(document, shapes, id, reference);
    }
  }
}

function assertBody(
  shapes: Shapes,
  subject: string,
  content: Record<string, MediaType> = {},
): void {
  const types = Object.keys(content);
  if (types.length > 1)
    throw new SpecError(`${subject} has several media types (${types.join(", ")}): give it one.`);
  for (const [type, { schema }] of Object.entries(content)) {
    const kind = bodyKind(type);
    if (!kind) throw new SpecError(`${subject} is ${type}: bodies have to be JSON, text or bytes.`);
    const shape = schema && follow(shapes.shapeOf(schema, subject));
    const hasParts = shape && (isObjectShape(shape) || shape.kind === "list");
    if (hasParts && kind !== "json")
      throw new SpecError(`${subject} is ${type}: objects and lists have to be JSON.`);
  }
}

function assertParameter(
  document: Document,
  { shapeOf }: Shapes,
  id: string,
  reference: Parameter | Reference,
): void {
  const { name, in: place, schema, style } = resolve<Parameter>(document, reference);
  const subject = `The ${place} parameter '${name}' of ${id}`;
  if (place === "cookie")
    throw new SpecError(`${subject} cannot be read: only path, query and headers are.`);
  if (schema === undefined) throw new SpecError(`${subject} has a media type: give it a schema.`);
  const plain = ["simple", "form", "spaceDelimited", "pipeDelimited"];
  if (style !== undefined && !plain.includes(style))
    throw new SpecError(`${subject} has the style '${style}': a server knows ${plain.join(", ")}.`);
  const shape = follow(shapeOf(schema, subject));
  if (isObjectShape(shape))
    throw new SpecError(
      `${subject} is an object: a parameter has to be a scalar or a list of them.`,
    );
  if (shape.kind === "list" && isObjectShape(follow(shape.items)))
    throw new SpecError(
      `${subject} is a list of objects: a parameter has to be a scalar or a list of them.`,
    );
}

function isObjectShape({ kind }: Shape): boolean {
  return kind === "object" || kind === "record" || kind === "tagged";
}
