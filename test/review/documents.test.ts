// Pairs of documents: addresses, ranges of statuses, and numbers that JavaScript cannot hold.

import { readText } from "@packages/contract/src/source/read-text.ts";
import { expect, test } from "vitest";
import { compareDocuments, makeDocument } from "./compare-documents.ts";
import type { Json, Tree } from "./tree.ts";

const ok = { description: "Done." };
const text = { content: { "application/json": { schema: { type: "string" } } } };
const answering = (...statuses: string[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, { ...ok, ...text }]));

function documentOf(paths: Tree, servers?: string[], area = "paths"): Tree {
  const head = { openapi: "3.1.0", info: { title: "Addresses", version: "1.0" } };
  const listed = servers && { servers: servers.map((url) => ({ url })) };
  return { ...head, ...listed, [area]: paths };
}

const at = (server: string | undefined, ...paths: string[]): Tree =>
  documentOf(
    Object.fromEntries(paths.map((path) => [path, { get: { responses: { "200": ok } } }])),
    server === undefined ? undefined : server.split(" "),
  );

test.for<[title: string, base: Tree, head: Tree, kinds: string[]]>([
  [
    "a path moves to the server",
    at("https://a", "/v1/a", "/v1/b"),
    at("https://a/v1", "/a", "/b"),
    [],
  ],
  ["a path moves to the paths", at("https://a/v1/", "/a"), at("https://a", "/v1/a"), []],
  ["of two servers", at("https://a https://b", "/v1/a"), at("https://a/v1 https://b/v1", "/a"), []],
  ["of a server with a variable", at("https://{x}.a", "/v1/a"), at("https://{x}.a/v1", "/a"), []],
  ["a relative server", at(undefined, "/v1/a"), at("/v1", "/a"), []],
  [
    "a path does not move along",
    at("https://a", "/v1/a", "/b"),
    at("https://a/v1", "/a", "/b"),
    ["operation-removed", "operation-added"],
  ],
  [
    "the path of the server changes",
    at("https://a/v1", "/a"),
    at("https://a/v2", "/a"),
    ["every-server-replaced", "server-added"],
  ],
  [
    "the server changes, too",
    at("https://a", "/v1/a"),
    at("https://b/v1", "/a"),
    ["every-server-replaced", "server-added"],
  ],
  [
    "two servers of several paths",
    at("https://a https://b/v1", "/v1/a"),
    at("https://a/v1 https://b", "/a"),
    [
      "every-server-replaced",
      "every-server-replaced",
      "operation-removed",
      "operation-added",
      "server-added",
      "server-added",
    ],
  ],
])("address: %s", ([, base, head, kinds]) => {
  const found = compareDocuments(base, head).changes.map(({ kind }) => kind);
  expect(found.sort()).toEqual([...kinds].sort());
});

test.for<[before: string, after: string, client: string, receiver: string]>([
  ["2XX", "200", "safe", "breaking"],
  ["2XX", "200 201", "safe", "breaking"],
  ["200 2XX", "200", "safe", "breaking"],
  ["200 2XX", "2XX", "none", "none"],
  ["200", "200 2XX", "risky", "safe"],
  ["2xx", "204", "safe", "breaking"],
  ["2XX", "302", "breaking", "breaking"],
  ["200", "201", "breaking", "breaking"],
  ["200 4XX", "200 404", "safe", "safe"],
  ["200 default", "200 404", "safe", "safe"],
])("statuses: %s becomes %s", ([before, after, client, receiver]) => {
  const verdict = (area: string): string => {
    const [base, head] = [before, after].map((statuses) =>
      documentOf(
        { "/it": { post: { responses: answering(...statuses.split(" ")) } } },
        undefined,
        area,
      ),
    ) as [Tree, Tree];
    return compareDocuments(base, head).verdict;
  };
  expect([verdict("paths"), verdict("webhooks")]).toEqual([client, receiver]);
});

test.for<[before: string, after: string, verdict: string]>([
  ["text/plain", "text/plain", "none"],
  ["text/plain;a=1;b=2", "text/plain;b=2;a=1", "none"],
  ["text/plain;a=1;b=2", "Text/Plain; B=2 ; A=1;", "none"],
  ["text/plain", 'text/plain; charset="utf-8"', "none"],
  ["text/plain;a=1", "text/plain;charset=utf-8;a=1", "none"],
  ["text/plain;a=1", "text/plain;a=2", "breaking"],
  ["text/plain", "text/plain;a=1", "safe"],
  ["text/plain", "text/html", "breaking"],
])("media types: %s becomes %s", ([before, after, verdict]) => {
  const [base, head] = [before, after].map((type) =>
    documentOf({
      "/it": {
        get: {
          responses: { "200": { ...ok, content: { [type]: { schema: { type: "string" } } } } },
        },
      },
    }),
  ) as [Tree, Tree];
  expect(compareDocuments(base, head).verdict).toBe(verdict);
});

test.for<[before: string[] | undefined, after: string[] | undefined, shown: unknown[]]>([
  [["books"], ["loans"], [["books", "loans"]]],
  [["books"], [], [["books", "no tag"]]],
  [["books"], undefined, [["books", "no tag"]]],
  [["books", "a"], ["books", "b"], []],
  [undefined, ["books"], []],
])("groups: %j becomes %j", ([before, after, shown]) => {
  const [base, head] = [before, after].map((tags) =>
    documentOf({ "/it": { get: { ...(tags && { tags }), responses: { "200": ok } } } }),
  ) as [Tree, Tree];
  const { changes } = compareDocuments(base, head);
  const groups = changes.filter(({ kind }) => kind === "group-changed");
  expect(groups.map((one) => [one.before, one.after])).toEqual(shown);
});

const schemaText = (rules: string): string =>
  `{"openapi":"3.1.0","info":{"title":"Numbers","version":"1"},"paths":{"/it":{"post":{"requestBody":{"content":{"application/json":{"schema":{${rules}}}}},"responses":{}}}}}`;
const schemaYaml = (rules: string): string =>
  `openapi: 3.1.0\ninfo: {title: Numbers, version: "1"}\npaths: {/it: {post: {requestBody: {content: {application/json: {schema: {${rules.replaceAll(/"(\w+)":/g, "$1: ").replaceAll('"', "")}}}}}, responses: {}}}}\n`;

test.for<[before: string, after: string, kinds: string[]]>([
  ['"maximum":9223372036854775807', '"maximum":9223372036854775806', ["bound-tightened"]],
  ['"maximum":9223372036854775806', '"maximum":9223372036854775807', ["bound-loosened"]],
  ['"minimum":-9223372036854775808', '"minimum":-9223372036854775807', ["bound-tightened"]],
  ['"exclusiveMaximum":9007199254740994', '"maximum":9007199254740993', []],
  [
    '"exclusiveMaximum":9007199254740994',
    '"exclusiveMaximum":9007199254740993',
    ["bound-tightened"],
  ],
  ['"maximum":18446744073709551615', '"maximum":18446744073709551614', ["bound-tightened"]],
  ['"format":"int64"', '"format":"int64","maximum":9223372036854775807', []],
  ['"format":"int64"', '"format":"int64","maximum":9223372036854775806', ["bound-tightened"]],
  ['"enum":[9007199254740993,1]', '"enum":[9007199254740992,1]', ["value-added", "value-removed"]],
  ['"enum":[9007199254740993]', '"enum":[9007199254740993]', []],
  ['"const":9007199254740993', '"const":9007199254740992', ["values-replaced"]],
  ['"default":9007199254740993', '"default":9007199254740992', ["default-changed"]],
  ['"maximum":12345678901234567', '"maximum":12345678901234567', []],
  ['"maximum":1', '"maximum":9007199254740993', ["bound-loosened"]],
])("numbers: %s becomes %s", ([before, after, kinds]) => {
  for (const write of [schemaText, schemaYaml]) {
    const [base, head] = [before, after].map(
      (rules) => readText(write(`"type":"integer",${rules}`), "a", "a").document,
    ) as [Tree, Tree];
    const { changes } = compareDocuments(base, head);
    expect(changes.map(({ kind }) => kind).sort()).toEqual(kinds);
    for (const { message } of changes) expect(message).not.toMatch(/\dn\b/);
  }
});

const stringBody = (maxLength: number): Json => ({
  content: { "application/json": { schema: { type: "string", maxLength } } },
});
const pointing = (reference: string, maxLength: number): Tree =>
  withAnswer({ $ref: reference }, maxLength);
const withAnswer = (schema: Json, maxLength: number): Tree =>
  documentOf({
    "/it": {
      post: {
        operationId: "it",
        requestBody: stringBody(maxLength),
        responses: {
          "200": { ...ok, content: { "application/json": { schema } } },
        },
      },
    },
  });

test.for([
  ["#/components/schemas/Gone", "reference-unresolved"],
  ["#nowhere", "reference-unresolved"],
  ["./other.yaml#/Thing", "reference-outside"],
])("a reference to %s is named, and the rest is compared", ([reference = "", kind]) => {
  const found = (base: Tree, head: Tree): string[] =>
    compareDocuments(base, head).changes.map((change) => `${change.severity} ${change.kind}`);
  const tightened = ["breaking bound-tightened", `risky ${kind}`];
  expect(found(pointing(reference, 5), pointing(reference, 4))).toEqual(tightened);
  const whole: Tree = {
    ...pointing("#/components/schemas/Thing", 5),
    components: { schemas: { Thing: { type: "string" } } },
  };
  expect(found(whole, pointing(reference, 4))).toEqual(tightened);
  expect(
    found(pointing(reference, 5), { ...whole, ...pointing("#/components/schemas/Thing", 4) }),
  ).toEqual(tightened);
});

test.for<[string, (schema: Json) => Json]>([
  ["beside a description", (schema) => ({ ...(schema as Tree), description: "A thing." })],
  ["in a union", (schema) => ({ oneOf: [schema, { type: "integer" }] })],
  ["in a nullable form", (schema) => ({ anyOf: [schema, { type: "null" }] })],
])("what a reference without a target stands for is not compared: %s", ([, around]) => {
  const referring = (name: string): Tree => ({
    ...withAnswer(around({ $ref: `#/components/schemas/${name}` }), 5),
    components: { schemas: { Thing: { type: "string" } } },
  });
  const kinds = (from: string, to: string): string[] =>
    compareDocuments(referring(from), referring(to)).changes.map(({ kind }) => kind);
  expect(kinds("Thing", "Gone")).toEqual(["reference-unresolved"]);
  expect(kinds("Gone", "Thing")).toEqual(["reference-unresolved"]);
});

test("a schema that is a reference to itself is named", () => {
  const schemas = { Loop: { $ref: "#/components/schemas/Loop" } };
  const looped = (most: number): Tree => ({
    ...pointing("#/components/schemas/Loop", most),
    components: { schemas },
  });
  expect(compareDocuments(looped(5), looped(4)).verdict).toBe("breaking");
});

test.for<[title: string, base: Tree, head: Tree, kinds: string[]]>([
  [
    "the method query",
    documentOf({ "/it": { query: { responses: { "200": ok } } } }),
    documentOf({}),
    ["operation-removed"],
  ],
  [
    "additionalOperations",
    documentOf({
      "/it": { additionalOperations: { COPY: { requestBody: stringBody(5), responses: {} } } },
    }),
    documentOf({
      "/it": { additionalOperations: { COPY: { requestBody: stringBody(4), responses: {} } } },
    }),
    ["bound-tightened"],
  ],
  [
    "itemSchema",
    documentOf({
      "/it": {
        get: {
          responses: {
            "200": { ...ok, content: { "text/event-stream": { itemSchema: { type: "string" } } } },
          },
        },
      },
    }),
    documentOf({
      "/it": {
        get: {
          responses: {
            "200": { ...ok, content: { "text/event-stream": { itemSchema: { type: "integer" } } } },
          },
        },
      },
    }),
    ["type-changed"],
  ],
])("OpenAPI 3.2: %s", ([, base, head, kinds]) => {
  const read = (document: Tree): Tree =>
    readText(JSON.stringify({ ...document, openapi: "3.2.0" }), "a", "a").document as Tree;
  expect(compareDocuments(read(base), read(head)).changes.map(({ kind }) => kind)).toEqual(kinds);
});

/** A request whose schema leads through many others to a length. */
function leadingTo(maxLength: number, link: (reference: string) => Tree): Tree {
  const nameOf = (index: number): string => `#/components/schemas/S${index}`;
  const count = 9_000;
  const links = Array.from({ length: count }, (_, index) => [`S${index}`, link(nameOf(index + 1))]);
  const last = [`S${count}`, { type: "string", maxLength }];
  const schema = { $ref: nameOf(0) };
  const requestBody: Json = { content: { "application/json": { schema } } };
  return {
    ...documentOf({ "/it": { post: { operationId: "it", requestBody, responses: {} } } }),
    components: { schemas: Object.fromEntries([...links, last]) },
  };
}

test.for<[title: string, link: (reference: string) => Tree, finding: string]>([
  [
    "fields",
    ($ref) => ({ type: "object", properties: { next: { $ref } } }),
    "breaking bound-tightened",
  ],
  ["lists", ($ref) => ({ type: "array", items: { $ref } }), "breaking bound-tightened"],
  ["references", ($ref) => ({ $ref }), "breaking bound-tightened"],
  ["unions", ($ref) => ({ oneOf: [{ $ref }, { type: "array" }] }), "risky schema-unclear"],
  ["compositions", ($ref) => ({ allOf: [{ $ref }, { type: "string" }] }), "risky schema-unclear"],
])("thousands of %s within each other", ([, link, finding]) => {
  const { changes } = compareDocuments(leadingTo(5, link), leadingTo(4, link));
  expect(changes.map(({ severity, kind }) => `${severity} ${kind}`)).toEqual([finding]);
});

test("a change in schemas that hold each other reaches each operation that uses one of them", () => {
  const using = (name: string): Json => ({
    post: {
      operationId: `use${name}`,
      requestBody: {
        content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
      },
      responses: {},
    },
  });
  const holding = (names: string[]): Json => ({
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
    ),
  });
  const mutual = (maxLength: number): Tree => ({
    ...documentOf({ "/a": using("A"), "/b": using("B") }),
    components: {
      schemas: { A: holding(["B", "C"]), B: holding(["A"]), C: { type: "string", maxLength } },
    },
  });
  const { changes } = compareDocuments(mutual(5), mutual(4));
  expect(changes.flatMap(({ where }) => where.operations).sort()).toEqual(["useA", "useB"]);
});

const parameter = (place: string, more: Tree): Tree => ({
  openapi: "3.1.0",
  info: { title: "Parameters", version: "1.0" },
  paths: {
    "/it/{a}": {
      get: {
        operationId: "getIt",
        parameters: [
          {
            name: "a",
            in: place,
            required: place === "path",
            schema: { type: "array", items: { type: "string" } },
            ...more,
          },
        ],
        responses: { "200": { description: "Done." } },
      },
    },
  },
});
test.for<[place: string, usual: Tree, other: Tree]>([
  ["query", { style: "form" }, { style: "pipeDelimited" }],
  ["query", { explode: true }, { explode: false }],
  ["query", { allowReserved: false }, { allowReserved: true }],
  ["query", { required: false }, { required: true }],
  ["query", { deprecated: false }, { deprecated: true }],
  ["header", { style: "simple" }, { required: true }],
  ["header", { explode: false }, { required: true }],
  ["path", { style: "simple" }, { style: "label" }],
  ["path", { explode: false }, { explode: true, style: "label" }],
  ["cookie", { style: "form" }, { required: true }],
  ["cookie", { explode: true }, { explode: false }],
])(
  "a parameter in the %s with its default %j written out is the same, and one with %j is not",
  ([place, usual, other]) => {
    const [plain, written, another] = [{}, usual, other].map((more) => parameter(place, more)) as [
      Tree,
      Tree,
      Tree,
    ];
    const changes = (base: Tree, head: Tree) => compareDocuments(base, head).changes;
    expect(changes(plain, written)).toEqual([]);
    expect(changes(written, plain)).toEqual([]);
    expect(changes(plain, another)).not.toEqual([]);
    expect(changes(another, written)).not.toEqual([]);
  },
);

test.for([
  [999, []],
  [1_000, []],
  [1_001, ["values-became-listed"]],
] as const)("a range of %d integers and their list: %j", ([count, kinds]) => {
  const range = { type: "integer", minimum: 0, maximum: count - 1 };
  const list = { type: "integer", enum: Array.from({ length: count }, (_, index) => index) };
  const { changes } = compareDocuments(
    makeDocument(range, "request"),
    makeDocument(list, "request"),
  );
  expect(changes.map(({ kind }) => kind)).toEqual(kinds);
});
