// The emitter on another contract than the project's: a library, described by somebody who tries to break out.

import { readFileSync } from "node:fs";
import * as authorize from "@packages/client/src/authorize.ts";
import * as check from "@packages/client/src/check.ts";
import type { ContractTable } from "@packages/client/src/contract-table.ts";
import { takeParameters } from "@packages/client/src/parameters.ts";
import type { Contract, Operation, Parameter } from "@packages/contract/src/model.ts";
import type { Schema } from "@packages/contract/src/openapi.ts";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { contract as tiny } from "../../../../test/support/tiny-contract.ts";
import { buildClientModel } from "./client-model.ts";
import { printApi } from "./print-api.ts";
import { printClient, typeNames } from "./print-client.ts";
import { printContract, printPacing } from "./print-contract.ts";
import { printClientIndex, printHelpers } from "./print-index.ts";
import { printNotificationReceiver } from "./print-notifications.ts";
import { printSamples } from "./print-samples.ts";
import { printStandardSchema } from "./print-standard-schema.ts";
import { printTesting } from "./print-testing.ts";
import { printClientTypes } from "./print-types.ts";
import { printWaits } from "./print-waits.ts";
import { printReadme } from "./readme.ts";

const hostile = [
  "*/ injected(); /*",
  "`$" + "{injected()}`",
  '"); injected(); ("',
  '\\"; injected(); //',
  "\u2028injected();\u2029",
  "\r\ninjected();",
  "</script>",
].join(" ");
const project = {
  name: "book-contract",
  version: "1.0.0",
  license: "MIT",
  dependencies: { "openapi-fetch": "0.16.0" },
};

/** An operation of the library, described by somebody hostile. */
const operation = (
  parts: Partial<Operation> & Pick<Operation, "id" | "name" | "path">,
): Operation => ({
  group: "rare-books",
  method: "GET",
  summary: hostile,
  description: hostile,
  scheme: "Card",
  security: [["Card"]],
  parameters: [],
  responses: [],
  ...parts,
});
const issuer = operation({
  id: "issueCard",
  group: "cards",
  name: "issue",
  method: "POST",
  path: "/cards",
  scheme: "Password",
  security: [["Password"]],
  token: {
    scheme: "Card",
    token: "card",
    expiresIn: "seconds",
    unit: "seconds",
    lifetime: 60,
    renewEarly: 5,
    claims: {},
  },
});
const status = {
  type: "string",
  enum: ["here", "lent", "lost"],
  "x-open-set": true,
  description: hostile,
};
const book = {
  type: "object",
  required: ["id", "status"],
  properties: {
    id: { type: "string", readOnly: true },
    status: { $ref: "#/components/schemas/BookStatus" },
    [hostile]: {
      type: "string",
      description: hostile,
      default: hostile,
      examples: [hostile],
      pattern: "^[^*/]+$",
    },
  },
};
const ok: Operation["responses"][number] = {
  status: 200,
  description: hostile,
  headers: [],
  mediaType: "application/json",
  examples: [],
  errors: [],
  schema: { $ref: "#/components/schemas/Book" },
};
const getBook = operation({
  id: "getBook",
  name: "get",
  path: "/books/{book-id}",
  responses: [ok],
  parameters: [
    {
      name: "book-id",
      in: "path",
      required: true,
      description: hostile,
      schema: { $ref: "#/components/schemas/BookId" },
      example: hostile,
    },
  ],
});
const findBooks = operation({
  id: "findBooks",
  name: "find",
  path: "/books",
  responses: [ok],
  parameters: [
    {
      name: "title",
      in: "query",
      required: true,
      description: hostile,
      schema: { type: "string", minLength: 1 },
    },
    {
      name: "X-Shelf",
      in: "header",
      required: false,
      description: "",
      schema: { type: "integer", maximum: 9 },
    },
  ],
});
const lendBook = operation({
  id: "lendBook",
  name: "lend",
  method: "POST",
  path: "/loans",
  responses: [ok],
  body: {
    required: true,
    description: hostile,
    mediaType: "application/json",
    examples: [],
    schema: { $ref: "#/components/schemas/Book" },
  },
});
const labelBooks = operation({
  id: "labelBooks",
  name: "label",
  method: "PUT",
  path: "/labels",
  responses: [ok],
  body: {
    required: true,
    description: hostile,
    mediaType: "application/json",
    examples: [],
    schema: { type: "object", additionalProperties: { type: "string", maxLength: 9 } },
  },
});

const contract: Contract = {
  ...tiny,
  title: hostile,
  groups: [
    { name: "cards", description: hostile, operations: [{ id: "issueCard", method: "issue" }] },
    {
      name: "rare-books",
      description: hostile,
      operations: [
        { id: "getBook", method: "get" },
        { id: "findBooks", method: "find" },
        { id: "lendBook", method: "lend" },
        { id: "labelBooks", method: "label" },
      ],
    },
  ],
  operations: [issuer, getBook, findBooks, lendBook, labelBooks],
  errors: tiny.errors.map((error) => ({ ...error, code: hostile, condition: hostile })),
  lifecycles: [
    {
      schema: "BookStatus",
      subject: "book",
      initial: "here",
      final: ["lost"],
      waitEndsAt: ["lost"],
      statuses: { here: { description: hostile }, lent: {}, lost: {} },
      transitions: [],
    },
  ],
  notifications: tiny.notifications.map((notification) => ({
    ...notification,
    event: hostile,
    when: hostile,
    summary: hostile,
  })),
  signature: {
    header: hostile,
    algorithm: "HMAC-SHA256",
    signed: "{timestamp}.{body}",
    timestamp: "t",
    version: "v1",
    tolerance: 1,
  },
  schemas: {
    ...tiny.schemas,
    Book: book,
    BookId: { anyOf: [{ type: "string" }, { type: "integer" }] },
    BookStatus: status,
    Price: { properties: { currency: { enum: ["JPY"] } } },
  },
};
const client = buildClientModel(project, contract);
const sentences = new Map(
  contract.operations.map(({ id }) => [id, [{ keyword: "speed", title: "Speed", text: hostile }]]),
);
const modules: Record<string, string> = {
  client: printClient(client, sentences),
  contract: printContract(client),
  index: printClientIndex(client),
  notifications: printNotificationReceiver(client) ?? "",
  types: printClientTypes(client),
  testing: printTesting(client),
  waits: printWaits(client) ?? "",
  pacing: printPacing(client) ?? "",
  helpers: printHelpers(client),
  "standard-schema": printStandardSchema(client) ?? "",
};

describe.each(Object.keys(modules))("%s.ts of a hostile contract", (name) => {
  test("holds what was meant, and nothing that the spec slipped in", () => {
    const source = ts.createSourceFile(
      `${name}.ts`,
      modules[name] ?? "",
      ts.ScriptTarget.Latest,
      true,
    );
    const { parseDiagnostics } = source as unknown as { parseDiagnostics: ts.Diagnostic[] };
    expect(parseDiagnostics.map(({ messageText }) => messageText)).toEqual([]);
    const called: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && node.text === "injected") called.push(node.parent.getText());
      ts.forEachChild(node, visit);
    };
    visit(source);
    expect(called).toEqual([]);
  });
});

const parse = (code: string) => ts.createSourceFile("x.ts", code, ts.ScriptTarget.Latest, true);

/** The names that a module imports, by where from. */
function importsOf(code: string): [from: string, name: string][] {
  return parse(code)
    .statements.filter(ts.isImportDeclaration)
    .flatMap((statement) => {
      const { namedBindings } = statement.importClause ?? {};
      if (!namedBindings || !ts.isNamedImports(namedBindings)) return [];
      const from = (statement.moduleSpecifier as ts.StringLiteral).text;
      return namedBindings.elements.map(({ name, propertyName = name }): [string, string] => [
        from,
        propertyName.text,
      ]);
    });
}

/** The names that a module exports. */
function exportsOf(code: string): string[] {
  return parse(code).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement))
      return statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map(({ name }) => name.text)
        : [];
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    return [(statement as unknown as ts.InterfaceDeclaration).name.text];
  });
}

/** The names of types that a module uses. */
function typesIn(code: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) names.push(node.typeName.getText());
    ts.forEachChild(node, visit);
  };
  visit(parse(code));
  return [...new Set(names)];
}

test.each(Object.keys(modules))(
  "%s.ts imports what there is, and every type of the contract that it uses",
  (name) => {
    const imported = importsOf(modules[name] ?? "");
    const wrong = imported.filter(([from, word]) => {
      const own = /^\.\/([\w-]+)\.ts$/.exec(from)?.[1];
      const runtime = /^@packages\/client\/(.+)$/.exec(from)?.[1];
      if (runtime !== undefined) {
        const file = new URL(`../../../client/${runtime}`, import.meta.url);
        return !exportsOf(readFileSync(file, "utf8")).includes(word);
      }
      return own !== undefined && !exportsOf(modules[own] ?? "").includes(word);
    });
    expect(wrong).toEqual([]);
    const types = exportsOf(modules.types ?? "");
    expect(types).toContain("BookId");
    const used = typesIn(modules[name] ?? "").filter((word) => types.includes(word));
    const known = [...imported.map(([, word]) => word), ...exportsOf(modules[name] ?? "")];
    expect(used.filter((word) => !known.includes(word))).toEqual([]);
  },
);

test("a form's check takes each maker that finds all mistakes, where there is one", () => {
  const file = new URL("../../../client/src/standard-schema.ts", import.meta.url);
  const collecting = exportsOf(readFileSync(file, "utf8"));
  const imported = importsOf(modules["standard-schema"] ?? "");
  const namesFrom = (place: string) =>
    imported
      .filter(([from]) => from === `@packages/client/src/${place}.ts`)
      .map(([, name]) => name);
  expect(namesFrom("standard-schema")).toEqual(expect.arrayContaining(["object", "record"]));
  expect(namesFrom("check").filter((name) => collecting.includes(name))).toEqual([]);
});

test.for<[schema: Schema, by: "page" | "offset", first?: number]>([
  [{ type: "integer", default: 0 }, "page", 0],
  [{ type: "integer", minimum: 0 }, "page", 0],
  [{ type: "integer", minimum: 0, default: 2 }, "page", 2],
  [{ type: "integer" }, "page"],
  [{ type: "integer", default: 0 }, "offset"],
])("a list by %j of %s begins with page %s", ([schema, by, first]) => {
  const page: Parameter = { name: "at", in: "query", required: false, description: "", schema };
  const pages = { by, parameter: "at", items: ["books"] };
  const list = { id: "listBooks", name: "list", path: "/all", responses: [ok] };
  const operations = [operation({ ...list, parameters: [page], pages })];
  const group = { name: "rare-books", description: "" };
  const groups = [{ ...group, operations: [{ id: "listBooks", method: "list" }] }];
  const model = buildClientModel(project, { ...contract, groups, operations });
  const [, given] =
    /callPages\(.*?, options, (\{.*?\})\),\n/s.exec(printClient(model, new Map())) ?? [];
  expect(new Function(`return ${given}`)()).toEqual({
    ...pages,
    ...(first !== undefined && { first }),
  });
});

test("names come from the contract", () => {
  expect(client).toMatchObject({
    packageName: "@book-contract/client",
    prefix: "Book",
    variable: "book",
  });
  expect(client.groups.map(({ property }) => property)).toEqual(["rareBooks"]);
  expect(client.money).toEqual({ currency: "JPY", locale: "ja-JP" });
  expect(modules.client).toContain("export function createBookClient(");
  expect(modules.client).toContain("get(bookId: BookId, options?: CallOptions): Call<");
  expect(modules.waits).toContain("waitUntilFinal<Further extends string = never>(bookId: BookId");
});

test("a request has no read-only fields", () => {
  const [, response, request] =
    /interface Book \{(.*?)\n\}.*interface BookInput \{(.*?)\n\}/s.exec(modules.types ?? "") ?? [];
  expect(response).toContain("  id: string;");
  // A list that may grow is closed in what is sent.
  expect(request).toContain('  status: "here" | "lent" | "lost";');
  expect(request).not.toContain("  id: string;");
  expect(modules.client).toContain("lend(body: BookInput, options?: CallOptions): Call<Book>");
});

/** The table that a printed module makes. */
function tableOf(printed: string): ContractTable {
  const code = ts.transpile(printed, {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ESNext,
  });
  const body = code.replace(/^import.*$/gm, "").replace("export function", "return function");
  const known = { ...authorize, ...check, takeParameters };
  return new Function(...Object.keys(known), body)(...Object.values(known))();
}

test("the runtime's table of a contract without envelopes, with parameters", () => {
  const { operations, token, take } = tableOf(printContract(client));
  const { method, bare, parameters = [] } = operations.findBooks ?? {};
  expect([method, bare, take]).toEqual(["GET", true, takeParameters]);
  expect(
    parameters.map(([name, place, required, rule]) => [name, place, required, rule(""), rule(10)]),
  ).toEqual([
    [
      "title",
      "query",
      true,
      ["", "minLength", expect.any(String)],
      ["", "type", expect.any(String)],
    ],
    [
      "X-Shelf",
      "header",
      false,
      ["", "type", expect.any(String)],
      ["", "maximum", expect.any(String)],
    ],
  ]);
  expect(operations.lendBook?.body?.({})).toEqual(["status", "required", "be given"]);
  expect(token).toMatchObject({ operation: "issueCard", unit: 1000, renewEarly: 5000 });
});

test("a contract without tokens has a client, which takes the credentials of each scheme", () => {
  const { authorization, token, operations } = tableOf(
    printContract(
      buildClientModel(project, {
        ...tiny,
        schemas: { ...tiny.schemas, Loan: { type: "object" } },
      }),
    ),
  );
  expect(token).toBeUndefined();
  expect(authorization?.check?.({ Card: "token" })).toBeUndefined();
  expect(authorization?.check?.({ Other: "token" })).toMatchObject([
    "Other",
    "additionalProperties",
    "be one of Card",
  ]);
  expect(operations.lendBook).toMatchObject({ security: [["Card"]] });
});

test("pages hold no HTML of the spec", () => {
  for (const page of [printApi(client, sentences)])
    expect(page.replace(/```[\s\S]*?```|`[^`]*`/g, "")).not.toContain("<script");
  expect(printReadme(client, true, { name: "library", version: "1.0.0" })).toContain(
    "createBookClient",
  );
});

test("samples are what the contract shows, whatever their texts are", async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it has to look like a placeholder.
  const sample = { text: "`${process.exit(1)}` */ \"'\\ \u2028 </script>" };
  const error = {
    ...(tiny.errors[0] as Contract["errors"][number]),
    code: "__proto__",
    status: 418,
  };
  const printed = printSamples({ ...contract, errors: [{ ...error, sample }] });
  const samples = await import(`data:text/javascript,${encodeURIComponent(printed)}`);
  expect(Object.entries(samples.errors)).toEqual([["__proto__", { status: 418, body: sample }]]);
});

test("an operation named `all`, like the list of all handlers, is refused", () => {
  const operations = [{ ...issuer, id: "all" }];
  expect(() => printTesting({ ...client, contract: { ...contract, operations } })).toThrow(
    /named `all`/,
  );
});

test("a schema whose name is that of another in requests is imported once", () => {
  const schemas = { Book: {}, BookInput: {} };
  expect(typeNames({ ...contract, schemas }, ["add(body: BookInput): Book"])).toEqual([
    "Book",
    "BookInput",
  ]);
});
