// Rules as code, and what that code finds.
import { describe, expect, test } from "vitest";
import * as checks from "../../../client/src/checks.ts";
import { takeParameters } from "../../../client/src/parameters.ts";
import { printChecks } from "./print-checks.ts";
import type { Rule } from "./rules.ts";

/** The check that the code of a rule makes. */
function compile(rule: Rule, rules: Record<string, Rule> = {}): checks.Check {
  const { print, declarations } = printChecks(rules, "");
  const code = print(rule);
  const body = `${declarations().replaceAll(": Check =", " =")}return ${code};`;
  return new Function(...Object.keys(checks), body)(...Object.values(checks)) as checks.Check;
}

const cases: [rule: Rule, good: unknown[], bad: [value: unknown, rule: string][]][] = [
  [
    {},
    ["", "x"],
    [
      [1, "type"],
      [null, "type"],
    ],
  ],
  [
    { min: 2, max: 3 },
    ["ab", "🙂🙂🙂"],
    [
      ["a", "minLength"],
      ["🙂🙂🙂🙂", "maxLength"],
    ],
  ],
  [
    { pattern: "^\\d/$" },
    ["1/"],
    [
      ["1", "pattern"],
      [1, "type"],
    ],
  ],
  [
    { https: true, max: 20 },
    ["https://a.example"],
    [
      ["http://a.example", "https"],
      [`https://${"a".repeat(20)}`, "maxLength"],
    ],
  ],
  [
    { min: 1, received: true },
    ["x", " x "],
    [
      ["", "pattern"],
      [" \n", "pattern"],
      [["x"], "type"],
    ],
  ],
  [
    { type: "object", required: ["a"], fields: { a: { received: true }, b: { type: "integer" } }, received: true },
    [{ a: "" }, { a: "", b: null }, { a: "", b: 1, c: {} }],
    [
      [{ a: null }, "type"],
      [{ a: "", b: "1" }, "type"],
      [{ b: 1 }, "required"],
    ],
  ],
  [
    { enum: ["a", 1, null] },
    ["a", 1, null],
    [
      ["b", "enum"],
      [undefined, "enum"],
    ],
  ],
  [
    { type: "integer", max: 9 },
    [9, -9],
    [
      [10, "maximum"],
      [1.5, "type"],
      [2 ** 53, "type"],
      ["1", "type"],
    ],
  ],
  [
    { type: "number", min: 0.5 },
    [0.5, 7],
    [
      [0.4, "minimum"],
      [Number.NaN, "type"],
      [Number.POSITIVE_INFINITY, "type"],
    ],
  ],
  [
    { type: "boolean" },
    [true, false],
    [
      [0, "type"],
      ["true", "type"],
    ],
  ],
  [{ type: "any" }, [undefined, null, {}, 1], []],
  [
    { type: "array", min: 1, max: 2, items: {} },
    [["a"], ["a", "b"]],
    [
      [[], "minItems"],
      [["a", "b", "c"], "maxItems"],
      [{}, "type"],
      [[1], "type"],
    ],
  ],
  [{ anyOf: [{ https: true }, { enum: [""] }] }, ["", "https://a.example"], [["a", "https"]]],
];

test.for(cases)("the check of %j", ([rule, good, bad]) => {
  const check = compile(rule);
  for (const value of good) expect(check(value, "x"), String(value)).toBeUndefined();
  for (const [value, broken] of bad) expect(check(value, "x")?.[1], String(value)).toBe(broken);
});

describe("objects", () => {
  const node: Rule = {
    type: "object",
    required: ["name"],
    fields: {
      name: {},
      "a-b": { type: "integer" },
      next: { ref: "Node" },
      others: { type: "array", items: { ref: "Node" } },
    },
  };

  test("may hold themselves, and places are named", () => {
    const check = compile({ ref: "Node" }, { Node: node });
    expect(check({ name: "a", next: { name: "b", others: [{ name: "c" }] }, unknown: 1 }, "")).toBeUndefined();
    expect(check({ name: "a", next: { name: "b", others: [{ name: "c" }, {}] } }, "")).toEqual([
      "next.others.1.name",
      "required",
      "be given",
    ]);
    expect(check({ name: "a", "a-b": "1" }, "")?.slice(0, 2)).toEqual(["a-b", "type"]);
    expect(check([], "")?.slice(0, 2)).toEqual(["body", "type"]);
  });

  test("of like names are kept apart", () => {
    const rules: Record<string, Rule> = {
      "book item": { type: "object", fields: { a: { ref: "BookItem" } } },
      BookItem: { type: "object", required: ["b"], fields: { b: {} } },
    };
    const check = compile({ ref: "book item" }, rules);
    expect(check({ a: {} }, "")).toEqual(["a.b", "required", "be given"]);
    expect(check({ a: { b: "" } }, "")).toBeUndefined();
  });

  test("a field that every object inherits has to be given", () => {
    const check = compile({ type: "object", required: ["constructor"], fields: { constructor: {}, valueOf: {} } });
    expect(check({}, "")).toEqual(["constructor", "required", "be given"]);
    expect(check({ constructor: "" }, "")).toBeUndefined();
    const named = { type: "object", fields: JSON.parse('{"__proto__":{}}') } as Rule;
    expect(() => compile(named)).toThrow("No field can be named __proto__");
  });
});

test("only what is used is imported", () => {
  const { print, imports } = printChecks({}, "");
  print({ type: "array", items: { type: "integer" } });
  expect(imports()).toEqual(["integer", "list"]);
});

test("parameters go into query and headers, checked", () => {
  const take = takeParameters(
    ["page size", "query", true, checks.integer(1)],
    ["tag", "query", false, checks.list(checks.text())],
    ["X-Shelf", "header", false, checks.text(1)],
  );
  const refuse = (mistake: unknown): void => {
    if (mistake) throw mistake;
  };
  expect(take({ "page size": 5, tag: ["a&b", "c"], "X-Shelf": "7", other: 1 }, refuse)).toEqual({
    query: { "page size": 5, tag: ["a&b", "c"] },
    header: { "X-Shelf": "7" },
  });
  expect(() => take(undefined, refuse)).toThrow(expect.objectContaining(["page size", "required", "be given"]));
  expect(() => take({ "page size": 0 }, refuse)).toThrow(expect.objectContaining(["page size", "minimum"]));
  expect(takeParameters(["tag", "query", false, checks.text()])({}, refuse)).toEqual({ query: {}, header: {} });
});
