import type { Operation } from "@packages/contract/src/model.ts";
import { expect, test } from "vitest";
import { contract } from "../../../test/support/tiny-contract.ts";
import { repeatSent } from "./repeat-sent.ts";

test.for([
  ["/books/7", 200, 7],
  ["/books/a%20b", 200, 1],
  ["/books/", 200, 1],
  ["/books/7", 302, 1],
] as const)("a number in the path %s is a number in the body of a %i", ([path, statusCode, id]) => {
  const schema = { type: "object", properties: { id: { type: "integer" } } };
  const operation = {
    ...contract.operations[0],
    path: "/books/{bookId}",
    responses: [{ status: 200, schema }],
  };
  const target = { path, query: new URLSearchParams() };
  const response = { statusCode, body: { id: 1 } };
  expect(
    repeatSent(contract, operation as never as Operation, target, undefined, response as never),
  ).toEqual({ id });
});

test.for([
  [200, true],
  [201, true],
  [202, true],
  [299, true],
  [300, false],
  [400, false],
])("a response %d repeats what was sent: %s", ([statusCode, isRepeated]) => {
  const schema = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const operation = {
    ...contract.operations[0],
    path: "/books",
    body: { schema },
    responses: [{ status: 201, schema }],
  } as never as Operation;
  const target = { path: "/books", query: new URLSearchParams() };
  const response = { statusCode, body: { name: "example" } } as never;
  expect(repeatSent(contract, operation, target, { name: "sent" }, response)).toEqual({
    name: isRepeated ? "sent" : "example",
  });
});

const number = { type: "integer" };
test.for<[string, Record<string, number>, object]>([
  ["the larger part follows", { price: 100, tax: 20, net: 80 }, { price: 10, tax: 10, net: 0 }],
  ["equal parts", { price: 100, tax: 50, net: 50 }, { price: 10, tax: 10, net: 0 }],
  ["no sum", { price: 100, tax: 20, net: 70 }, { price: 10, tax: 20, net: 70 }],
  ["two ways", { price: 100, tax: 20, net: 80, a: 30, b: 70 }, { price: 10, tax: 20, net: 80 }],
  ["a part that is zero", { price: 100, tax: 0, net: 100 }, { price: 10, tax: 0, net: 10 }],
  ["parts that are zero", { price: 9, a: 0, b: 0, net: 9 }, { price: 10, a: 0, b: 0, net: 10 }],
])("numbers that make up one that was sent: %s", ([, example, expected]) => {
  const schema = {
    type: "object",
    properties: Object.fromEntries(Object.keys(example).map((name) => [name, number])),
  };
  const operation = {
    ...contract.operations[0],
    path: "/books",
    body: { schema: { type: "object", required: ["price"], properties: { price: number } } },
    responses: [{ status: 200, schema }],
  } as never as Operation;
  const target = { path: "/books", query: new URLSearchParams() };
  const response = { statusCode: 200, body: example } as never;
  expect(repeatSent(contract, operation, target, { price: 10 }, response)).toMatchObject(expected);
});
