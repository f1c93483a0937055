import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import {
  type Document,
  type Json,
  type Response,
  resolve,
  type Schema,
} from "@packages/contract/src/openapi.ts";
import { describe, expect, test } from "vitest";
import { makeDocument, makeError, makeOperation } from "./support/document.ts";
import { document } from "./support/library.ts";

/** Examples of the headers of a response. */
function headersOf(response: Response | undefined): Record<string, Json | undefined> {
  return Object.fromEntries(
    Object.entries(response?.headers ?? {}).map(([name, header]) => [
      name,
      resolve(document, header).example,
    ]),
  );
}

function bodyOf(response: Response | undefined, example: string): Json | undefined {
  const reference = response?.content?.["application/json"]?.examples?.[example];
  return reference && resolve(document, reference).value;
}

describe.each([
  { path: "/books", method: "get", success: 200, limit: 30, window: 60 },
  { path: "/loans", method: "post", success: 201, limit: 3, window: 3600 },
] as const)("$method $path says its own figures", ({ path, method, success, limit, window }) => {
  const responses = document.paths[path]?.[method]?.responses ?? {};

  test("in the headers of a success, and in headers and body once the limit is reached", () => {
    expect(headersOf(responses[success])).toMatchObject({
      "Allowance-Limit": limit,
      "Allowance-Remaining": limit - 1,
      "Allowance-Reset": 1795186860,
    });
    expect(headersOf(responses["429"])).toEqual({
      "Allowance-Limit": limit,
      "Allowance-Remaining": 0,
      "Allowance-Reset": 1795186860,
      "Retry-After": 7,
    });
    expect(bodyOf(responses["429"], "too-often")).toMatchObject({
      error: { code: "TOO_OFTEN", details: { limit, window, wait: 7 } },
    });
  });
});

test("an operation without a limit has no headers of one", () => {
  expect(headersOf(document.paths["/books/{number}"]?.get?.responses["200"])).toEqual({});
});

test("another error of the same status keeps its own figures", () => {
  const error = (code: string, limit: Schema): Schema =>
    makeError(
      {
        code,
        status: 429,
        condition: "It is so.",
        message: "No.",
        details: { limit: 1 },
        retryable: true,
      },
      { type: "object", properties: { limit } },
    );
  const schemas = {
    Often: error("OFTEN", { "x-rate-limit-part": "limit" }),
    Full: error("FULL", { description: "Books on the shelf." }),
  };
  const schema = {
    anyOf: Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` })),
  };
  const operation = makeOperation("listBooks", {
    "x-rate-limit": { limit: 9, window: 1, scope: ["ip"] },
    responses: { "429": { description: "", content: { "application/json": { schema } } } },
  });
  const built = buildDocument(
    makeDocument({ "/books": { get: operation } }, { components: { schemas } }),
  );
  const { examples = {} } =
    built.paths["/books"]?.get?.responses["429"]?.content?.["application/json"] ?? {};
  const values = Object.entries(examples).map(([name, example]) => [
    name,
    resolve(built, example).value,
  ]);
  expect(values).toEqual([
    [
      "often",
      expect.objectContaining({ error: { code: "OFTEN", message: "No.", details: { limit: 9 } } }),
    ],
    [
      "full",
      expect.objectContaining({ error: { code: "FULL", message: "No.", details: { limit: 1 } } }),
    ],
  ]);
});

describe("a field that reports the limit is found", () => {
  const count: Schema = { type: "integer", "x-rate-limit-part": "limit" };
  const holder: Schema = { type: "object", properties: { limit: count } };
  const referring: Schema = { $ref: "#/components/schemas/Count", "x-rate-limit-part": "limit" };
  const shapes: [string, Schema, Json, Json][] = [
    ["in a field", holder, { limit: 1, other: 1 }, { limit: 9, other: 1 }],
    [
      "next to a reference",
      { type: "object", properties: { limit: referring } },
      { limit: 1 },
      { limit: 9 },
    ],
    ["in what a model inherits", { allOf: [holder] }, { limit: 1 }, { limit: 9 }],
    ["in a list", { type: "array", items: holder }, [{ limit: 1 }, {}], [{ limit: 9 }, {}]],
    ["in a variant", { anyOf: [{ type: "null" }, holder] }, { limit: 1 }, { limit: 9 }],
    [
      "and no other",
      { type: "object", properties: { limit: { type: "integer" } } },
      { limit: 1 },
      { limit: 1 },
    ],
  ];

  test.each(shapes)("%s", (_, schema, value, expected) => {
    const content = {
      "application/json": { schema, examples: { full: { summary: "Full.", value } } },
    };
    const operation = makeOperation("listBooks", {
      "x-rate-limit": { limit: 9, window: 1, scope: ["ip"] },
      responses: { "200": { description: "", content } },
    });
    const made: Document = makeDocument(
      { "/books": { get: operation } },
      { components: { schemas: { Count: { type: "integer" } } } },
    );
    const built = buildDocument(made).paths["/books"]?.get?.responses["200"];
    expect(bodyOf(built, "full")).toEqual(expected);
  });
});
