// OpenAPI documents that TypeSpec did not write: each form that OpenAPI allows, as the model reads it.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Document, operationsOf } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { readSpec, UnsupportedError } from "@packages/contract/src/source/read-spec.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { expect, onTestFinished, test } from "vitest";

/** Writes files into a folder that the test removes; returns the path of the first. */
async function write(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "documents-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return join(folder, Object.keys(files)[0] ?? "");
}

const head = "openapi: 3.0.3\ninfo: {title: Books, version: '1'}\n";

async function read(text: string, others: Record<string, string> = {}): Promise<Document> {
  const { document } = await readSpec(await write({ "api.yaml": text, ...others }));
  return document;
}

function operationIn(document: Document, id: string) {
  return [...operationsOf(document.paths)].find(({ operation }) => operation.operationId === id)
    ?.operation;
}

const ok = "responses: {'204': {description: Done}}";

test("references lead to other files: path items, parameters, responses, examples and schemas", async () => {
  const document = await read(`${head}paths:\n  /books/{id}: {$ref: './paths/book.yaml'}\n`, {
    "paths/book.yaml": `
parameters: [{$ref: '../parts.yaml#/parameters/Id'}]
get:
  operationId: getBook
  responses: {'200': {$ref: '../parts.yaml#/responses/Book'}}
`,
    "parts.yaml": `
parameters: {Id: {name: id, in: path, required: true, schema: {type: string}, example: b-1}}
responses:
  Book:
    description: A book.
    headers: {X-Size: {schema: {type: integer}, example: 3}}
    content: {application/json: {schema: {$ref: 'schemas.json#/Book'}, examples: {one: {$ref: '#/examples/one'}}}}
examples: {one: {value: {id: b-1}}}
`,
    "schemas.json":
      '{"Book": {"type": "object", "properties": {"id": {"type": "string"}, "next": {"$ref": "#/Book"}}}}',
  });
  const { parameters, responses } = operationIn(document, "getBook") ?? {};
  expect(parameters).toMatchObject([{ name: "id", in: "path", example: "b-1" }]);
  const { content, headers } = responses?.["200"] ?? {};
  expect(headers).toMatchObject({ "X-Size": { example: 3 } });
  expect(content?.["application/json"]).toEqual({
    schema: { $ref: "#/components/schemas/Book" },
    examples: { one: { value: { id: "b-1" } } },
  });
  expect(document.components?.schemas?.Book?.properties?.next).toEqual({
    $ref: "#/components/schemas/Book",
  });
});

test("schemas of 3.0 become those of 3.1, also where `nullable` stands next to a composition", async () => {
  const document = await read(`${head}paths:
  /books: {put: {operationId: putBook, ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
components:
  schemas:
    Kind: {type: string, enum: [old, new], nullable: true}
    Book:
      type: object
      required: [example]
      properties:
        example: {type: string, example: text}
        nullable: {type: boolean}
        price: {type: number, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false}
        kind: {nullable: true, allOf: [{$ref: '#/components/schemas/Kind'}]}
        next: {$ref: '#/components/schemas/Book', nullable: true}
        note: {type: string, nullable: true}
`);
  const { Book, Kind } = document.components?.schemas ?? {};
  expect(Kind).toEqual({ type: ["string", "null"], enum: ["old", "new", null] });
  expect(Book?.properties).toEqual({
    example: { type: "string", examples: ["text"] },
    nullable: { type: "boolean" },
    price: { type: "number", exclusiveMinimum: 0, maximum: 9 },
    kind: { anyOf: [{ allOf: [{ $ref: "#/components/schemas/Kind" }] }, { type: "null" }] },
    next: { anyOf: [{ $ref: "#/components/schemas/Book" }, { type: "null" }] },
    note: { type: ["string", "null"] },
  });
});

test("an operation without an id is named by its method and path, and parameters of a path hold for its operations", async () => {
  const document = await read(`${head}paths:
  /books/{id}/{page}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
      - {name: size, in: query, schema: {type: integer}}
      - {name: Content-Type, in: header, schema: {type: string}}
    get: {${ok}, parameters: [{name: size, in: query, schema: {type: string}}]}
`);
  const { parameters = [] } = operationIn(document, "getBooksByIdByPage") ?? {};
  expect(
    parameters.map((one) => ("name" in one ? [one.in, one.name, one.schema.type] : [])),
  ).toEqual([
    ["path", "id", "string"],
    ["query", "size", "string"],
    ["path", "page", "string"],
  ]);
});

test("callbacks stand among the webhooks", async () => {
  const sent =
    "{requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'200': {description: ''}}}";
  const document = await read(`${head}paths:
  /books:
    post: {operationId: add, ${ok}, callbacks: {added: {'{$request.body#/url}': {post: ${sent}}}}}
`);
  expect(Object.keys(document.webhooks ?? {})).toEqual(["added"]);
});

test("a reference to a schema elsewhere makes a component of it", async () => {
  const document = await read(`${head}paths:
  /books: {get: {operationId: list, responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Book/properties/tags'}}}}}}}
components: {schemas: {Book: {type: object, properties: {tags: {type: array, items: {type: string}}}}}}
`);
  expect(document.components?.schemas).toEqual({
    BookTags: { type: "array", items: { type: "string" } },
  });
});

const broken = `${head}paths:
  /books: {get: {operationId: listBooks, ${ok}}}
  /lost: {get: {operationId: getLost, responses: {'200': {$ref: './lost.yaml#/Lost'}}}}
  /cookies: {get: {operationId: eat, ${ok}, parameters: [{name: jar, in: query, style: odd, schema: {type: string}}]}}
  /hollow: {get: {operationId: getHollow, responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Hollow'}}}}}}}
`;

test("every operation that is not supported is named with its line", async () => {
  const file = await write({ "api.yaml": broken });
  const error = await readSpec(file).catch((one: Error) => one);
  expect(error).toBeInstanceOf(UnsupportedError);
  expect((error as Error).message.replaceAll(file, "api.yaml").split("\n")).toEqual([
    "api.yaml:5: getLost: the reference ./lost.yaml#/Lost has no target.",
    "api.yaml:6: The query parameter 'jar' of eat has the style 'odd': the server supports simple, form, spaceDelimited, pipeDelimited, deepObject.",
    "api.yaml:7: The response 200 of getHollow: Hollow: unknown schema Hollow.",
  ]);
});

test("operations that are not supported are left out of the document, which says so", async () => {
  const file = await write({ "api.yaml": broken });
  const { document, leftOut } = await readSpec(file, { skipUnsupported: true });
  expect(Object.keys(document.paths)).toEqual(["/books"]);
  expect(document["x-left-out"]?.map(({ operation }) => operation)).toEqual([
    "getLost",
    "eat",
    "getHollow",
  ]);
  expect(leftOut).toHaveLength(3);
});

test.for<[string, string]>([
  [
    "swagger: '1.2'",
    "api.yaml is a Swagger 1.2 document; OpenAPI 2.0, 3.0, 3.1 or 3.2 is supported.",
  ],
  ["openapi: 4.0.0", "api.yaml is OpenAPI 4.0.0; 3.0.x, 3.1.x or 3.2.x is supported."],
  [
    "title: x",
    "api.yaml is not an OpenAPI document: its field `openapi` has to be 3.0.x, 3.1.x or 3.2.x.",
  ],
  [
    "a: [",
    "api.yaml cannot be read: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 5.",
  ],
])("%s is refused", async ([text, message]) => {
  await expect(read(text)).rejects.toThrow(new SpecError(message));
});

test("Swagger 2.0 is converted", async () => {
  const document = await read(`swagger: '2.0'
info: {title: Books, version: '1'}
paths:
  /books: {post: {operationId: add, parameters: [{name: body, in: body, schema: {$ref: '#/definitions/Book'}}], responses: {'200': {description: ok, schema: {$ref: '#/definitions/Book'}}}}}
definitions: {Book: {type: object, properties: {id: {type: integer, minimum: 0, exclusiveMinimum: true}}}}
`);
  expect(document.components?.schemas?.Book?.properties?.id).toEqual({
    type: "integer",
    exclusiveMinimum: 0,
  });
  expect(operationIn(document, "add")?.requestBody?.content).toHaveProperty("application/json");
});

test("nothing is fetched from the network", async () => {
  await expect(
    read(`${head}paths:\n  /books: {$ref: 'https://example.com/books.yaml'}\n`),
  ).rejects.toThrow(/books: the reference https:\/\/example.com\/books.yaml has no target/);
});

test("a reference to a file that is not there is refused, with its place", async () => {
  await expect(
    read(
      `${head}paths:\n  /a: {get: {operationId: getA, responses: {'200': {description: '', content: {application/json: {schema: {$ref: './types.json#/Thing'}}}}}}}\n`,
    ),
  ).rejects.toThrow(
    "The response 200 of getA leads to ./types.json#/Thing, and there is no such file, or no such place in it.",
  );
});

test("what documents state wrongly or no package checks is no reason to refuse them, and a line says what is not checked", async () => {
  const warned: string[] = [];
  const { warn } = console;
  console.warn = (line: string) => warned.push(line);
  onTestFinished(() => {
    console.warn = warn;
  });
  const document = await read(`${head}paths:
  /books:
    get: {operationId: one, ${ok}, parameters: [{name: kind, in: query, schema: {type: string, enum: [1, 2]}}]}
    put: {operationId: one, ${ok}, requestBody: {content: {'*/*': {schema: {$ref: '#/components/schemas/a::book'}}}}}
components:
  schemas:
    a::book:
      type: object
      maxProperties: 3
      properties:
        fields: {type: string, pattern: '(?i)^(all|no-1)$'}
        code: {type: string, pattern: '(?P<x>a)'}
        events: {type: array, items: {type: string}, enum: [sent, lost]}
        price: {type: string, anyOf: [{$ref: '#/components/schemas/a..book'}]}
        map: {type: object, additionalProperties: false, patternProperties: {'^x': {type: string}}}
    a..book: {type: object, properties: {id: {type: string}}}
`);
  const schema = document.components?.schemas?.aBook;
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(["aBook"]);
  expect(schema?.properties).toEqual({
    fields: { type: "string", pattern: "^([Aa][Ll][Ll]|[Nn][Oo]-1)$" },
    code: { type: "string" },
    events: { type: "array", items: { type: "string", enum: ["sent", "lost"] } },
    price: { type: "string" },
    map: { type: "object" },
  });
  expect(operationIn(document, "one")?.parameters).toMatchObject([
    { schema: { enum: ["1", "2"] } },
  ]);
  expect(operationIn(document, "putBooks")?.requestBody?.content).toEqual({
    "application/json": { schema: { $ref: "#/components/schemas/aBook" } },
  });
  expect(warned.map((line) => line.replace(/^\S+: /, ""))).toEqual([
    "`maxProperties` is not checked.",
    "a `pattern` of another language is not checked.",
    "`anyOf` of objects next to the type string is not checked.",
    "`patternProperties` is not checked.",
  ]);
});

test("a body of Swagger 2.0 may stand behind a reference of its path", async () => {
  const document = await read(`swagger: '2.0'
info: {title: Books, version: '1'}
paths:
  /books:
    parameters: [{$ref: '#/parameters/Book'}]
    put: {operationId: put, ${ok}, consumes: [application/json]}
parameters:
  Book: {name: book, in: body, schema: {type: object, properties: {id: {type: string}}}}
`);
  expect(operationIn(document, "put")?.requestBody?.content).toHaveProperty("application/json");
});

test("operations that would be one method are called by their whole ids, and schemas that would be one type get a number", async () => {
  const document = await read(`${head}paths:
  /alerts:
    get: {operationId: GET_alerts, tags: [Alerts], ${ok}}
    post: {operationId: POST_alerts, tags: [Alerts], ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Alert'}}}}}
    put: {operationId: PUT_alerts, tags: [Alerts], ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/AlertInput'}}}}}
components:
  schemas:
    Alert: {type: object, properties: {id: {type: string, readOnly: true}}}
    AlertInput: {type: object, properties: {name: {type: string}}}
`);
  expect(readContract(document).operations.map(({ name }) => name)).toEqual([
    "alerts",
    "PUT_alerts",
    "POST_alerts",
  ]);
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(["Alert", "AlertInput2"]);
});

test("a default of another type is meant without its quotes or left out, and HTTP sends no content with 204", async () => {
  const document = await read(`${head}paths:
  /books:
    get:
      operationId: get
      parameters: [{name: sort, in: query}, {name: any, in: query, schema: {description: Any.}}]
      responses: {'204': {description: '', content: {application/json: {schema: {type: object}}}}}
    put: {operationId: put, ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
components:
  schemas:
    Book:
      type: object
      properties:
        pages: {type: integer, default: '86400'}
        price: {type: number, default: free}
        sold: {type: boolean, default: 'true'}
        note: {type: string, nullable: true, default: null}
`);
  const { pages, price, sold, note } = document.components?.schemas?.Book?.properties ?? {};
  expect([pages?.default, sold?.default, note?.default]).toEqual([86400, true, null]);
  expect(price).toEqual({ type: "number" });
  const { parameters, responses } = operationIn(document, "get") ?? {};
  expect(parameters).toMatchObject([
    { name: "sort", schema: { type: "string" } },
    { name: "any", schema: { type: "string", description: "Any." } },
  ]);
  expect(responses).toEqual({ "204": { description: "" } });
});

test("of two paths that differ in their names alone one is for clients alone, that of another server first", async () => {
  const file = await write({
    "api.yaml": `${head}paths:
  /{token}: {get: {operationId: payload, servers: [{url: 'https://other.example.com'}], ${ok}}}
  /{id}: {get: {operationId: book, ${ok}}, put: {operationId: write, ${ok}}}
  /{name}: {put: {operationId: rename, ${ok}}}
`,
  });
  const { document } = await readSpec(file);
  expect(
    [...operationsOf(document.paths)].map(({ path, operation }) => [
      path,
      operation.operationId,
      operation["x-served-by"],
    ]),
  ).toEqual([
    ["/{id}", "book", undefined],
    ["/{id}", "write", undefined],
    ["/{name}", "rename", "write"],
    ["/{token}", "payload", "book"],
  ]);
});

test("a discriminator names schemas by the values of their own field, and none that contradict it", async () => {
  const kind = (value: string) => `{type: object, properties: {kind: {enum: [${value}]}}}`;
  const forms = (...names: string[]) =>
    `oneOf: [${names.map((name) => `{$ref: '#/components/schemas/${name}'}`).join(", ")}]`;
  const document = await read(`${head}paths:
  /books: {put: {operationId: put, ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/All'}}}}}}
components:
  schemas:
    All: {type: array, items: {anyOf: [{$ref: '#/components/schemas/ByValue'}, {$ref: '#/components/schemas/Twice'}, {$ref: '#/components/schemas/Wrong'}]}}
    Book: ${kind("paper, cloth")}
    Film: {allOf: [{$ref: '#/components/schemas/Any'}, ${kind("film")}]}
    Any: {type: object, properties: {kind: {type: string}}}
    Named: {type: object, properties: {kind: {type: string}}}
    ByValue: {${forms("Book", "Film", "Named")}, discriminator: {propertyName: kind}}
    Twice: {${forms("Book", "Copy")}, discriminator: {propertyName: kind}}
    Copy: ${kind("paper")}
    Wrong: {${forms("Book", "Film")}, discriminator: {propertyName: kind, mapping: {book: Book, film: Film}}}
`);
  const { ByValue, Twice, Wrong } = document.components?.schemas ?? {};
  const to = (name: string) => `#/components/schemas/${name}`;
  expect(ByValue?.discriminator?.mapping).toEqual({
    paper: to("Book"),
    cloth: to("Book"),
    film: to("Film"),
    Named: to("Named"),
  });
  expect([Twice?.discriminator, Wrong?.discriminator]).toEqual([undefined, undefined]);
});

test("schemas get names that types can have, each another, and a description other than a string is left out", async () => {
  const names = ["function", "Call", "a.Book", "aBook", "string"];
  const document = await read(`${head}tags: [{name: books, description: {$ref: './books.md'}}]
paths:
  /books: {put: {operationId: put, summary: [1], tags: [books], ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/All'}}}}}}
components:
  schemas:
    All: {type: object, description: {$ref: './all.md'}, properties: {${names.map((name, index) => `p${index}: {$ref: '#/components/schemas/${name}'}`).join(", ")}}}
${names.map((name) => `    ${name}: {type: object}`).join("\n")}
`);
  const { All, ...others } = document.components?.schemas ?? {};
  expect(Object.keys(others).sort()).toEqual(["Call2", "aBook", "aBook2", "function2", "string2"]);
  expect(Object.values(All?.properties ?? {}).map(({ $ref }) => $ref?.split("/").at(-1))).toEqual([
    "function2",
    "Call2",
    "aBook2",
    "aBook",
    "string2",
  ]);
  expect(All?.description).toBeUndefined();
  expect(document.tags).toEqual([{ name: "books" }]);
  expect(operationIn(document, "put")?.summary).toBeUndefined();
});

test("constraints that no value meets are not checked", async () => {
  const document = await read(`${head}paths:
  /a: {put: {operationId: put, ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/All'}}}}}}
components:
  schemas:
    All:
      type: object
      additionalProperties: false
      required: [id, jsonSchema]
      properties:
        id: {type: string, format: uuid, maxLength: 24}
        kinds: {type: object, enum: [{}]}
        pair: {type: array, prefixItems: [{type: string}, {type: string}], items: false}
        none: {type: array, items: false}
`);
  expect(document.components?.schemas?.All).toEqual({
    type: "object",
    additionalProperties: false,
    required: ["id"],
    properties: {
      id: { type: "string", maxLength: 24 },
      kinds: { type: "object" },
      pair: { type: "array", maxItems: 2 },
      none: { type: "array", maxItems: 0 },
    },
  });
});

test("closed parts of `allOf` are open where they refuse a field that another part requires", async () => {
  const document = await read(`${head}paths:
  /a: {put: {operationId: put, ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/All'}}}}}}
components:
  schemas:
    Id: {type: object, additionalProperties: false, required: [id], properties: {id: {type: string}}}
    Named: {allOf: [{$ref: '#/components/schemas/Id'}, {required: [name], properties: {name: {type: string}}}]}
    Closed: {type: object, additionalProperties: false, allOf: [{$ref: '#/components/schemas/Id'}]}
    Narrow: {allOf: [{$ref: '#/components/schemas/Open'}, {additionalProperties: false, properties: {a: {}}}]}
    Open: {properties: {a: {type: string}, b: {type: string}}}
    Tree: {additionalProperties: false, required: [id], properties: {tree: {$ref: '#/components/schemas/Tree'}}, allOf: [{$ref: '#/components/schemas/Named'}]}
    All: {properties: {id: {$ref: '#/components/schemas/Id'}, named: {$ref: '#/components/schemas/Named'}, closed: {$ref: '#/components/schemas/Closed'}, narrow: {$ref: '#/components/schemas/Narrow'}, tree: {$ref: '#/components/schemas/Tree'}}}
`);
  const id = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const name = { required: ["name"], properties: { name: { type: "string" } } };
  const { Id, Named, Closed, Narrow, Tree } = document.components?.schemas ?? {};
  expect(Id).toEqual({ ...id, additionalProperties: false });
  expect(Named).toEqual({ allOf: [id, name] });
  expect(Closed).toEqual({ type: "object", allOf: [id] });
  expect(Narrow?.allOf?.[1]).toEqual({ additionalProperties: false, properties: { a: {} } });
  expect(Tree).toEqual({
    required: ["id"],
    properties: { tree: { $ref: "#/components/schemas/Tree" } },
    allOf: [{ allOf: [id, name] }],
  });
});

test("a schema may hold itself beside a part of `allOf` with additional properties of any kind, of another it is refused", async () => {
  const of = (others: string) => `${head}paths:
  /a: {put: {operationId: put, ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Tree'}}}}}}
components:
  schemas:
    Tree: {type: object, properties: {tree: {$ref: '#/components/schemas/Tree'}}, allOf: [{type: object, additionalProperties: ${others}}]}
`;
  for (const others of ["true", "{}", "{description: Any}"])
    expect(operationIn(await read(of(others)), "put")).toBeDefined();
  await expect(read(of("{type: object}"))).rejects.toThrow("Tree is composed of itself");
});

test("`oneOf` with a form whose values all fit another is `anyOf`", async () => {
  const document = await read(`${head}paths:
  /a: {put: {operationId: put, ${ok}, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/All'}}}}}}
components:
  schemas:
    Base: {type: object, required: [type], properties: {type: {type: string, description: Kind}}}
    Cash: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {until: {type: integer}}}]}
    Wire: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {until: {type: integer, example: 1}}}]}
    Card: {type: object, required: [card], properties: {card: {type: string}}}
    Closed: {type: object, additionalProperties: false, properties: {type: {type: string}}}
    All:
      type: object
      properties:
        same: {oneOf: [{$ref: '#/components/schemas/Cash'}, {$ref: '#/components/schemas/Wire'}]}
        apart: {oneOf: [{$ref: '#/components/schemas/Cash'}, {$ref: '#/components/schemas/Card'}]}
        closed: {oneOf: [{$ref: '#/components/schemas/Cash'}, {$ref: '#/components/schemas/Closed'}]}
        scalar: {oneOf: [{type: string}, {type: integer}]}
`);
  const { properties = {} } = document.components?.schemas?.All ?? {};
  expect(Object.entries(properties).map(([name, one]) => [name, ...Object.keys(one)])).toEqual([
    ["same", "anyOf"],
    ["apart", "oneOf"],
    ["closed", "oneOf"],
    ["scalar", "oneOf"],
  ]);
});

test("responses to HEAD have no content, tables are text, and headers of the transfer are not parameters", async () => {
  const document = await read(`${head}paths:
  /a:
    head: {operationId: look, responses: {'200': {description: '', content: {text/plain: {schema: {type: string}}}}}}
    get:
      operationId: table
      parameters: [{name: Accept-Encoding, in: header, schema: {type: string}}, {name: X-Id, in: header, schema: {type: string}}]
      responses: {'200': {description: '', content: {text/csv: {schema: {type: array, items: {type: object}}, example: 'a,b'}}}}
`);
  expect(operationIn(document, "look")?.responses["200"]).toEqual({ description: "" });
  const { parameters, responses } = operationIn(document, "table") ?? {};
  expect(parameters).toMatchObject([{ name: "X-Id" }]);
  expect(parameters).toHaveLength(1);
  expect(responses?.["200"]?.content).toEqual({
    "text/csv": { schema: { type: "string" }, examples: { example: { value: "a,b" } } },
  });
});
