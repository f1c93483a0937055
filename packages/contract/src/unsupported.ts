import { bodyKind, preferMediaType } from "./media-types.ts";
import {
  type Document,
  type MediaType,
  type Method,
  methods,
  type Operation,
  operationsOf,
  type Parameter,
  type Reference,
  resolve,
  type SecurityScheme,
} from "./openapi.ts";
import { splitPointer, step } from "./pointer.ts";
import { hasParts, readFormFields } from "./read-layout.ts";
import { follow, innerShapes, type Shape } from "./shapes/shape.ts";
import { SpecError } from "./spec-error.ts";
import { findBodyProblem, SchemaReader } from "./supported-body.ts";

/** An operation that no generated package can carry out. */
export interface UnsupportedOperation {
  /** JSON pointer of the operation. */
  pointer: string;
  /** Its `operationId`, if it has one. */
  id?: string;
  /** Why, in a sentence that names the part. */
  reason: string;
}

/**
 * Looks for features of OpenAPI that no generated package supports: they speak JSON, text or bytes over HTTP.
 * The first one of each operation is given.
 */
export function findUnsupported(document: Document): UnsupportedOperation[] {
  const ids = new Set<string>();
  const found: UnsupportedOperation[] = [];
  const schemas = new SchemaReader(document);
  for (const area of ["paths", "webhooks"] as const) {
    for (const { path, method, operation } of operationsOf(document[area])) {
      try {
        assertOperation(document, schemas, path, method, operation, ids);
      } catch (error) {
        if (!(error instanceof SpecError)) throw error;
        const { operationId: id } = operation;
        const pointer = [area, path, method].reduce<string>(step, "#");
        found.push({ pointer, ...(id !== undefined && { id }), reason: error.message });
      }
    }
  }
  return found;
}

/** Leaves operations out of a document, and lists them there. */
export function removeUnsupported(
  document: Document,
  operations: readonly UnsupportedOperation[],
): void {
  if (operations.length === 0) return;
  for (const { pointer } of operations) {
    const [area = "", path = "", method = ""] = splitPointer(pointer);
    const items = area === "webhooks" ? document.webhooks : document.paths;
    const item = items?.[path];
    if (!items || !item) continue;
    delete item[method as Method];
    if (!methods.some((one) => item[one])) delete items[path];
  }
  document["x-left-out"] = operations.map(({ pointer, id, reason }) => {
    const [, path = "", method = ""] = splitPointer(pointer);
    return {
      operation: id ?? `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      reason,
    };
  });
}

function assertOperation(
  document: Document,
  schemas: SchemaReader,
  path: string,
  method: string,
  operation: Operation,
  ids: Set<string>,
): void {
  const id = operation.operationId ?? `${method} ${path}`;
  if (ids.has(id)) throw new SpecError(`Two operations have the id ${id}: give each its own.`);
  ids.add(id);
  const sent = operation["x-served-by"] === undefined ? path : path.replace(/#.*/s, "");
  if (/[?#\\]|\/\.\.?(\/|$)/.test(sent))
    throw new SpecError(`${id} has the path ${path}: a URL changes it.`);
  assertBody(schemas, `The request body of ${id}`, operation.requestBody?.content, true);
  const [type = ""] = preferMediaType(operation.requestBody?.content) ?? [];
  if (operation["x-idempotency"] && bodyKind(type) === "multipart")
    throw new SpecError(
      `${id} has an idempotency key and a body of ${type}: files are not compared.`,
    );
  for (const [status, response] of Object.entries(operation.responses)) {
    assertBody(schemas, `The response ${status} of ${id}`, response.content);
    for (const [name, reference] of Object.entries(response.headers ?? {}))
      schemas.read(resolve(document, reference).schema, `The header ${name} of ${id}`);
  }
  const statuses = Object.keys(operation.responses);
  if (statuses.includes("101") && !statuses.some((status) => /^([23]|default$)/.test(status)))
    throw new SpecError(`${id} only switches protocols (101): connections have to stay HTTP.`);
  for (const requirement of operation.security ?? document.security ?? [])
    assertSecurity(document, id, Object.keys(requirement));
  for (const reference of operation.parameters ?? [])
    assertParameter(document, schemas, id, reference);
}

/** Schemes of HTTP that take more than one request, or more than a token. */
const handshakes = /^(digest|dpop|gnap|hoba|mutual|negotiate|privatetoken|scram-.*|vapid)$/i;

/** @param schemes names of the security schemes that a call needs at once */
function assertSecurity(document: Document, id: string, schemes: readonly string[]): void {
  const taken = new Set<string>();
  for (const name of schemes) {
    const {
      scheme = "",
      in: place,
      name: key,
    } = document.components?.securitySchemes?.[name] ?? ({} as Partial<SecurityScheme>);
    if (handshakes.test(scheme))
      throw new SpecError(
        `components.securitySchemes.${name}, which secures ${id}, is HTTP ${scheme}: the server supports Basic, tokens and API keys.`,
      );
    const header = place === undefined ? "header authorization" : `${place} ${key}`.toLowerCase();
    if (taken.has(header))
      throw new SpecError(
        `${id} needs several credentials in one place (${schemes.join(" and ")}): give it one.`,
      );
    taken.add(header);
  }
}

function assertBody(
  schemas: SchemaReader,
  subject: string,
  content: Record<string, MediaType> = {},
  isRequest = false,
): void {
  const [type = "", media] = preferMediaType(content) ?? [];
  const problem = media && findBodyProblem(schemas, type, media, subject, isRequest);
  if (problem) throw new SpecError(`${subject} is ${type}: ${problem}`);
}

function assertParameter(
  document: Document,
  schemas: SchemaReader,
  id: string,
  reference: Parameter | Reference,
): void {
  const {
    name,
    in: place,
    schema,
    style,
    explode = true,
    content = {},
  } = resolve<Parameter>(document, reference);
  const subject = `The ${place} parameter '${name}' of ${id}`;
  const [[type, media] = []] = Object.entries(content);
  if (type !== undefined && bodyKind(type) !== "json")
    throw new SpecError(`${subject} is ${type}: it has to be JSON or have a schema.`);
  const styles =
    place === "path"
      ? ["simple", "form", "label", "matrix"]
      : ["simple", "form", "spaceDelimited", "pipeDelimited", "deepObject"];
  if (style !== undefined && !styles.includes(style))
    throw new SpecError(
      `${subject} has the style '${style}': the server supports ${styles.join(", ")}.`,
    );
  const shape = schemas.read(schema ?? media?.schema ?? {}, subject);
  if (media || style === "deepObject") return;
  // In one string, a field has one value.
  const fields = readFormFields(shape);
  const isForm = place === "query" && (style ?? "form") === "form" && fields !== undefined;
  if (isForm && (explode || !hasLists(shape))) return;
  if (place === "path" && fields !== undefined && !hasLists(shape)) return;
  const isNested = shape.kind === "array" && hasParts(shape.items);
  if (isNested || hasObjects(shape))
    throw new SpecError(
      `${subject} is ${isNested ? "a list of objects or lists" : "an object"}: give it the style deepObject, or JSON as \`content\`.`,
    );
}

/** Whether a field of an object is a list. */
function hasLists(shape: Shape): boolean {
  return innerShapes(follow(shape)).some((one) => follow(one).kind === "array");
}

/** Whether a value may be an object, or a list of other than scalars. */
function hasObjects(shape: Shape): boolean {
  const form = follow(shape);
  if (form.kind === "union") return form.variants.some(hasObjects);
  return form.kind === "array" ? hasParts(form.items) : hasParts(form);
}
