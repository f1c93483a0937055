// What components stand for: references within rules, forms of a discriminator, anchors, names of headers and media types.

import { readText } from "@packages/contract/src/source/read-text.ts";
import { expect, test } from "vitest";
import { compareDocuments, makeDocument } from "./compare-documents.ts";
import type { Json, Tree } from "./tree.ts";

const text = (maxLength: number): Json => ({ type: "string", maxLength });
const A = { $ref: "#/components/schemas/A" };
const form = (name: string): Json => ({
  type: "object",
  properties: { kind: { type: "string" }, [name]: { type: "integer" } },
});
const pets = (mapping: Record<string, string>): Tree => ({
  Thing: {
    oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
    discriminator: { propertyName: "kind", mapping },
  },
  Cat: form("lives"),
  Dog: form("tricks"),
});
const parent = (children: Tree): Tree => ({
  Thing: {
    type: "object",
    properties: { kind: { type: "string" } },
    discriminator: { propertyName: "kind" },
  },
  ...Object.fromEntries(
    Object.entries(children).map(([name, own]) => [
      name,
      { allOf: [{ $ref: "#/components/schemas/Thing" }, own] },
    ]),
  ),
});
/** The same, with a list of the children in the parent. */
const listing = (children: Tree): Tree => {
  const { Thing, ...forms } = parent(children);
  const names = Object.keys(children);
  const oneOf = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return { Thing: { ...(Thing as Tree), oneOf }, ...forms };
};
const looped = (most: number): Tree => ({
  Thing: { allOf: [{ $ref: "#/components/schemas/B" }] },
  B: { allOf: [{ $ref: "#/components/schemas/Thing" }, text(most)] },
});
const sourced = (own: Tree): Tree => ({
  Thing: { type: "object", properties: { a: { ...A, ...own } } },
  A: { ...(text(9) as Tree), "x-basis": { kind: "assumed", reason: "Likely." } },
});
/** Two lists of alternatives that are multiplied out. */
const crossed = (count: number): Tree => {
  const forms = (prefix: string): Json[] => [
    A,
    ...Array.from({ length: count }, (_, index) => form(`${prefix}${index}`)),
  ];
  return { Thing: { anyOf: forms("a"), oneOf: forms("b") }, A: text(9) };
};
const anchored = (most: number): Tree => ({
  Thing: { $ref: "#short", $defs: { a: { $anchor: "short", ...(text(most) as Tree) } } },
});
const sibling = {
  Thing: { type: "object", properties: { a: { ...A, maxLength: 5 } } },
  A: text(9),
};

function documentOf(schemas: Tree, more: Tree = {}): Tree {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } };
  const call = {
    operationId: "send",
    requestBody: { content },
    responses: { "200": { description: "Done." } },
    ...more,
  };
  return {
    openapi: "3.1.0",
    info: { title: "Forms", version: "1" },
    paths: { "/it": { post: call } },
    components: { schemas },
  };
}
const within = (rule: (schema: Json) => Tree, schema: Json, most: number): Tree =>
  documentOf({ Thing: { type: "object", ...rule(schema) }, A: text(most) });
const rules: Record<string, (schema: Json) => Tree> = {
  patternProperties: (schema) => ({ patternProperties: { "^x": schema } }),
  propertyNames: (schema) => ({ propertyNames: schema }),
  not: (schema) => ({ properties: { a: { type: "string", not: schema } } }),
  contains: (schema) => ({ properties: { a: { type: "array", contains: schema } } }),
  dependentSchemas: (schema) => ({ dependentSchemas: { a: { properties: { b: schema } } } }),
  else: (schema) => ({ if: { required: ["a"] }, else: { properties: { b: schema } } }),
};
const found = (base: Tree, head: Tree): string[] =>
  compareDocuments(base, head).changes.map(({ kind, severity }) => `${severity} ${kind}`);

test.for(Object.entries(rules))(
  "a reference within %s leads to what it refers to",
  ([name, rule]) => {
    expect(found(within(rule, A, 9), within(rule, A, 5))).toEqual([
      name === "not" ? "risky rule-changed" : "breaking bound-tightened",
    ]);
    expect(found(within(rule, A, 9), within(rule, text(9), 9))).toEqual([]);
  },
);

test.for<[string, Tree, Tree, string[]]>([
  [
    "a swapped mapping",
    documentOf(pets({ c: "Cat", d: "Dog" })),
    documentOf(pets({ c: "Dog", d: "Cat" })),
    ["breaking mapping-changed", "breaking mapping-changed"],
  ],
  [
    "a mapping by reference",
    documentOf(pets({ c: "Cat" })),
    documentOf(pets({ c: "#/components/schemas/Cat" })),
    [],
  ],
  [
    "a child's field",
    documentOf(parent({ Cat: form("lives") })),
    documentOf(parent({ Cat: form("names") })),
    ["risky field-removed", "safe field-added"],
  ],
  [
    "a child's name",
    documentOf(parent({ Cat: form("lives") })),
    documentOf(parent({ Katze: form("lives") })),
    ["breaking mapping-removed", "safe mapping-added"],
  ],
  [
    "the source of a field, which counts before that of its type",
    documentOf(sourced({ "x-basis": { kind: "observed", reason: "Seen." } })),
    documentOf(sourced({})),
    ["safe basis-strengthened"],
  ],
  [
    "a form of a base that lists its forms",
    documentOf(listing({ Cat: form("lives"), Dog: form("tricks") })),
    documentOf(listing({ Cat: form("names"), Dog: form("tricks") })),
    ["risky field-removed", "safe field-added"],
  ],
  [
    "a schema that is composed of itself, which has no shape",
    documentOf(looped(9)),
    documentOf(looped(5)),
    ["risky schema-unclear"],
  ],
  [
    "more alternatives than can be compared, which have no shape",
    documentOf(crossed(15)),
    documentOf({ ...crossed(15), A: text(5) }),
    ["risky schema-unclear"],
  ],
  ["an anchor", documentOf(anchored(9)), documentOf(anchored(5)), ["breaking bound-tightened"]],
  [
    "a sibling in 3.0",
    {
      ...documentOf({ ...sibling, Thing: { type: "object", properties: { a: A } } }),
      openapi: "3.0.3",
    },
    { ...documentOf(sibling), openapi: "3.0.3" },
    [],
  ],
])("%s", ([, base, head, expected]) => {
  expect(found(base, head)).toEqual(expected);
});

const answer = (more: Tree): Tree =>
  documentOf({ Thing: text(9) }, { responses: { "200": { description: "Done.", ...more } } });
const sent = (...names: string[]): Tree =>
  answer({ content: Object.fromEntries(names.map((name) => [name, {}])) });
const called = (...urls: string[]): Tree =>
  documentOf(
    { Thing: text(9) },
    {
      callbacks: {
        done: Object.fromEntries(urls.map((url) => [url, { post: { responses: {} } }])),
      },
    },
  );

const keyed = (header: string): Tree =>
  documentOf({ Thing: text(9) }, { "x-idempotency": { header } });

test("a part that is repeated adds no forms", () => {
  const either: Tree = { anyOf: [form("lives"), form("tricks")] };
  const once: Tree = { Thing: { allOf: [{ $ref: "#/components/schemas/A" }] }, A: either };
  const twice: Tree = {
    Thing: {
      allOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/A" }, either],
    },
    A: either,
  };
  expect(found(documentOf(once), documentOf(twice))).toEqual([]);
  expect(found(documentOf(twice), documentOf(once))).toEqual([]);
});

test("a list and a pattern are compared by the values that they allow", () => {
  const list = documentOf({ Thing: { type: "string", enum: ["a", "c"] } });
  const pattern = documentOf({ Thing: { type: "string", pattern: "^[ab]$" } });
  expect(found(list, pattern)).toEqual(
    ["safe values-no-longer-listed", "breaking value-removed"].sort(),
  );
  expect(found(pattern, list)).toEqual(["breaking values-became-listed", "safe value-added"]);
});

test("names are compared as they count", () => {
  expect(found(keyed("X-Key"), keyed("x-key"))).toEqual([]);
  expect(
    found(answer({ headers: { "X-Rate": {} } }), answer({ headers: { "x-rate": {} } })),
  ).toEqual([]);
  expect(found(sent("a/b;version=1"), sent("A/B; version=1; charset=utf-8"))).toEqual([]);
  expect(found(sent("a/b;version=1", "a/b;version=2"), sent("a/b;version=2"))).toEqual([
    "breaking media-type-removed",
  ]);
  expect(found(called("{$url}", "{$method}"), called("{$method}"))).toEqual([
    "breaking callback-removed",
  ]);
});

test("a base stays one with a remark next to its reference, and as the only form of a list", () => {
  const chosenBy = (propertyName: string): Tree => ({
    type: "object",
    discriminator: { propertyName },
  });
  const nested = (base: Tree): Tree =>
    documentOf({
      Thing: chosenBy("kind"),
      Shark: { allOf: [base, form("teeth")], ...chosenBy("teeth") },
      SawShark: { allOf: [{ $ref: "#/components/schemas/Shark" }, form("saw")] },
    });
  const plain = { $ref: "#/components/schemas/Thing" };
  for (const other of [{ ...plain, title: "A thing." }, { anyOf: [plain] }, { oneOf: [plain] }]) {
    expect(found(nested(plain), nested(other))).toEqual([]);
    expect(found(nested(other), nested(plain))).toEqual([]);
  }
});

test("a form that adds nothing to its base is compared by the base", () => {
  const only = (base: Tree, maxLength: number): Tree =>
    documentOf({
      Thing: {
        type: "object",
        properties: { kind: text(maxLength) },
        discriminator: { propertyName: "kind" },
      },
      Cat: { allOf: [base] },
    });
  const plain = { $ref: "#/components/schemas/Thing" };
  for (const base of [plain, { ...plain, title: "A thing." }, { anyOf: [plain] }])
    expect(found(only(base, 9), only(base, 5))).toEqual(["breaking bound-tightened"]);
});

test("a change in a callback has its own place, whose address has a fragment", () => {
  const url = "{$request.body#/url}";
  const calling = (max: number): Tree => {
    const body = { content: { "application/json": { schema: text(max) } } };
    const post = { requestBody: body, responses: {} };
    return documentOf({ Thing: text(9) }, { callbacks: { done: { [url]: { post } } } });
  };
  const { changes } = compareDocuments(calling(9), calling(5));
  expect(changes.map(({ where }) => where.pointer.replace(/^.*done/, ""))).toEqual([
    "/{$request.body#~1url}/post/requestBody/content/application~1json/schema/maxLength",
  ]);
});

test("other versions of OpenAPI are refused", () => {
  expect(() => readText('{"openapi":"3.3.0"}', "a.json", "a.json")).toThrow(
    "a.json is OpenAPI 3.3.0; 3.0.x, 3.1.x or 3.2.x is supported.",
  );
});

test("null among the other types that come or go is one finding with them", () => {
  for (const [base, head] of [
    [{ type: "string" }, {}],
    [{ type: "string" }, { type: ["string", "integer", "null"] }],
    [{}, { type: "object", properties: { a: { type: "string" } } }],
  ] satisfies [Json, Json][]) {
    const { changes } = compareDocuments(
      makeDocument(base, "request"),
      makeDocument(head, "request"),
    );
    expect(changes.map(({ message }) => message)).toHaveLength(1);
  }
});

test("values that one form alone has are changed where they are, and the form stays the same", () => {
  const ends = (...by: string[]): Json => ({
    oneOf: [
      {
        type: "object",
        properties: { refused: { type: "object", properties: { code: text(4) } } },
      },
      {
        type: "object",
        properties: { canceled: { type: "object", properties: { by: { enum: by } } } },
      },
    ],
  });
  const { changes } = compareDocuments(
    makeDocument(ends("BY_PAYER", "BY_PAYEE"), "response"),
    makeDocument(ends("PAYER", "PAYEE"), "response"),
  );
  expect(changes.length).toBeGreaterThan(0);
  for (const { message } of changes) expect(message).toContain("`canceled.by` (callIt 200)");
});

test("forms are distinguished by a field, whatever characters its name has", () => {
  for (const names of [["kind"], ["event.kind"], ["a/b"], ["a~b", "c.d"]]) {
    const form = (...values: string[]): Json =>
      names.reduceRight<Json>(
        (inner, name) => ({ type: "object", required: [name], properties: { [name]: inner } }),
        { enum: values },
      );
    const whole = makeDocument(form("a", "b"), "response") as Tree;
    const apart = makeDocument({ oneOf: [form("a"), form("b")] }, "response") as Tree;
    expect(found(whole, apart), `the field ${names}`).toEqual([]);
    expect(found(apart, whole), `the field ${names}`).toEqual([]);
  }
});
