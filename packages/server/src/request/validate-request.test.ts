import type { CheckTable } from "@packages/contract/src/check/table.ts";
import { expect, test } from "vitest";
import { anyChecks, emptyContract, plainOperation } from "../../../../test/server/support/core.ts";
import { object } from "../../../../test/support/rows.ts";
import type { OperationEntry, RequestRows } from "../contract-table.ts";
import type { Exchange } from "../http/exchange.ts";
import { makeService } from "../service.ts";
import { makeValidation } from "./validate-request.ts";

interface Given {
  url?: string;
  body?: unknown;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  mayHaveInvalidStrings?: boolean;
}

/** Anything; a whole number of one digit; objects that must have `size`, or `key`, or lists in `ids`, `tags` and `none`. */
const table: CheckTable = [
  { kind: "any" },
  { kind: "number", integer: true, rules: [["maximum", 9]] },
  object(["size", 1, 1], ["page", 1, 0, 3]),
  { kind: "string", rules: [["maxLength", 3]] },
  object(["key", 3, 1], ["other", 3]),
  { kind: "record", values: 0 },
  object(["self", 6], ["text", 3]),
];

function validate(
  rows: RequestRows,
  given: Given,
  operation: Partial<OperationEntry> = {},
  tolerate?: () => boolean,
) {
  const {
    headers = {},
    query = {},
    params = {},
    body,
    mayHaveInvalidStrings = false,
    url = "/",
  } = given;
  const exchange = {
    body,
    params,
    mayHaveInvalidStrings,
    query: () => query,
    request: { url },
    header: (name: string) => headers[name],
  } as unknown as Exchange;
  const own = { ...plainOperation, ...operation };
  const contract = { ...emptyContract, operations: [own] };
  const checks = { ...anyChecks(contract), table, requests: { makeThing: rows } };
  const options = {
    authenticators: {},
    handlers: {},
    partial: true,
    ...(tolerate && { tolerate }),
  };
  return makeValidation(makeService({ contract, checks, formats: {} }, options), own)(exchange);
}

test("every part is checked, all that is wrong is found, and what is let pass is not", () => {
  const rows = { path: 2, query: 2, headers: 2, body: 2 };
  const given = { params: { size: "10" }, query: { size: "x" }, body: { size: 10 } };
  expect(validate(rows, given).violations.map(({ path, rule }) => [path, rule])).toEqual([
    ["size", "maximum"],
    ["size", "type"],
    ["size", "required"],
    ["size", "maximum"],
  ]);
  expect(validate(rows, given, {}, () => true).violations.map(({ rule }) => rule)).toEqual([
    "required",
  ]);
});

test("a handler sees what has a row, as a copy: coerced in parameters, never in a body, with defaults", () => {
  expect(validate({}, { query: { a: "1" }, headers: { a: "1" }, params: { id: "1" } })).toEqual({
    body: undefined,
    params: { id: "1" },
    query: {},
    headers: {},
    violations: [],
    inPath: 0,
  });
  const query = { size: "5", other: "1" };
  expect(validate({ query: 2 }, { query }).query).toEqual({ size: 5, page: 3 });
  expect(query).toEqual({ size: "5", other: "1" });
  expect(validate({ body: 2 }, { body: { size: 5, other: 1 } }).body).toEqual({ size: 5, page: 3 });
  expect(validate({ body: 2 }, { body: { size: "5" } }).violations).toMatchObject([
    { path: "size", rule: "type" },
  ]);
});

test("a missing key has a code of its own, and nothing else of its header", () => {
  const idempotency = {
    header: "key",
    retention: 1,
    scope: "caller",
    replayedHeader: "",
    missing: "NO_KEY",
    keeps: [],
  };
  const codes = (
    headers: Record<string, string>,
    given: Partial<OperationEntry> = { idempotency },
  ) =>
    validate({ headers: 4, headerNames: ["key", "other"] }, { headers }, given).violations.map(
      ({ code }) => code,
    );
  expect(codes({ other: "1" })).toEqual(["NO_KEY"]);
  expect([codes({ key: "1", other: "1234" }), codes({ key: "1234" }), codes({}, {})]).toEqual(
    Array(3).fill([undefined]),
  );
});

test("headers are picked by name, and those that are not there are not", () => {
  const { headers } = validate(
    { headers: 5, headerNames: ["a", "b"] },
    { headers: { a: "1", c: "3" } },
  );
  expect(Object.entries(headers as object)).toEqual([["a", "1"]]);
});

test("lists are divided at separators that are not escaped, and others are not", () => {
  const layouts = {
    query: { ids: ",", none: ",", piped: "|" },
    path: { ids: "," },
    headers: { ids: "," },
  } as const;
  const rows = { path: 5, query: 5, headers: 5, headerNames: ["ids"], layouts };
  const url = "/x/1%2C0,2?ids=a,b%2Cc,%20d&tags=x,y&other=1,2&piped=a%7Cb|c";
  const valid = validate(
    rows,
    {
      url,
      params: { ids: "1,0,2" },
      headers: { ids: "a, b" },
      query: { ids: "a,b,c, d", tags: "x,y", other: "1,2", piped: "a|b|c" },
    },
    { path: "/x/{ids}" },
  );
  expect(valid.params).toEqual({ ids: ["1,0", "2"] });
  expect(valid.headers).toEqual({ ids: ["a", "b"] });
  expect(valid.query).toEqual({
    ids: ["a", "b,c", " d"],
    tags: "x,y",
    other: "1,2",
    piped: ["a", "b", "c"],
  });
  const empty = { url: "/x/1?ids=", query: { ids: "", tags: ["x", "y"] } };
  expect(validate(rows, empty).query).toEqual({ ids: [], tags: ["x", "y"] });
});

test.for<[query: string, items: string[]]>([
  ["ids=a=b,c", ["a=b", "c"]],
  ["ids==", ["="]],
  ["ids=", []],
  ["x=1&ids=a,b", ["a", "b"]],
  ["ids2=x&ids=a", ["a"]],
  ["%69ds=a,b", ["a", "b"]],
  ["ids=a%26b,c", ["a&b", "c"]],
  ["ids=a?b,c", ["a?b", "c"]],
])("the list in ?%s is %j", ([query, ids]) => {
  const rows = { query: 5, layouts: { query: { ids: "," } } } as const;
  const given = { url: `/x?${query}`, query: { ids: ids.join() } };
  expect(validate(rows, given).query).toEqual({ ids });
});

test("half a character is no text, and says so in place of what else its field breaks", () => {
  const bad = { key: "a\u00001234", other: "\ud800", unknown: "\0" };
  const text = { rule: "text", message: "must not contain U+0000 or a lone surrogate" };
  const found = [
    { path: "key", ...text },
    { path: "other", ...text },
  ];
  expect(validate({ body: 4 }, { body: bad, mayHaveInvalidStrings: true }).violations).toEqual(
    found,
  );
  expect(validate({ body: 4 }, { body: { key: "a\0" } }).violations).toEqual([]);
  // Where names are free, they are texts as well.
  const free = { a: ["\0"], "\0": 1 };
  expect(validate({ body: 5 }, { body: free, mayHaveInvalidStrings: true }).violations).toEqual([
    { path: "a.0", ...text },
    { path: "", ...text },
  ]);
});
