import { describe, expect, test } from "vitest";
import { makePrintedReaders } from "../../../../test/support/printed-reads.ts";
import { object } from "../../../../test/support/rows.ts";
import { type CheckOptions, makeReaders } from "./read.ts";
import { maxDepth, maxUnionTries } from "./run.ts";
import type { CheckTable, Row } from "./table.ts";

const text: Row = { kind: "string" };
const isInvalidString = (value: string) => value.includes("\0");

const readers = {
  interpreted: (rows: CheckTable) => makeReaders(rows)(0),
  printed: (rows: CheckTable) => makePrintedReaders(rows, 0).read,
};

describe.each(Object.entries(readers))("%s", (_name, makeReader) => {
  /** Reads a value by the first row. */
  function read(rows: [Row, ...Row[]], value: unknown, options?: CheckOptions) {
    const { value: copy, findings } = makeReader(rows)(value, options);
    return { copy, findings: findings.map(({ path, rule }) => `${path} ${rule}`) };
  }

  const closed: Row = { ...object(["a", 1, 1], ["b", 1, 0, "x"]), rest: false };
  const open: Row = { kind: "object", fields: [["a", 1]], rest: 1 };
  const plain: Row = object(["a", 1], ["toString", 1]);

  test("a copy has the fields that were given, and no others", () => {
    expect(read([plain, text], { a: "1", c: "2", toString: undefined }).copy).toStrictEqual({
      a: "1",
    });
    expect(read([plain, text], {}).copy).toStrictEqual({});
    expect(read([object(["a", 1], ["b", 1, 1]), text], { b: "2" }).copy).toStrictEqual({ b: "2" });
    expect(read([open, text], JSON.parse('{"__proto__":"1"}')).copy).toStrictEqual(
      JSON.parse('{"__proto__":"1"}'),
    );
  });

  test("defaults are filled in on request", () => {
    expect(read([closed, text], { a: "1" }).copy).toStrictEqual({ a: "1" });
    expect(read([closed, text], { a: "1" }, { fill: true }).copy).toStrictEqual({ a: "1", b: "x" });
  });

  test("unknown fields are findings of a closed object, and listed as dropped for others", () => {
    expect(read([closed, text], { a: "1", c: "2", d: undefined }).findings).toEqual([
      "c additionalProperties",
    ]);
    const dropped: string[] = [];
    expect(read([plain, text], { a: "1", c: "2", d: undefined }, { dropped }).findings).toEqual([]);
    expect(dropped).toEqual(["c"]);
  });

  test("bad text is found in values and names; a bad name is a finding of its object", () => {
    expect(read([plain, text], { a: "\0" }, { isInvalidString }).findings).toEqual(["a text"]);
    expect(read([open, text], { "\0": "1" }, { isInvalidString }).findings).toEqual([" text"]);
    expect(
      read([{ kind: "any" }], [{ a: "\0" }, { "\0": 1 }], { isInvalidString }).findings,
    ).toEqual(["0.a text", "1 text"]);
  });

  test("reading ends at the number of findings, and at the greatest depth", () => {
    const list: [Row, Row] = [{ kind: "array", items: 1 }, text];
    expect(read(list, Array(200).fill(1)).findings).toHaveLength(100);
    // A value that is wrong has a finding, however few are wanted.
    for (const maxFindings of [0, 1, 7, 99, 101]) {
      const { findings } = read(list, Array(200).fill(1), { maxFindings });
      expect(findings).toHaveLength(Math.max(1, maxFindings));
    }
    const nested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown;
    expect(read([{ kind: "any" }], nested(maxDepth)).findings).toEqual([]);
    expect(read([{ kind: "any" }], nested(maxDepth + 1)).findings).toHaveLength(1);
  });

  test("variants that fit are merged, unless a value must fit one of them alone", () => {
    const variants: Row[] = [
      { kind: "object", fields: [["a", 3]] },
      { kind: "object", fields: [["b", 3]] },
      text,
    ];
    const both = { a: "1", b: "2", c: "3" };
    const dropped: string[] = [];
    expect(
      read([{ kind: "union", variants: [1, 2] }, ...variants], both, { dropped }).copy,
    ).toStrictEqual({
      a: "1",
      b: "2",
    });
    expect(dropped).toEqual(["c"]);
    expect(
      read([{ kind: "union", variants: [1, 2], exact: true }, ...variants], both).findings,
    ).toEqual([" oneOf"]);
    expect(read([{ kind: "union", variants: [1, 3] }, ...variants], { a: 1 }).findings).toEqual([
      "a type",
    ]);
  });

  test("a violation has the code of its own form, or else that of the union", () => {
    const codes = (inner: object, outer: object, value: unknown) => {
      const form: Row = { kind: "string", rules: [["minLength", 3]], ...inner };
      const union: Row = { kind: "union", variants: [1, 2], ...outer };
      return makeReader([union, form, { kind: "number" }])(value).findings.map(({ code }) => code);
    };
    const own = { codes: { minLength: "OWN" } };
    const other = { codes: { minLength: "OTHER" } };
    const any = { codes: { "*": "ANY" } };
    expect(codes(own, other, "a")).toEqual(["OWN"]);
    expect(codes(own, any, "a")).toEqual(["OWN"]);
    expect(codes({}, other, "a")).toEqual(["OTHER"]);
    expect(codes({}, any, "a")).toEqual(["ANY"]);
    expect(codes({}, {}, "a")).toEqual([undefined]);
    expect(codes(own, any, true)).toEqual([undefined]);
  });

  test("a default is a copy: who changes one does not change the next", () => {
    const fallback = { b: ["x"] };
    const rows: [Row, ...Row[]] = [object(["a", 1, 0, fallback]), { kind: "any" }];
    const first = read(rows, {}, { fill: true }).copy as { a: typeof fallback };
    first.a.b.push("y");
    expect(read(rows, {}, { fill: true }).copy).toEqual({ a: { b: ["x"] } });
    expect(fallback).toEqual({ b: ["x"] });
  });

  test("a getter is read once, though every variant looks at it", () => {
    let reads = 0;
    const get = () => {
      reads += 1;
      return String(reads);
    };
    const value = Object.defineProperty({}, "a", { enumerable: true, get });
    const rows: [Row, ...Row[]] = [
      { kind: "union", variants: [1, 1] },
      { kind: "object", fields: [["a", 2]] },
      text,
    ];
    expect(read(rows, value, { dropped: [] }).copy).toEqual({ a: "1" });
    expect(reads).toBe(1);
  });

  test("texts of a URL are read as numbers, booleans and null", () => {
    const number: Row = { kind: "nullable", of: 1 };
    expect(read([number, { kind: "number", integer: true }], "12", { coerce: true }).copy).toBe(12);
    expect(read([number, { kind: "number", integer: true }], "", { coerce: true }).copy).toBe(null);
    expect(read([{ kind: "boolean" }], "true", { coerce: true }).copy).toBe(true);
    expect(read([{ kind: "enum", values: [1, 2] }], "2", { coerce: true }).copy).toBe(2);
    expect(read([{ kind: "boolean" }], "true").findings).toEqual([" type"]);
  });
});

test("100,000 variants are tried for one value, and not one more", () => {
  const read = makeReaders([
    { kind: "array", items: 1 },
    { kind: "union", variants: [2, 3] },
    { kind: "number" },
    text,
  ])(0);
  expect(maxUnionTries).toBe(100_000);
  const most = maxUnionTries / 2;
  expect(read(Array(most).fill("x")).findings).toEqual([]);
  expect(read(Array(most + 1).fill("x")).findings).toMatchObject([
    { path: `${most}`, rule: "anyOf" },
  ]);
});
