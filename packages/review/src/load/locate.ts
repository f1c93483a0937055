// Leads a place of the document back to the line of the spec that it comes from.
import {
  type DecoratorApplication,
  type Model,
  type ModelProperty,
  navigateProgram,
  type Operation,
  type Program,
  type Type,
  type UnionVariant,
} from "@typespec/compiler";
import { getHeaderFieldName, getHttpOperation, isHeader } from "@typespec/http";
import { getOpenAPITypeName, resolveOperationId } from "@typespec/openapi";
import { readOperations } from "../compare/read-operations.ts";
import { isTree, Source, splitPointer, step, type Tree, treeAt, valueAt } from "../place.ts";
import type { Loaded, Written } from "./loaded.ts";
import { type Found, propertyNamed, writtenAt } from "./written-at.ts";

/** Decorators that a keyword of the document comes from, if their names differ from it. */
const decorators: Record<string, string[]> = {
  "x-error": ["errorCode"],
  "x-idempotency": ["idempotent"],
  "x-rate-limit-part": ["rateLimitPart"],
  callbacks: ["notifies"],
  "x-notification-delivery": ["delivery"],
  "x-notification-identity": ["identity"],
  "x-notification-signature": ["signature"],
  "x-version-policy": ["extension"],
  info: ["info", "service"],
  servers: ["server"],
  enum: ["openSet"],
  exclusiveMaximum: ["maxValueExclusive"],
  exclusiveMinimum: ["minValueExclusive"],
  maximum: ["maxValue"],
  minimum: ["minValue"],
  security: ["useAuth"],
  tags: ["tag", "tagMetadata"],
};

type Index = ReturnType<typeof indexDeclarations>;

/**
 * Makes a function that finds the source of places of a document: the nearest declaration or decorator.
 *
 * @param root folder that paths are given from
 */
export function locateIn(program: Program, document: Tree, root: string): Loaded["locate"] {
  let index: Index | undefined;
  return async (pointers) => {
    index ??= indexDeclarations(program);
    const places = new Map<string, Written>();
    for (const pointer of pointers) {
      const place = findDeclaration(program, index, document, splitPointer(pointer));
      const written = place && writtenAt(program, place, root);
      if (written) places.set(pointer, written);
    }
    return places;
  };
}

function indexDeclarations(program: Program) {
  const index = {
    schemas: new Map<string, Type>(),
    /** Instances of templates, by the name of the template: their common part may be one component. */
    templates: new Map<string, Type>(),
    operations: new Map<string, Operation>(),
    headers: new Map<string, ModelProperty>(),
    /** Models of errors, by code. */
    errors: new Map<string, Type>(),
    /** Variants of unions of notifications, by event. */
    events: new Map<string, UnionVariant>(),
  };
  const named = (type: Type & { name?: string | symbol | undefined }): void => {
    if (typeof type.name !== "string" || type.name === "") return;
    const name = getOpenAPITypeName(program, type, { nameOnly: false }).replace(/^.*\./, "");
    if (!index.schemas.has(name)) index.schemas.set(name, type);
    if (!index.templates.has(type.name)) index.templates.set(type.name, type);
  };
  navigateProgram(program, {
    model(model) {
      named(model);
      const template = model.sourceModel;
      if (template && !index.templates.has(template.name))
        index.templates.set(template.name, template);
      const code = findErrorCode(model);
      if (code !== undefined && decoratorFor(model, "x-error") !== undefined)
        index.errors.set(code, model);
    },
    enum: named,
    union(union) {
      named(union);
      if (!isDecorated(union, ["notifications"])) return;
      for (const [event, variant] of union.variants) index.events.set(String(event), variant);
    },
    scalar: named,
    operation(operation) {
      index.operations.set(resolveOperationId(program, operation), operation);
    },
    modelProperty(property) {
      if (!isHeader(program, property)) return;
      const name = getHeaderFieldName(program, property).toLowerCase();
      if (!index.headers.has(name)) index.headers.set(name, property);
    },
  });
  return index;
}

/** The code of an error's body, if a model is one. */
function findErrorCode(model: Model): string | undefined {
  const error = model.properties.get("error")?.type;
  const code = error?.kind === "Model" ? error.properties.get("code")?.type : undefined;
  return code?.kind === "String" ? code.value : undefined;
}

const found = (type: Type | undefined): Found | undefined => type && { type };

function findDeclaration(
  program: Program,
  index: Index,
  document: Tree,
  written: string[],
): Found | undefined {
  const path = withRequiredField(document, written);
  // A listed value is found by itself: its position in the document is not its position in the spec.
  const [area, first = "", second = "", ...rest] = path.map((key, place) =>
    path[place - 1] === "enum" ? String(lookUp(document, path.slice(0, place + 1))) : key,
  );
  if (area === "components") {
    if (first === "schemas") return inSchema(index, document, second, rest);
    if (first === "examples")
      return found(index.errors.get(second.replaceAll("-", "_").toUpperCase()));
    const name = second.toLowerCase();
    const user = first === "headers" ? userOf(program, index, document, second) : undefined;
    if (user) return findWithin(user, rest);
    const header = index.headers.get(name.replace(/\.[^.]*$/, "")) ?? index.headers.get(name);
    // The header of a signature has no separate declaration.
    return found(header) ?? findDeclaration(program, index, document, ["x-notification-signature"]);
  }
  if (area === "x-error-catalogue") {
    return findWithin(index.errors.get(String(lookUp(document, [area, first, "code"]))), [
      "x-error",
    ]);
  }
  if (area === "webhooks") return inNotification(index.events.get(first), rest);
  if (area === "paths") {
    const item = lookUp(document, [area, first]);
    const method = second || Object.keys(isTree(item) ? item : {})[0] || "";
    const id = lookUp(document, [area, first, method, "operationId"]);
    const operation = index.operations.get(String(id));
    if (operation && second === "") return findRouteDecorator(operation);
    return operation && inOperation(program, index, operation, document, path.slice(0, 3), rest);
  }
  const namespaces = [...program.getGlobalNamespaceType().namespaces.values()];
  const own = namespaces.find((namespace) =>
    namespace.decorators.some(({ definition }) => definition?.name === "@service"),
  );
  return (own && decoratorFor(own, area ?? "")) ?? found(own ?? namespaces[0]);
}

/** The place of an operation's path: the operation or its interface. */
function findRouteDecorator(operation: Operation): Found {
  const holders = [operation, operation.interface];
  const [route] = holders.flatMap((holder) => (holder && decoratorFor(holder, "route")) ?? []);
  return route ?? { type: operation };
}

/** The property of a response that a shared header comes from: several may have the same name on the wire. */
function userOf(
  program: Program,
  index: Index,
  document: Tree,
  header: string,
): ModelProperty | undefined {
  const reference = ["components", "headers", header].reduce(step, "#");
  for (const { id, place } of readOperations(new Source(document), "paths")) {
    const operation = index.operations.get(id);
    for (const [status, response] of Object.entries(treeAt(place.value, "responses") ?? {}))
      for (const [name, entry] of Object.entries(
        (isTree(response) && treeAt(response, "headers")) || {},
      ))
        if (operation && isTree(entry) && entry.$ref === reference)
          return findHeader(program, operation, status, name);
  }
  return undefined;
}

function inSchema(index: Index, document: Tree, name: string, rest: string[]): Found | undefined {
  const type = index.schemas.get(name) ?? index.templates.get(name);
  const schema = valueAt(document, ["components", "schemas", name].reduce(step, ""));
  if (!type && isTree(schema) && Array.isArray(schema.oneOf))
    return inUnion(index, document, schema, rest);
  // The list of all codes is made from the errors.
  const error = type ? undefined : index.errors.get(rest[1] ?? "");
  return error
    ? findWithin(error, rest.includes("basis") || rest[0] === "x-values" ? ["x-basis"] : [])
    : findWithin(type, rest);
}

/** A union that no declaration makes: its discriminator is written in the forms. */
function inUnion(index: Index, document: Tree, schema: Tree, rest: string[]): Found | undefined {
  const [first] = Array.isArray(schema.oneOf) ? schema.oneOf : [];
  const form =
    isTree(first) && typeof first.$ref === "string" ? splitPointer(first.$ref).at(-1) : undefined;
  const field = treeAt(schema, "discriminator")?.propertyName;
  if (form === undefined || rest[0] !== "discriminator") return undefined;
  return inSchema(index, document, form, ["properties", String(field)]);
}

/** The field that an entry of a list of required fields names: in a spec the field itself shows it. */
function withRequiredField(document: Tree, path: string[]): string[] {
  const [holder, keyword] = path.slice(-3);
  if (keyword !== "required" || holder === "properties") return path;
  const name = lookUp(document, path);
  return typeof name === "string" ? [...path.slice(0, -2), "properties", name] : path;
}

function lookUp(document: Tree, path: string[]): unknown {
  return valueAt(document, path.reduce(step, ""));
}

/** A notification's fields are written in the model of its variant; its description, on the event if declared. */
function inNotification(variant: UnionVariant | undefined, [part]: string[]): Found | undefined {
  if (variant?.type.kind !== "Model") return found(variant);
  if (part === "requestBody") return { type: variant.type };
  const values = [...variant.type.properties.values()].map(({ type }) => type);
  const event = values.find(
    (type) => type.kind === "EnumMember" && (type.value ?? type.name) === variant.name,
  );
  return findWithin(event ?? variant, part === undefined ? [] : [part]);
}

function inOperation(
  program: Program,
  index: Index,
  operation: Operation,
  document: Tree,
  place: string[],
  [part, ...rest]: string[],
): Found {
  if (part === "parameters") {
    const parameter = lookUp(document, [...place, "parameters", rest[0] ?? ""]);
    const name = isTree(parameter) ? String(parameter.name) : "";
    const found = [...operation.parameters.properties.values()].find(
      (property) => property.name === name,
    );
    return (
      findWithin(found ?? index.headers.get(name.toLowerCase()), rest.slice(2)) ?? {
        type: operation,
      }
    );
  }
  if (part === "requestBody") {
    const body = [...operation.parameters.properties.values()].find((property) =>
      isDecorated(property, ["body", "bodyRoot"]),
    );
    const inner = rest.includes("schema") ? rest.slice(rest.indexOf("schema") + 1) : [];
    return findWithin(body, inner) ?? { type: operation };
  }
  if (part === "responses" && rest[1] === "headers") {
    const [status = "", , header = ""] = rest;
    return {
      type:
        findHeader(program, operation, status, header) ??
        index.headers.get(header.toLowerCase()) ??
        operation,
    };
  }
  const holders = [operation, operation.interface];
  const decorator = holders
    .map((type) => part && type && decoratorFor(type, part))
    .find((found) => found);
  return decorator || { type: operation };
}

/** The property that a header of a response comes from. */
function findHeader(
  program: Program,
  operation: Operation,
  status: string,
  header: string,
): ModelProperty | undefined {
  const [{ responses }] = getHttpOperation(program, operation);
  const own = responses.filter(({ statusCodes }) => String(statusCodes) === status);
  const found = own.flatMap((response) =>
    response.responses.flatMap(({ headers }) => Object.entries(headers ?? {})),
  );
  return found.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1];
}

function isDecorated(
  { decorators: applied }: { decorators: DecoratorApplication[] },
  names: string[],
): boolean {
  return applied.some(({ definition }) => names.includes(definition?.name.replace(/^@/, "") ?? ""));
}

/** The decorator of a type that a keyword comes from; the nth, if it may stand several times. */
function decoratorFor(type: Type, keyword: string, nth = 0): Found | undefined {
  if (!("decorators" in type)) return undefined;
  const plain = keyword
    .replace(/^x-/, "")
    .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const names = decorators[keyword] ?? [plain];
  const applied = type.decorators.filter(({ definition }) =>
    names.includes(definition?.name.replace(/^@/, "") ?? ""),
  );
  // Decorators are applied from the last to the first.
  const node = (applied.at(-1 - nth) ?? applied.at(-1))?.node;
  return node && { type, node };
}

/** The declaration of a part within a type. */
function findWithin(type: Type | undefined, [keyword, ...rest]: string[]): Found | undefined {
  if (!type || keyword === undefined) return found(type);
  const self = { type };
  if (type.kind === "ModelProperty")
    return (
      decoratorFor(type, keyword) ??
      (isInner(keyword) ? findWithin(type.type, [keyword, ...rest]) : undefined) ??
      self
    );
  if (keyword === "properties" && type.kind === "Model") {
    const [name = "", ...inner] = rest;
    for (let model: typeof type | undefined = type; model; model = model.baseModel) {
      const property = propertyNamed(model, name);
      if (property) return findWithin(property, inner);
    }
    return self;
  }
  if (keyword === "x-values" && type.kind === "Enum")
    return { type: type.members.get(rest[0] ?? "") ?? type };
  if (keyword === "enum" && type.kind === "Enum" && rest.length > 0)
    return {
      type:
        [...type.members.values()].find(({ name, value }) => String(value ?? name) === rest[0]) ??
        type,
    };
  if (keyword === "x-lifecycle" && rest[0] === "transitions")
    return decoratorFor(type, "transition", Number(rest[1])) ?? self;
  const indexer = type.kind === "Model" ? type.indexer : undefined;
  if (indexer && (keyword === "items" || keyword === "additionalProperties"))
    return findWithin(indexer.value, rest) ?? self;
  return decoratorFor(type, keyword) ?? self;
}

function isInner(keyword: string): boolean {
  return ["properties", "items", "additionalProperties", "enum", "x-values"].includes(keyword);
}
