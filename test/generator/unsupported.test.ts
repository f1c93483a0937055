// What OpenAPI can say and no generated package can do is refused in a sentence that names it.

import type { Document, MediaType, Operation, Parameter } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { findUnsupported } from "@packages/contract/src/unsupported.ts";
import { expect, test } from "vitest";
import { makeDocument, makeOperation } from "./support/document.ts";

/** @throws {SpecError} with the reasons of all operations that are not supported */
function assertSupported(document: Document): void {
  const reasons = findUnsupported(document).map(({ reason }) => reason);
  if (reasons.length > 0) throw new SpecError(reasons.join("\n"));
}

const media: MediaType = { schema: { type: "string" } };
const parameter = (parts: Partial<Parameter>): Partial<Operation> => ({
  parameters: [{ name: "shelf", in: "query", schema: { type: "string" }, ...parts }],
});
const response = (content: Record<string, MediaType>): Partial<Operation> => ({
  responses: { "200": { description: "", content } },
});

const unreadable = (body: string): string => `${body}: bodies have to be JSON, text or bytes.`;

test.for<[string, Partial<Operation>]>([
  [
    unreadable("The request body of add is multipart/mixed"),
    { requestBody: { content: { "multipart/mixed": media } } },
  ],
  [
    "The request body of add is multipart/form-data: a form has to be an object with known fields.",
    { requestBody: { content: { "multipart/form-data": media } } },
  ],
  [
    "The request body of add is application/x-www-form-urlencoded: a field of a form has to be a list, or an object, in each of its variants or in none.",
    {
      requestBody: {
        content: {
          "application/x-www-form-urlencoded": {
            schema: {
              oneOf: [
                { type: "object", required: ["a"], properties: { a: { type: "string" } } },
                { type: "object", properties: { a: { type: "array", items: { type: "string" } } } },
              ],
            },
          },
        },
      },
    },
  ],
  [
    "The response 200 of add is multipart/form-data: only requests have forms.",
    response({ "multipart/form-data": media }),
  ],
  [
    "The request body of add is text/event-stream: only responses have events.",
    { requestBody: { content: { "text/event-stream": media } } },
  ],
  [
    "add has an idempotency key and a body of multipart/form-data: files are not compared.",
    {
      requestBody: {
        content: { "multipart/form-data": { schema: { type: "object", properties: { a: {} } } } },
      },
      "x-idempotency": { header: "Key", retention: 9, scope: "caller", keeps: [] },
    },
  ],
  [
    unreadable("The response 200 of add is application/xml"),
    response({ "application/xml": media }),
  ],
  [
    'The response 200 of add/pattern: "(" is not a regular expression.',
    response({ "application/json": { schema: { type: "string", pattern: "(" } } }),
  ],
  [
    "add only switches protocols (101): connections have to stay HTTP.",
    { responses: { "101": { description: "" }, "400": { description: "" } } },
  ],
  [
    "The response 200 of add is text/plain: objects and lists have to be JSON.",
    response({ "text/plain": { schema: { type: "object" } } }),
  ],
  [
    "The query parameter 'shelf' of add is an object: give it the style deepObject, or JSON as `content`.",
    parameter({ schema: { type: "object", properties: { a: { type: "object" } } } }),
  ],
  [
    "The query parameter 'shelf' of add is a list of objects or lists: give it the style deepObject, or JSON as `content`.",
    parameter({ schema: { type: "array", items: { type: "object" } } }),
  ],
  [
    "The query parameter 'shelf' of add has the style 'matrix': the server supports simple, form, spaceDelimited, pipeDelimited, deepObject.",
    parameter({ style: "matrix" }),
  ],
  [
    "The path parameter 'shelf' of add has the style 'pipeDelimited': the server supports simple, form, label, matrix.",
    parameter({ in: "path", style: "pipeDelimited" }),
  ],
  [
    "add needs several credentials in one place (Card and Key): give it one.",
    { security: [{ Card: [], Key: [] }] },
  ],
])("%s", ([message, parts]) => {
  const document = makeDocument({ "/books": { post: makeOperation("add", parts) } });
  expect(() => {
    assertSupported(document);
    readContract(document);
  }).toThrow(new SpecError(message));
});

test.each(["/books?kind=old", "/books#old", "/books/../old", "/books\\old"])(
  "the path %s is refused",
  (path) => {
    const document = makeDocument({ [path]: { post: makeOperation("add", {}) } });
    expect(() => assertSupported(document)).toThrow(
      new SpecError(`add has the path ${path}: a URL changes it.`),
    );
  },
);

test("JSON of a kind of its own is JSON", () => {
  const content = { "application/merge-patch+json": media };
  const document = makeDocument({
    "/books": { patch: makeOperation("change", { requestBody: { content } }) },
  });
  assertSupported(document);
  expect(readContract(document).operations[0]?.body?.mediaType).toBe(
    "application/merge-patch+json",
  );
});

test("a response for several statuses is read, and one of its own comes before it", () => {
  const responses = {
    default: { description: "Failed." },
    "4XX": { description: "Wrong." },
    "404": { description: "" },
  };
  const document = makeDocument({ "/books": { post: makeOperation("add", { responses }) } });
  assertSupported(document);
  const read = readContract(document).operations[0]?.responses.map(({ status, range }) => [
    status,
    range?.to,
    range?.key,
  ]);
  expect(read).toEqual([
    // No other response is a success.
    [200, 599, "default"],
    [400, 499, "4XX"],
    [404, undefined, undefined],
  ]);
});

test("several ways to call an operation are read, one without credentials among them", () => {
  const ways = (security: Operation["security"]) => {
    const document = makeDocument({
      "/books": { post: makeOperation("add", { ...(security && { security }) }) },
    });
    assertSupported(document);
    return readContract(document).operations[0]?.security;
  };
  expect(ways([{ Card: [] }, { Key: [] }])).toEqual([["Card"], ["Key"]]);
  expect(ways([{}, { Key: [] }])).toEqual([["Key"], []]);
  expect(ways([{}])).toEqual([]);
});

test("a scheme that takes more than a token is refused", () => {
  const document = makeDocument(
    { "/books": { post: makeOperation("add", { security: [{ Card: [] }] }) } },
    { components: { securitySchemes: { Card: { type: "http", scheme: "digest" } } } },
  );
  expect(() => assertSupported(document)).toThrow(
    "components.securitySchemes.Card, which secures add, is HTTP digest: the server supports Basic, tokens and API keys.",
  );
});

test("credentials in several places are taken at once", () => {
  const key = (name: string) => ({ type: "apiKey", in: "header", name }) as const;
  const document = makeDocument(
    { "/books": { post: makeOperation("add", { security: [{ Id: [], Secret: [] }] }) } },
    { components: { securitySchemes: { Id: key("X-Id"), Secret: key("X-Secret") } } },
  );
  assertSupported(document);
  expect(readContract(document).operations[0]?.security).toEqual([["Id", "Secret"]]);
});

test("of several media types JSON is read", () => {
  const content = { "application/xml": media, "application/json; charset=utf-8": media };
  const document = makeDocument({
    "/books": { post: makeOperation("add", { requestBody: { content }, ...response(content) }) },
  });
  assertSupported(document);
  const [operation] = readContract(document).operations;
  expect(operation?.body?.mediaType).toBe("application/json; charset=utf-8");
});

test("two operations with one id are refused", () => {
  const document = makeDocument({
    "/books": { get: makeOperation("read", {}) },
    "/loans": { get: makeOperation("read", {}) },
  });
  const refused = new SpecError("Two operations have the id read: give each its own.");
  expect(() => assertSupported(document)).toThrow(refused);
});
