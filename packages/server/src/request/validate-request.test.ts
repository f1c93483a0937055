import { expect, test } from "vitest";
import { makeCheck, plainOperation } from "../../../../test/server/support/core.ts";
import type { Exchange } from "../http/exchange.ts";
import type { OperationRule, RequestChecks } from "../rules.ts";
import { validateRequest } from "./validate-request.ts";

interface Given {
  body?: unknown;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  mayHoldBadText?: boolean;
}

function validate(
  checks: RequestChecks,
  given: Given,
  operation: Partial<OperationRule> = {},
  tolerate?: () => boolean,
) {
  const { headers = {}, query = {}, params = {}, body, mayHoldBadText = false } = given;
  const exchange = {
    ...{ body, params, mayHoldBadText, query: () => query, header: (name: string) => headers[name] },
  } as unknown as Exchange;
  return validateRequest({ ...plainOperation, ...operation }, checks, exchange, tolerate);
}

const any = () => makeCheck(() => true);

test("every part is checked, and all that is wrong is told", () => {
  const wrong = (instancePath: string) => makeCheck(() => false, { instancePath, keyword: "format" });
  const checks = { path: wrong("/id"), query: wrong("/page"), headers: wrong("/key"), body: wrong("/size") };
  expect(validate(checks, { body: {} }).violations.map(({ path }) => path)).toEqual(["id", "page", "key", "size"]);
  expect(validate(checks, { body: {} }, {}, () => true).violations).toEqual([]);
});

test("what no check is for a handler does not see, and what coercion writes stays out of the request", () => {
  expect(validate({}, { query: { a: "1" }, headers: { a: "1" }, params: { id: "1" } })).toEqual({
    ...{ body: undefined, params: { id: "1" }, query: {}, headers: {}, violations: [] },
  });
  const query = { page: "5" };
  const coerce = makeCheck((given) => Object.assign(given as object, { page: 5 }) !== null);
  expect(validate({ query: coerce }, { query }).query).toEqual({ page: 5 });
  expect(query).toEqual({ page: "5" });
});

test("a body that has to be there is missed, and another one is not", () => {
  const seen: unknown[] = [];
  const body = makeCheck((given) => seen.push(given) > 0);
  const missing = validate({ body }, {}, { bodyRequired: true });
  expect(missing.violations).toEqual([{ path: "", rule: "required", message: "the body is required" }]);
  expect([validate({ body }, {}).violations, seen]).toEqual([[], []]);
  expect([validate({ body }, { body: null }, { bodyRequired: true }).violations, seen]).toEqual([[], [null]]);
});

test("a handler gets the clean body", () => {
  expect(validate({ body: any(), clean: () => ({ clean: true }) }, { body: {} }).body).toEqual({ clean: true });
});

test("a missing key has a code of its own, and nothing else of its header", () => {
  const idempotency = { header: "key", retention: 1, scope: "", replayedHeader: "", missing: "NO_KEY", keeps: [] };
  const codes = (missingProperty: string, keyword = "required", given: Partial<OperationRule> = { idempotency }) => {
    const instancePath = keyword === "required" ? "" : `/${missingProperty}`;
    const headers = makeCheck(() => false, { instancePath, keyword, params: { missingProperty } });
    return validate({ headers }, {}, given).violations.map(({ code }) => code);
  };
  expect(codes("key")).toEqual(["NO_KEY"]);
  expect([codes("other"), codes("key", "minLength"), codes("key", "required", {})]).toEqual(Array(3).fill([undefined]));
});

test("headers are picked by name, and those that are not there are not", () => {
  const { headers } = validate({ headers: any(), headerNames: ["a", "b"] }, { headers: { a: "1", c: "3" } });
  expect(Object.entries(headers as object)).toEqual([["a", "1"]]);
  expect(validate({ headers: any() }, { headers: { a: "1" } }).headers).toEqual({});
});

test("lists are divided by their separator, wherever they stand, and one that stands alone is a list of one", () => {
  const lists = { query: { ids: ",", tags: null, none: "," }, path: { ids: ";" }, headers: { ids: "|" } };
  const checks = { path: any(), query: any(), headers: any(), headerNames: ["ids"], lists };
  const valid = validate(checks, {
    ...{ params: { ids: "1;2" }, headers: { ids: "a|b" } },
    query: { ids: "a, b ,c", tags: "x,y", other: "1,2" },
  });
  expect(valid.params).toEqual({ ids: ["1", "2"] });
  expect(valid.headers).toEqual({ ids: ["a", "b"] });
  expect(valid.query).toEqual({ ids: ["a", "b", "c"], tags: ["x,y"], other: "1,2" });
  expect(validate(checks, { query: { ids: "", tags: ["x", "y"] } }).query).toEqual({ ids: [], tags: ["x", "y"] });
});

test("a body that is too deep for a check breaks a rule; what else a check throws is thrown", () => {
  const deep = makeCheck(() => {
    throw new RangeError("Maximum call stack size exceeded");
  });
  expect(validate({ body: deep }, { body: [] }).violations).toEqual([
    { path: "", rule: "depth", message: "is nested too deep" },
  ]);
  const broken = makeCheck(() => {
    throw new TypeError("A bug.");
  });
  expect(() => validate({ body: broken }, { body: [] })).toThrow("A bug.");
});

test("half a character is no text, and says so in place of what else its field breaks", () => {
  const body = makeCheck(() => false, { instancePath: "/name", keyword: "maxLength" });
  const bad = { name: "a\u0000", other: "\ud800" };
  const text = { rule: "text", message: "must not contain U+0000 or half a surrogate pair" };
  expect(validate({ body }, { body: bad, mayHoldBadText: true }).violations).toEqual([
    { path: "name", ...text },
    { path: "other", ...text },
  ]);
  expect(validate({ body: any() }, { body: bad }).violations).toEqual([]);
});
