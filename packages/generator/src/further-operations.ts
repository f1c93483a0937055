// What a program that serves a further spec needs of it at run time: methods, paths and compiled checks of requests.

import {
  type Document,
  methods,
  type Operation,
  type Parameter,
  type Reference,
  type Schema,
} from "../../contract/src/openapi.ts";
import { TableMaker } from "../../contract/src/shapes/make-table.ts";
import { makeShapes } from "../../contract/src/shapes/normalise.ts";
import { SpecError } from "../../contract/src/spec-error.ts";
import { standardFormats } from "../../server/src/request/formats.ts";
import { banner, key, literal } from "./print-code.ts";

/**
 * A module that exports `operations`: by id the method, the path, and the checks of query and body. Objects that list
 * their fields take no others, so that a misspelt field is told of. `forms` says what a pattern stands for, in words.
 */
export function printOperations(document: Document): string {
  const closed = closeObjects(document);
  const { shapeOf } = makeShapes(closed.components?.schemas ?? {});
  const maker = new TableMaker({ formats: new Set(Object.keys(standardFormats)) });
  const addCheck = (schema: Schema, place: string): string => `readers(${maker.add(shapeOf(schema, place))})`;
  const entries = Object.entries(closed.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { operationId: id, requestBody } = operation;
      if (id === undefined) throw new SpecError(`${method} ${path} has no operationId.`);
      const query = queryOf(closed, operation);
      const parts = [
        `method: ${literal(method.toUpperCase())}`,
        `path: ${literal(path)}`,
        `query: ${addCheck(querySchema(query), `${id}/query`)}`,
        `integers: ${literal(query.filter(({ schema }) => schema.type === "integer").map(({ name }) => name))}`,
      ];
      const content = requestBody?.content["application/json"];
      if (content?.schema) {
        parts.push(
          `body: ${addCheck(content.schema, `${id}/requestBody`)}`,
          `bodyRequired: ${requestBody?.required ?? false}`,
        );
      }
      return [`  ${key(id)}: { ${parts.join(", ")} },`];
    }),
  );
  return [
    banner,
    'import { makeReaders } from "../../packages/contract/src/check/read.ts";',
    'import { standardFormats } from "../../packages/server/src/request/formats.ts";',
    "",
    `const readers = makeReaders(JSON.parse(${literal(JSON.stringify(maker.table))}), standardFormats);`,
    "",
    "/** By operation: how it is called, and the checks of what it is given. */",
    "export const operations = {",
    ...entries,
    "};",
    "",
    "/** What a pattern stands for. */",
    `export const forms = ${literal(Object.fromEntries(findForms(document)))};`,
    "",
  ].join("\n");
}

/** The types of that module. */
export const operationsDeclaration = `${banner}
import type { Reader } from "../../packages/contract/src/check/read.ts";
import type { operations as Operations } from "./types.d.ts";

/** How an operation is called, and the checks of what it is given. */
export interface OperationEntry {
  readonly method: string;
  /** As OpenAPI writes it: \`/things/{id}\`. */
  readonly path: string;
  readonly query: Reader;
  /** Parameters of the query that are whole numbers. */
  readonly integers: readonly string[];
  /** Absent where the operation takes no body. */
  readonly body?: Reader;
  readonly bodyRequired?: boolean;
}

/** By operation id. */
export declare const operations: Readonly<Record<keyof Operations, OperationEntry>>;

/** What a pattern stands for, in words. */
export declare const forms: Readonly<Record<string, string>>;
`;

function queryOf({ components }: Document, { parameters = [] }: Operation): Parameter[] {
  const resolve = (parameter: Parameter | Reference): Parameter | undefined =>
    "$ref" in parameter ? components?.parameters?.[parameter.$ref.slice("#/components/parameters/".length)] : parameter;
  return parameters.map(resolve).filter((parameter) => parameter?.in === "query") as Parameter[];
}

function querySchema(query: readonly Parameter[]): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    additionalProperties: false,
  };
}

/** The document with objects that list their fields taking no others. */
function closeObjects(document: Document): Document {
  const copy = structuredClone(document);
  for (const schema of findSchemas(copy)) {
    if (schema.type === "object" && schema.properties) schema.additionalProperties ??= false;
  }
  return copy;
}

/** Patterns and what their schemas say of them. */
function findForms(document: Document): [string, string][] {
  return findSchemas(document).flatMap(({ pattern, description }) =>
    pattern !== undefined && description !== undefined ? [[pattern, description] as [string, string]] : [],
  );
}

/** Whatever may be a schema: what has a type. */
function findSchemas(value: unknown): Schema[] {
  if (typeof value !== "object" || value === null) return [];
  const within = Object.values(value).flatMap(findSchemas);
  return "type" in value && typeof value.type === "string" ? [value as Schema, ...within] : within;
}
