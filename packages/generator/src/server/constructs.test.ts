// What OpenAPI has and the contract of this repository has not: lists in parameters, API keys and standard formats.
import type { Server } from "node:http";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import type { Parameter, Schema } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { inject, type Response } from "light-my-request";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDocument, makeOperation } from "../../../../test/generator/support/document.ts";
import { loadPackage, makePackage } from "../../../../test/generator/support/server-package.ts";

const text: Schema = { type: "string" };
const numbers: Schema = { type: "array", items: { type: "integer", format: "uint8" } };
const parameters: Parameter[] = [
  { name: "shelves", in: "path", required: true, schema: { type: "array", items: text } },
  { name: "repeated", in: "query", schema: numbers },
  { name: "commas", in: "query", schema: numbers, explode: false },
  {
    name: "pipes",
    in: "query",
    schema: { $ref: "#/components/schemas/Pages" },
    explode: false,
    style: "pipeDelimited",
  },
  { name: "spaces", in: "query", schema: numbers, explode: false, style: "spaceDelimited" },
  { name: "X-Topics", in: "header", schema: { type: "array", items: text } },
];
const fields: Record<string, Schema> = {
  time: { type: "string", format: "time" },
  bytes: { type: "string", contentEncoding: "base64" },
  small: { type: "integer", format: "int8" },
  decimal: { type: "number", format: "decimal" },
};
const responses = { "204": { description: "Done." } };
const answer = (schema: Schema) => ({
  "200": { description: "", content: { "application/json": { schema } } },
});
const body = {
  required: true,
  content: { "application/json": { schema: { type: "object", properties: fields } } },
};
const keyed = (scheme: string) =>
  makeOperation(`open${scheme}`, { security: [{ [scheme]: [] }], responses });
const document = buildDocument(
  makeDocument(
    {
      "/shelves/{shelves}": { get: makeOperation("findBooks", { parameters, responses }) },
      "/books": { post: makeOperation("addBook", { requestBody: body, responses }) },
      "/topics": {
        get: makeOperation("listTopics", { responses: answer({ type: "array", items: text }) }),
      },
      "/count": { get: makeOperation("countBooks", { responses: answer({ type: "integer" }) }) },
      "/header": { get: keyed("HeaderKey") },
      "/query": { get: keyed("QueryKey") },
      "/cookie": { get: keyed("CookieKey") },
      "/oauth": { get: keyed("OAuth") },
    },
    {
      components: {
        schemas: { Pages: numbers },
        securitySchemes: {
          HeaderKey: { type: "apiKey", in: "header", name: "X-Api-Key" },
          QueryKey: { type: "apiKey", in: "query", name: "key" },
          CookieKey: { type: "apiKey", in: "cookie", name: "key" },
          OAuth: { type: "oauth2" },
        },
      },
    },
  ),
);
const contract = readContract(document);

const { built } = await loadPackage(await makePackage(contract), document, afterAll);
let server: Server;
interface Seen {
  params: object;
  query: object;
  headers: object;
  reply: { ok(data?: unknown): object };
}
let seen: Seen;

beforeAll(async () => {
  const check = (given: string) => (given === "right" ? { caller: "reader", callerId: "1" } : null);
  const authenticators = Object.fromEntries(
    Object.keys(contract.securitySchemes).map((name) => [name, check]),
  );
  const handler = (context: Seen) => {
    seen = context;
    return context.reply.ok();
  };
  const handlers = {
    ...Object.fromEntries(contract.operations.map(({ id }) => [id, handler])),
    listTopics: ({ reply }: Seen) => reply.ok(["ships", "sea"]),
    countBooks: ({ reply }: Seen) => reply.ok(3),
  };
  ({ server } = await built.createLendingServer({ authenticators, handlers, logger: false }));
});

function call(
  method: "GET" | "POST",
  url: string,
  headers = {},
  payload?: object,
): Promise<Response> {
  return inject((request, response) => void server.emit("request", request, response), {
    method,
    url,
    headers,
    ...(payload && { payload }),
  });
}

describe("lists in parameters", () => {
  test("are lists, whatever divides their items", async () => {
    const query = "repeated=1&repeated=2&commas=3,4&pipes=5%7C6&spaces=7%208";
    const { statusCode } = await call("GET", `/shelves/a,b?${query}`, { "x-topics": "ships, sea" });
    expect(statusCode).toBe(204);
    expect(seen.params).toEqual({ shelves: ["a", "b"] });
    expect(seen.query).toEqual({ repeated: [1, 2], commas: [3, 4], pipes: [5, 6], spaces: [7, 8] });
    expect(seen.headers).toMatchObject({ "x-topics": ["ships", "sea"] });
  });

  test("have items of their kind", async () => {
    expect((await call("GET", "/shelves/a?commas=1,256")).statusCode).toBe(400);
    expect((await call("GET", "/shelves/a?repeated=one")).statusCode).toBe(400);
  });
});

test("a body may be a list, a scalar or nothing", async () => {
  expect((await call("GET", "/topics")).json()).toEqual(["ships", "sea"]);
  expect((await call("GET", "/count")).json()).toBe(3);
  const { statusCode, payload, headers } = await call("GET", "/shelves/a");
  expect([statusCode, payload, headers["content-type"], headers["content-length"]]).toEqual([
    204,
    "",
    undefined,
    undefined,
  ]);
});

test.each([
  ["/header", (key: string) => ({ headers: { "x-api-key": key } })],
  ["/cookie", (key: string) => ({ headers: { cookie: `other=1; key=${key}` } })],
  ["/oauth", (key: string) => ({ headers: { authorization: `Bearer ${key}` } })],
  ["/query", (key: string) => ({ query: `?key=${key}` })],
])(
  "credentials of %s are read where they stand",
  async (path, place: (key: string) => { headers?: object; query?: string }) => {
    const given = ["right", "wrong", ""].map(place);
    const sent = [...given, {}].map(({ headers, query = "" }) =>
      call("GET", path + query, headers),
    );
    expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual([
      204, 401, 401, 401,
    ]);
  },
);

describe("fields of standard formats", () => {
  const right = { time: "08:49:37", bytes: "aGk=", small: -128, decimal: 0.5 };
  const wrong = { time: "25:00:00", bytes: "aGk", small: 128, decimal: "0.5" };

  test.each(Object.entries(wrong))(
    "are refused where %s is wrong, and taken where all are right",
    async (name, value) => {
      expect((await call("POST", "/books", {}, right)).statusCode).toBe(204);
      expect((await call("POST", "/books", {}, { ...right, [name]: value })).statusCode).toBe(400);
    },
  );
});
