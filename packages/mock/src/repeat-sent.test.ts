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
