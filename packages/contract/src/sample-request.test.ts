import { expect, test } from "vitest";
import { contract } from "../../../test/support/tiny-contract.ts";
import type { Contract, Operation } from "./model.ts";
import { placeholderCredentials, sampleRequest } from "./sample-request.ts";

const plain = {
  ...contract.operations[0],
  method: "GET",
  path: "/books/{book}",
  parameters: [],
  body: undefined,
  scheme: undefined,
} as unknown as Operation;

function sample(changes: object, schemes: object = {}, body?: never) {
  const operation = { ...plain, ...changes } as Operation;
  const given = { ...contract, operations: [operation], securitySchemes: schemes };
  return sampleRequest(given as unknown as Contract, operation, body);
}

const parameter = (place: string, more: object = {}) => ({
  name: "book",
  in: place,
  required: true,
  schema: { type: "string" },
  ...more,
});

test.for([
  ["header", { path: "/books/book", headers: { "X-Api": "key" } }],
  ["query", { path: "/books/book?X-Api=key", headers: {} }],
  ["cookie", { path: "/books/book", headers: { Cookie: "X-Api=key" } }],
] as const)("an API key in the %s", ([place, expected]) => {
  const schemes = { Key: { apiKey: { in: place, name: "X-Api" } } };
  expect(sample({ scheme: "Key" }, schemes)).toMatchObject({ ...expected, security: null });
});

test.for([
  ["Basic", "basic", `Basic ${btoa("key:secret")}`],
  ["bearer", "bearer", "Bearer token"],
  ["Digest", "digest", undefined],
  [undefined, null, undefined],
] as const)("the scheme %s is %s and needs %s", ([scheme, security, credentials]) => {
  const found = sample({ scheme: "Own" }, { Own: { scheme } });
  expect(found.security).toBe(security);
  expect(placeholderCredentials(found)).toBe(credentials);
});

test.for<[parameters: object[], path: string, headers: object]>([
  [[], "/books/book", {}],
  [[parameter("path", { example: "a/b ü" })], "/books/a%2Fb%20%C3%BC", {}],
  [[parameter("query", { example: "a&b" })], "/books/book?book=a%26b", {}],
  [[parameter("query", { required: false })], "/books/book", {}],
  [[parameter("query"), parameter("query", { name: "x" })], "/books/book?book=book&x=x", {}],
  [[parameter("header", { example: "a\nb " })], "/books/book", { book: "a b" }],
  [[parameter("header", { required: false })], "/books/book", {}],
  [[parameter("header", { name: "@file" })], "/books/book", {}],
  [[parameter("header", { example: ["a", 1] })], "/books/book", { book: "a,1" }],
])("with %j the path is %s and the headers %j", ([parameters, path, headers]) => {
  expect(sample({ parameters })).toMatchObject({ path, headers: headers as never });
  expect(sample({ parameters }).headers).toEqual(headers);
});

test.for<[schema: object, example: unknown, value: string]>([
  [{ examples: ["b"], default: "c", enum: ["d"] }, "a", "a"],
  [{ examples: ["b"], default: "c", enum: ["d"] }, undefined, "b"],
  [{ default: "c", enum: ["d"] }, undefined, "c"],
  [{ enum: ["d"] }, undefined, "d"],
  [{}, undefined, "book"],
  [{ default: 1 }, 0, "0"],
  [{ default: true }, false, "false"],
  [{ default: "c" }, "", ""],
])("the value for %j with the example %j is %j", ([schema, example, value]) => {
  expect(sample({ parameters: [parameter("path", { schema, example })] }).path).toBe(
    `/books/${value}`,
  );
});

const body = (mediaType: string, value: unknown, form?: object) => ({
  body: {
    mediaType,
    schema: {},
    examples: [{ value }, { value: { far: "x".repeat(99) } }],
    form,
  },
});
test.for<[mediaType: string, value: unknown, expected: object, form?: object]>([
  ["application/json", { a: 1 }, { body: { a: 1 } }],
  ["text/plain", "a", { body: "a", sent: "a" }],
  ["text/plain", 0, { body: 0, sent: "0" }],
  ["application/jsonl", [{ a: 1 }, 2], { sent: '{"a":1}\n2' }],
  ["application/jsonl", { a: 1 }, { sent: '{"a":1}' }],
  ["application/x-www-form-urlencoded", { a: "b&c", d: "e" }, { sent: "a=b%26c&d=e" }],
  [
    "multipart/form-data",
    { a: [1, 2], b: { c: 1 }, d: "x", e: [1] },
    {
      parts: [
        { name: "a", value: "1", isFile: false },
        { name: "a", value: "2", isFile: false },
        { name: "b", value: '{"c":1}', isFile: false, type: "application/json" },
        { name: "d", value: "x", isFile: true },
        { name: "e", value: "[1]", isFile: false, type: "application/json" },
      ],
    },
    { files: ["d"], types: { e: "application/json" } },
  ],
])("a body of %s, %j", ([mediaType, value, expected, form]) => {
  const found = sample({ method: "POST", ...body(mediaType, value, form) });
  expect(found).toMatchObject(expected);
  const isMultipart = mediaType.startsWith("multipart");
  expect(found.headers).toEqual(isMultipart ? {} : { "Content-Type": mediaType });
});

test("a token comes from the operation that issues those of the scheme", () => {
  const token = { token: "access", scheme: "Own" };
  const issuing = (scheme: string) =>
    sample({ method: "POST", path: "/token", scheme, token }, { Own: {}, Other: {} });
  expect(issuing("Own").token).toEqual({ method: "POST", path: "/token", field: "access" });
  expect(issuing("Other").token).toBeUndefined();
});
