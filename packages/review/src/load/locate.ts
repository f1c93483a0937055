// From a place of the document back to the line of the spec that it comes from.
import { relative } from "node:path";
import {
  type DecoratorApplication,
  type DiagnosticTarget,
  getSourceLocation,
  type Model,
  type ModelProperty,
  navigateProgram,
  type Operation,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getHeaderFieldName, isHeader } from "@typespec/http";
import { getOpenAPITypeName, getOperationId } from "@typespec/openapi";
import { isTree, stepsOf, type Tree } from "../place.ts";
import type { Loaded, Written } from "./loaded.ts";

/** Decorators that a keyword of the document comes from, where they are not called the same. */
const decorators: Record<string, string[]> = {
  "x-error": ["errorCode"],
  "x-idempotency": ["idempotent"],
  "x-rate-limit-part": ["rateLimitPart"],
  callbacks: ["notifies"],
  "x-notification-delivery": ["delivery"],
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
  tags: ["tag"],
};

interface Index {
  schemas: Map<string, Type>;
  operations: Map<string, Operation>;
  headers: Map<string, ModelProperty>;
  /** Models of errors, by code. */
  errors: Map<string, Type>;
}

/**
 * Makes a function that finds where a place of a document was written: the nearest declaration or decorator.
 *
 * @param root folder that paths are told from
 */
export function locateIn(program: Program, document: Tree, root: string): Loaded["locate"] {
  const index = indexOf(program);
  return (pointer) => {
    const target = find(program, index, document, stepsOf(pointer));
    return target && writtenAt(target, root);
  };
}

function writtenAt(target: DiagnosticTarget, root: string): Written | undefined {
  const location = getSourceLocation(target, { locateId: true });
  if (!location) return undefined;
  const { line } = location.file.getLineAndCharacterOfPosition(location.pos);
  return { file: relative(root, location.file.path).replaceAll("\\", "/"), line: line + 1 };
}

function indexOf(program: Program): Index {
  const index: Index = { schemas: new Map(), operations: new Map(), headers: new Map(), errors: new Map() };
  const named = (type: Type & { name?: string | symbol | undefined }): void => {
    if (typeof type.name !== "string" || type.name === "") return;
    const name = getOpenAPITypeName(program, type, { nameOnly: false }).replace(/^.*\./, "");
    if (!index.schemas.has(name)) index.schemas.set(name, type);
  };
  navigateProgram(program, {
    model(model) {
      named(model);
      const code = codeOf(model);
      if (code !== undefined && decoratorFor(model, "x-error") !== undefined) index.errors.set(code, model);
    },
    enum: named,
    union: named,
    scalar: named,
    operation(operation) {
      index.operations.set(getOperationId(program, operation) ?? operation.name, operation);
    },
    modelProperty(property) {
      if (!isHeader(program, property)) return;
      const name = getHeaderFieldName(program, property).toLowerCase();
      if (!index.headers.has(name)) index.headers.set(name, property);
    },
  });
  return index;
}

/** The code of an error's body, where a model is one. */
function codeOf(model: Model): string | undefined {
  const error = model.properties.get("error")?.type;
  const code = error?.kind === "Model" ? error.properties.get("code")?.type : undefined;
  return code?.kind === "String" ? code.value : undefined;
}

function find(program: Program, index: Index, document: Tree, path: string[]): DiagnosticTarget | undefined {
  const [area, first = "", second = "", ...rest] = path;
  if (area === "components") {
    if (first === "schemas") return within(index.schemas.get(second), rest);
    if (first === "examples") return index.errors.get(second.replaceAll("-", "_").toUpperCase());
    return index.headers.get(second.toLowerCase().replace(/\.[^.]*$/, "")) ?? index.headers.get(second.toLowerCase());
  }
  if (area === "x-error-catalogue") {
    return within(index.errors.get(String(valueAt(document, [area, first, "code"]))), ["x-error"]);
  }
  if (area === "paths" || area === "webhooks") {
    const id = valueAt(document, [area, first, second, "operationId"]);
    const operation = index.operations.get(String(id));
    return operation && inOperation(index, operation, document, path.slice(0, 3), rest);
  }
  const [service] = program.getGlobalNamespaceType().namespaces.values();
  const namespaces = [...program.getGlobalNamespaceType().namespaces.values()];
  const own = namespaces.find((namespace) =>
    namespace.decorators.some(({ definition }) => definition?.name === "@service"),
  );
  return (own && decoratorFor(own, area ?? "")) ?? own ?? service;
}

function valueAt(document: unknown, path: string[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isTree(value) ? value[key] : undefined;
  }, document);
}

function inOperation(
  index: Index,
  operation: Operation,
  document: Tree,
  place: string[],
  [part, ...rest]: string[],
): DiagnosticTarget {
  if (part === "parameters") {
    const parameter = valueAt(document, [...place, "parameters", rest[0] ?? ""]);
    const name = isTree(parameter) ? String(parameter.name) : "";
    const found = [...operation.parameters.properties.values()].find((property) => property.name === name);
    return within(found ?? index.headers.get(name.toLowerCase()), rest.slice(2)) ?? operation;
  }
  if (part === "requestBody") {
    const body = [...operation.parameters.properties.values()].find((property) =>
      isDecorated(property, ["body", "bodyRoot"]),
    );
    return (body && rest.includes("schema") ? within(body, rest.slice(rest.indexOf("schema") + 1)) : body) ?? operation;
  }
  if (part === "responses" && rest[1] === "headers")
    return index.headers.get((rest[2] ?? "").toLowerCase()) ?? operation;
  return (part === undefined ? undefined : decoratorFor(operation, part)) ?? operation;
}

function isDecorated({ decorators: applied }: { decorators: DecoratorApplication[] }, names: string[]): boolean {
  return applied.some(({ definition }) => names.includes(definition?.name.replace(/^@/, "") ?? ""));
}

/** The decorator of a type that a keyword comes from; the nth, where it may stand several times. */
function decoratorFor(type: Type, keyword: string, nth = 0): DiagnosticTarget | undefined {
  if (!("decorators" in type)) return undefined;
  const plain = keyword.replace(/^x-/, "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const names = decorators[keyword] ?? [plain];
  const found = type.decorators.filter(({ definition }) => names.includes(definition?.name.replace(/^@/, "") ?? ""));
  // Decorators are applied from the last to the first.
  return [...found].reverse()[nth]?.node ?? [...found].reverse()[0]?.node;
}

/** The declaration of a part within a type. */
function within(type: Type | undefined, [keyword, ...rest]: string[]): DiagnosticTarget | undefined {
  if (!type || keyword === undefined) return type;
  if (type.kind === "ModelProperty") {
    return (
      decoratorFor(type, keyword) ?? (isInner(keyword) ? within(type.type, [keyword, ...rest]) : undefined) ?? type
    );
  }
  if (keyword === "properties" && type.kind === "Model") {
    const [name = "", ...inner] = rest;
    for (let model: typeof type | undefined = type; model; model = model.baseModel) {
      const property = model.properties.get(name);
      if (property) return within(property, inner);
    }
    return type;
  }
  if (keyword === "x-values" && type.kind === "Enum") return type.members.get(rest[0] ?? "") ?? type;
  if (keyword === "enum" && type.kind === "Enum") return [...type.members.values()][Number(rest[0])] ?? type;
  if (keyword === "x-lifecycle" && rest[0] === "transitions")
    return decoratorFor(type, "transition", Number(rest[1])) ?? type;
  if ((keyword === "items" || keyword === "additionalProperties") && type.kind === "Model" && type.indexer)
    return within(type.indexer.value, rest) ?? type;
  return decoratorFor(type, keyword) ?? type;
}

function isInner(keyword: string): boolean {
  return ["properties", "items", "additionalProperties", "enum", "x-values"].includes(keyword);
}
