// Pairs of documents: what an edit outside schemas does to a client. Each verdict was decided before it was compared.
import { readText } from "@packages/contract/src/source/read-text.ts";
import { expect, test } from "vitest";
import { compareDocuments } from "./compare-documents.ts";
import {
  answering,
  calledBack,
  cat,
  type DocumentPair,
  documentOf,
  dog,
  fields,
  getting,
  json,
  newer,
  notified,
  ok,
  older,
  pets,
  posting,
  query,
  region,
  responses,
  schemes,
  secured,
  served,
  stringSchema,
  type Verdict,
  withStatuses,
} from "./pairs/document.ts";
import { unseenDocuments } from "./pairs/unseen-documents.ts";
import type { Tree } from "./tree.ts";

const parameters: DocumentPair[] = [
  [
    "moves from the path to its operation",
    getting({}, { parameters: [query()] }),
    getting({ parameters: [query()] }),
    "none",
  ],
  [
    "of the path is hidden by the operation's own",
    getting({ parameters: [query()] }),
    getting({ parameters: [query()] }, { parameters: [query({}, { type: "integer" })] }),
    "none",
  ],
  [
    "of the operation tightens that of the path",
    getting({}, { parameters: [query()] }),
    getting(
      { parameters: [query({}, { type: "string", maxLength: 3 })] },
      { parameters: [query()] },
    ),
    "breaking",
    "safe",
  ],
  [
    "is required of each operation of a path",
    getting({}),
    getting({}, { parameters: [query({ required: true })] }),
    "breaking",
    "risky",
  ],
  [
    "that is required moves to a header",
    getting({ parameters: [query({ required: true })] }),
    getting({ parameters: [query({ in: "header", required: true })] }),
    "breaking",
  ],
  [
    "that is optional moves to a header",
    getting({ parameters: [query()] }),
    getting({ parameters: [query({ in: "header" })] }),
    "breaking",
  ],
  [
    "in a header is written in other case",
    getting({ parameters: [query({ in: "header", name: "X-Id" })] }),
    getting({ parameters: [query({ in: "header", name: "x-id" })] }),
    "none",
  ],
  [
    "in the query is written in other case",
    getting({ parameters: [query({ name: "Id", required: true })] }),
    getting({ parameters: [query({ name: "id", required: true })] }),
    "breaking",
  ],
  [
    "has its default style written",
    getting({ parameters: [query({}, { type: "array", items: stringSchema })] }),
    getting({
      parameters: [query({ style: "form", explode: true }, { type: "array", items: stringSchema })],
    }),
    "none",
  ],
  [
    "is no longer repeated",
    getting({ parameters: [query({}, { type: "array", items: stringSchema })] }),
    getting({ parameters: [query({ explode: false }, { type: "array", items: stringSchema })] }),
    "breaking",
  ],
  [
    "of one string has another `explode`",
    getting({ parameters: [query()] }),
    getting({ parameters: [query({ explode: false })] }),
    "none",
  ],
  [
    "becomes JSON",
    getting({ parameters: [query({}, fields({ a: stringSchema }))] }),
    getting({ parameters: [{ name: "q", in: "query", ...json(fields({ a: stringSchema })) }] }),
    "breaking",
  ],
  [
    "named Accept is ignored",
    getting({}),
    getting({ parameters: [query({ in: "header", name: "Accept", required: true })] }),
    "none",
  ],
  [
    "of a path has another name",
    documentOf({
      "/a/{id}": {
        get: {
          operationId: "it",
          responses,
          parameters: [query({ in: "path", name: "id", required: true })],
        },
      },
    }),
    documentOf({
      "/a/{key}": {
        get: {
          operationId: "it",
          responses,
          parameters: [query({ in: "path", name: "key", required: true })],
        },
      },
    }),
    "risky",
  ],
  [
    "is a reference now",
    getting({ parameters: [query()] }),
    getting(
      { parameters: [{ $ref: "#/components/parameters/Q" }] },
      {},
      { components: { parameters: { Q: query() } } },
    ),
    "none",
  ],
];

const bodies: DocumentPair[] = [
  [
    "request: any JSON type",
    posting({ requestBody: json(stringSchema) }),
    posting({ requestBody: json(stringSchema, "application/*") }),
    "safe",
    "breaking",
  ],
  [
    "request: the name in other case",
    posting({ requestBody: json(stringSchema) }),
    posting({ requestBody: json(stringSchema, "Application/JSON") }),
    "none",
  ],
  [
    "response: a type of a range",
    answering(json(stringSchema, "application/*")),
    answering(json(stringSchema)),
    "safe",
  ],
  [
    "request: a second type",
    posting({ requestBody: json(stringSchema) }),
    posting({
      requestBody: {
        content: {
          ...(json(stringSchema).content as Tree),
          ...(json(stringSchema, "text/plain").content as Tree),
        },
      },
    }),
    "safe",
    "breaking",
  ],
  [
    "request: becomes required",
    posting({ requestBody: json(stringSchema) }),
    posting({ requestBody: { ...json(stringSchema), required: true } }),
    "breaking",
    "safe",
  ],
  [
    "request: `required: false` is the default",
    posting({ requestBody: json(stringSchema) }),
    posting({ requestBody: { ...json(stringSchema), required: false } }),
    "none",
  ],
  [
    "request: a read-only field is one no longer",
    posting({ requestBody: json(fields({ a: { type: "string", readOnly: true } }, "a")) }),
    posting({ requestBody: json(fields({ a: stringSchema }, "a")) }),
    "breaking",
    "risky",
  ],
  [
    "response: a write-only field appears",
    answering(json(fields({ a: { type: "string", writeOnly: true } }))),
    answering(json(fields({ a: stringSchema }))),
    "safe",
    "breaking",
  ],
  [
    "request: a part of a form has another type",
    posting({
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: fields({ a: stringSchema }),
            encoding: { a: { contentType: "image/png" } },
          },
        },
      },
    }),
    posting({
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: fields({ a: stringSchema }),
            encoding: { a: { contentType: "image/jpeg" } },
          },
        },
      },
    }),
    "breaking",
  ],
];

const securities: DocumentPair[] = [
  [
    "an alternative less",
    secured([{ key: [] }, { basic: [] }]),
    secured([{ key: [] }]),
    "breaking",
    "safe",
  ],
  [
    "both become either",
    secured([{ key: [], basic: [] }]),
    secured([{ key: [] }, { basic: [] }]),
    "safe",
    "breaking",
  ],
  [
    "either in another order",
    secured([{ key: [] }, { basic: [] }]),
    secured([{ basic: [] }, { key: [] }]),
    "none",
  ],
  ["the same twice", secured([{ key: [] }]), secured([{ key: [] }, { key: [] }]), "none"],
  [
    "both where one is enough",
    secured([{ key: [] }]),
    secured([{ key: [] }, { key: [], basic: [] }]),
    "none",
  ],
  [
    "from the document to its operation",
    getting({}, {}, { ...schemes, security: [{ key: [] }] }),
    secured([{ key: [] }]),
    "none",
  ],
  ["none is an empty requirement", secured([], { security: [{ key: [] }] }), secured([{}]), "none"],
  ["becomes optional", secured([{ key: [] }]), secured([{ key: [] }, {}]), "risky", "breaking"],
  [
    "another scope",
    secured([{ oauth: ["read"] }]),
    secured([{ oauth: ["read", "write"] }]),
    "breaking",
    "safe",
  ],
  [
    "scopes in another order",
    secured([{ oauth: ["read", "write"] }]),
    secured([{ oauth: ["write", "read"] }]),
    "none",
  ],
  [
    "a scope or another",
    secured([{ oauth: ["read"] }, { oauth: ["read", "write"] }]),
    secured([{ oauth: ["read"] }]),
    "none",
  ],
];

const servers: DocumentPair[] = [
  [
    "a value of a variable less",
    served(region(["eu", "us"])),
    served(region(["eu"])),
    "risky",
    "safe",
  ],
  [
    "a variable written out",
    served(region(["eu", "us"])),
    served({ url: "https://eu.a.example" }, { url: "https://us.a.example" }),
    "none",
  ],
  [
    "a variable of one value",
    served(region(["eu"])),
    served({ url: "https://eu.a.example" }),
    "none",
  ],
  [
    "another default",
    served(region(["eu", "us"], "eu")),
    served(region(["eu", "us"], "us")),
    "risky",
  ],
  [
    "a slash at the end",
    served({ url: "https://a.example" }),
    served({ url: "https://a.example/" }),
    "none",
  ],
  [
    "the host in other case",
    served({ url: "https://a.example/v1" }),
    served({ url: "https://A.example/v1" }),
    "none",
  ],
  [
    "the default port",
    served({ url: "https://a.example" }),
    served({ url: "https://a.example:443" }),
    "none",
  ],
  [
    "at the operation",
    served({ url: "https://a.example" }),
    getting({ servers: [{ url: "https://a.example" }] }),
    "none",
  ],
  [
    "at the path",
    served({ url: "https://a.example" }),
    getting({}, { servers: [{ url: "https://a.example" }] }),
    "none",
  ],
];

const answers: DocumentPair[] = [
  [
    "a status of a range",
    withStatuses({ "2XX": stringSchema }),
    withStatuses({ "200": stringSchema, "2XX": stringSchema }),
    "none",
  ],
  [
    "a status of a range with other values",
    withStatuses({ "2XX": stringSchema }),
    withStatuses({ "200": { type: "integer" }, "2XX": stringSchema }),
    "breaking",
  ],
  [
    "a status becomes a range",
    withStatuses({ "200": stringSchema }),
    withStatuses({ "2XX": stringSchema }),
    "risky",
    "safe",
  ],
  [
    "an error of a range",
    withStatuses({ "200": stringSchema, "4XX": stringSchema }),
    withStatuses({
      "200": stringSchema,
      "404": { type: "string", maxLength: 3 },
      "4XX": stringSchema,
    }),
    "safe",
    "risky",
  ],
  [
    "a header becomes optional",
    answering({ headers: { X: { required: true, schema: stringSchema } } }),
    answering({ headers: { X: { schema: stringSchema } } }),
    "breaking",
    "safe",
  ],
  [
    "a header in other case",
    answering({ headers: { "X-Id": { schema: stringSchema } } }),
    answering({ headers: { "x-id": { schema: stringSchema } } }),
    "none",
  ],
  [
    "a header that is optional is gone",
    answering({ headers: { X: { schema: stringSchema } } }),
    answering({}),
    "risky",
    "safe",
  ],
  [
    "a header named Content-Type is ignored",
    answering({}),
    answering({ headers: { "Content-Type": { required: true, schema: stringSchema } } }),
    "none",
  ],
  [
    "a header may be longer",
    answering({ headers: { X: { schema: { type: "string", maxLength: 3 } } } }),
    answering({ headers: { X: { schema: { type: "string", maxLength: 4 } } } }),
    "risky",
    "safe",
  ],
];

const notifications: DocumentPair[] = [
  [
    "a field of a callback becomes required",
    calledBack(json(fields({ a: stringSchema }))),
    calledBack(json(fields({ a: stringSchema }, "a"))),
    "safe",
    "breaking",
  ],
  [
    "a field of a callback is gone",
    calledBack(json(fields({ a: stringSchema }, "a"))),
    calledBack(json(fields({}))),
    "breaking",
    "safe",
  ],
  [
    "a callback's response has to hold a field",
    calledBack(json(stringSchema), { "200": { ...ok, ...json(fields({ a: stringSchema })) } }),
    calledBack(json(stringSchema), { "200": { ...ok, ...json(fields({ a: stringSchema }, "a")) } }),
    "breaking",
    "safe",
  ],
  ["a callback is gone", calledBack(json(stringSchema)), posting({}), "breaking", "safe"],
  [
    "a callback goes to another address",
    calledBack(json(stringSchema)),
    posting({
      callbacks: {
        done: {
          "{$request.body#/hook}": {
            post: { requestBody: json(stringSchema), responses: { "204": ok } },
          },
        },
      },
    }),
    "breaking",
  ],
  [
    "a value of a webhook more",
    notified(fields({ a: { type: "string", enum: ["x"] } }, "a")),
    notified(fields({ a: { type: "string", enum: ["x", "y"] } }, "a")),
    "risky",
    "safe",
  ],
  [
    "a webhook has a header that it demands",
    notified(stringSchema),
    notified(stringSchema, { parameters: [query({ in: "header", required: true })] }),
    "safe",
    "breaking",
  ],
  [
    "a webhook by another method",
    notified(stringSchema),
    {
      ...getting({}),
      webhooks: {
        done: { put: { operationId: "done", requestBody: json(stringSchema), responses } },
      },
    },
    "breaking",
  ],
];

const forms: DocumentPair[] = [
  [
    "the mapping that names imply",
    pets([cat, dog], { propertyName: "kind" }),
    pets([cat, dog], {
      propertyName: "kind",
      mapping: { Cat: "#/components/schemas/Cat", Dog: "Dog" },
    }),
    "none",
  ],
  [
    "another field",
    pets([cat, dog], { propertyName: "kind" }),
    pets([cat, dog], { propertyName: "sort" }),
    "breaking",
  ],
  [
    "one form more",
    pets([cat], { propertyName: "kind" }),
    pets([cat, dog], { propertyName: "kind" }),
    "safe",
    "breaking",
  ],
  [
    "OpenAPI 3.0: nullable",
    older({ type: "string", nullable: true }),
    newer({ type: ["string", "null"] }),
    "none",
  ],
  [
    "OpenAPI 3.0: nullable, with a list that lacks null",
    older({ type: "string", nullable: true, enum: ["a"] }),
    newer({ type: "string", enum: ["a"] }),
    "none",
  ],
  [
    "OpenAPI 3.0: an open bound",
    older({ type: "integer", minimum: 0, exclusiveMinimum: true }),
    newer({ type: "integer", exclusiveMinimum: 0 }),
    "none",
  ],
  [
    "OpenAPI 3.0: rules beside a reference are ignored",
    {
      ...older({ $ref: "#/components/schemas/A", maxLength: 3 }),
      components: { schemas: { A: stringSchema } },
    },
    { ...older({ $ref: "#/components/schemas/A" }), components: { schemas: { A: stringSchema } } },
    "none",
  ],
  [
    "OpenAPI 3.1: rules beside a reference count",
    { ...newer({ $ref: "#/components/schemas/A" }), components: { schemas: { A: stringSchema } } },
    {
      ...newer({ $ref: "#/components/schemas/A", maxLength: 3 }),
      components: { schemas: { A: stringSchema } },
    },
    "breaking",
    "safe",
  ],
];

const all = {
  parameters,
  bodies,
  securities,
  servers,
  answers,
  notifications,
  forms,
  ...unseenDocuments,
};
const cases = Object.entries(all).flatMap(([group, list]) =>
  list.map(([title, base, head, there, back]) => ({
    title: `${group}: ${title}`,
    base,
    head,
    there,
    back: back ?? there,
  })),
);

test.for(cases)("$title", ({ base, head, there, back }) => {
  const read = (document: Tree): Tree =>
    readText(JSON.stringify(document), "a", "a").document as Tree;
  const verdict = (before: Tree, after: Tree): [Verdict, string[]] => {
    const { verdict: found, changes } = compareDocuments(read(before), read(after));
    return [
      found as Verdict,
      changes.map(({ severity, kind, message }) => `${severity} ${kind}: ${message}`),
    ];
  };
  const found = [verdict(base, head), verdict(head, base)];
  expect(
    found.map(([one]) => one),
    JSON.stringify(found, null, 1),
  ).toEqual([there, back]);
});
