import type { Schema } from "@packages/contract/src/openapi.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { duration } from "@packages/contract/src/words.ts";
import { expect, test } from "vitest";
import { contract as tiny } from "../../../../test/support/tiny-contract.ts";
import { describeConstraints, typeWords } from "./constraints.ts";
import { listFields } from "./fields.ts";

const contract = {
  ...tiny,
  schemas: {
    Title: { type: "string", minLength: 1, description: "Of a book." },
    Tree: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    Base: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
    Book: {
      type: "object",
      allOf: [{ $ref: "#/components/schemas/Base" }],
      required: ["title"],
      properties: {
        title: { $ref: "#/components/schemas/Title", maxLength: 9 },
        next: { $ref: "#/components/schemas/Book" },
      },
    },
  } satisfies Record<string, Schema>,
};

const { shapeOf } = shapesOf(contract);
const words = (schema: Schema): string[] =>
  describeConstraints(shapeOf(schema), schema["x-format-by"]).map(({ text }) => text);

test("fields of all parts are listed, and an object that holds itself once", () => {
  const fields = listFields(shapeOf({ $ref: "#/components/schemas/Book" }));
  expect(fields.map(({ name, required }) => [name, required])).toEqual([
    ["id", true],
    ["title", true],
    ["next", false],
  ]);
});

test.for<[string, Schema, string[]]>([
  ["bounds of a number", { type: "integer", minimum: 1, maximum: 5 }, ["1 to 5"]],
  ["a lower bound", { type: "number", minimum: 0 }, ["at least 0"]],
  ["an exact length", { type: "string", minLength: 2, maxLength: 2 }, ["2 characters"]],
  ["one character", { type: "string", minLength: 1 }, ["at least 1 character"]],
  ["items", { type: "array", maxItems: 3 }, ["at most 3 items"]],
  ["the format of a number, which is its width", { type: "integer", format: "int32" }, []],
  ["values", { enum: ["a", "", 1, null] }, ['one of `a`, `""`, `1`']],
  ["a single value", { enum: [true] }, ["only `true`"]],
  ["values that may grow", { enum: ["a"], "x-open-set": true }, ["one of `a`; more may come"]],
  ["a default", { type: "string", default: "" }, ['default `""`']],
  [
    "codes",
    { type: "string", "x-invalid": { "*": "A", pattern: "B" } },
    ["invalid: `A`", "malformed: `B`"],
  ],
  [
    "a format by a sibling",
    { type: "string", "x-format-by": { property: "kind", formats: { a: "b" } } },
    ["format `b` where `kind` is `a`"],
  ],
  [
    "forms",
    { anyOf: [{ $ref: "#/components/schemas/Title" }, { type: "null" }, { enum: [""] }] },
    ['at least 1 character, or `""`'],
  ],
])("rules name %s", ([, schema, expected]) => {
  expect(words(schema)).toEqual(expected);
});

test("a schema that refers to itself comes to an end", () => {
  expect(typeWords(shapeOf({ $ref: "#/components/schemas/Tree" }))).toBe(
    "array of array of array of array of any",
  );
});

test.for([
  [1, "1 second"],
  [90, "90 seconds"],
  [60, "1 minute"],
  [7200, "2 hours"],
  [86_400, "24 hours"],
  [432_000, "5 days"],
] as const)("%i seconds are %s", ([seconds, expected]) => {
  expect(duration(seconds)).toBe(expected);
});
