// What OpenAPI can say and no generated package can do is refused in a sentence that names it.
import { expect, test } from "vitest";
import { assertSupported } from "../../packages/contract/src/assert-supported.ts";
import type { MediaType, Operation, Parameter } from "../../packages/contract/src/openapi.ts";
import { readContract } from "../../packages/contract/src/read-contract.ts";
import { SpecError } from "../../packages/contract/src/spec-error.ts";
import { makeDocument, makeOperation } from "./support/document.ts";

const media: MediaType = { schema: { type: "string" } };
const parameter = (parts: Partial<Parameter>): Partial<Operation> => ({
  parameters: [{ name: "shelf", in: "query", schema: { type: "string" }, ...parts }],
});
const response = (content: Record<string, MediaType>): Partial<Operation> => ({
  responses: { "200": { description: "", content } },
});

test.for<[string, Partial<Operation>, string]>([
  [
    "a form",
    { requestBody: { content: { "multipart/form-data": media } } },
    "The request body of add is multipart/form-data: bodies have to be JSON.",
  ],
  [
    "XML",
    response({ "application/xml": media }),
    "The response 200 of add is application/xml: bodies have to be JSON.",
  ],
  [
    "a stream",
    response({ "text/event-stream": media }),
    "The response 200 of add is text/event-stream: bodies have to be JSON.",
  ],
  [
    "a choice of media types",
    response({ "application/json": media, "image/png": media }),
    "The response 200 of add has several media types (application/json, image/png): give it one.",
  ],
  [
    "a cookie",
    parameter({ in: "cookie" }),
    "The cookie parameter 'shelf' of add cannot be read: only path, query and headers are.",
  ],
  [
    "an object in the query",
    parameter({ schema: { type: "object", properties: {} } }),
    "The query parameter 'shelf' of add is an object: a parameter has to be a scalar or a list of them.",
  ],
  [
    "objects in the query",
    parameter({ schema: { type: "array", items: { type: "object" } } }),
    "The query parameter 'shelf' of add is a list of objects: a parameter has to be a scalar or a list of them.",
  ],
  [
    "a style of its own",
    parameter({ in: "path", style: "matrix" }),
    "The path parameter 'shelf' of add has the style 'matrix': a server knows simple, form, spaceDelimited, pipeDelimited.",
  ],
  [
    "two ways in",
    { security: [{ Card: [] }, { Key: [] }] },
    "add may be called in several ways (by Card, or by Key): give it one.",
  ],
  [
    "a way in that may be left out",
    { security: [{}, { Key: [] }] },
    "add may be called in several ways (by nobody, or by Key): give it one.",
  ],
  [
    "two credentials at once",
    { security: [{ Card: [], Key: [] }] },
    "add needs several credentials (Card and Key): give it one.",
  ],
  [
    "a status for several",
    { responses: { default: { description: "" } } },
    "The answer 'default' of add stands for several statuses: give each its own.",
  ],
])("%s", ([, parts, message]) => {
  const document = makeDocument({ "/books": { post: makeOperation("add", parts) } });
  expect(() => {
    assertSupported(document);
    readContract(document);
  }).toThrow(new SpecError(message));
});

test("JSON of a kind of its own is JSON", () => {
  const content = { "application/merge-patch+json": media };
  const document = makeDocument({ "/books": { patch: makeOperation("change", { requestBody: { content } }) } });
  assertSupported(document);
  expect(readContract(document).operations[0]?.body?.mediaType).toBe("application/merge-patch+json");
});
