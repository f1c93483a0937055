import { expect, test } from "vitest";
import { findMistakes } from "../../../test/support/validator.ts";
import type { Schema } from "./openapi.ts";
import { SampleMaker } from "./samples.ts";
import { shapesOf } from "./shapes/normalise.ts";

const node = (name: string, required: string[]): Schema => ({
  type: "object",
  required,
  properties: {
    next: { $ref: `#/components/schemas/${name}` },
    list: { type: "array", items: { type: "integer" } },
  },
});

test.for<[string, Schema, unknown]>([
  ["a text with bounds", { type: "string", minLength: 6, maxLength: 7 }, "namena"],
  ["a short text", { type: "string", maxLength: 2 }, "na"],
  ["a format", { type: "string", format: "uuid" }, expect.stringMatching(/^3fa85f64-/)],
  [
    "a pattern with bounds",
    { type: "string", pattern: "^[A-Z]+$", minLength: 3 },
    expect.stringMatching(/^[A-Z]{3,}$/),
  ],
  ["a number above a bound", { type: "number", exclusiveMinimum: 5 }, 5.01],
  ["a whole number with a divisor", { type: "integer", minimum: 10, multipleOf: 4 }, 12],
  ["a number below zero", { type: "integer", maximum: -3 }, -3],
  ["several items", { type: "array", minItems: 2, items: { type: "boolean" } }, [true, true]],
  ["no items", { type: "array", maxItems: 0, items: { type: "boolean" } }, []],
  [
    "a format with a pattern",
    { type: "string", format: "date-time", pattern: "^2\\d{3}-01-\\d\\dT\\d\\d:00:00Z$" },
    expect.stringMatching(/^2\d{3}-01-/),
  ],
  [
    "different items",
    { type: "array", minItems: 2, uniqueItems: true, items: { enum: ["a", "b", "c"] } },
    ["a", "b"],
  ],
  [
    "different texts of a pattern",
    {
      type: "array",
      minItems: 3,
      uniqueItems: true,
      items: { type: "string", pattern: "^(0|[1-9][0-9]*)$" },
    },
    [expect.anything(), expect.anything(), expect.anything()],
  ],
  [
    "different short texts",
    { type: "array", minItems: 3, uniqueItems: true, items: { type: "string", maxLength: 2 } },
    [expect.anything(), expect.anything(), expect.anything()],
  ],
  [
    "different UUIDs",
    { type: "array", minItems: 3, uniqueItems: true, items: { type: "string", format: "uuid" } },
    [expect.anything(), expect.anything(), expect.anything()],
  ],
  [
    "different times",
    {
      type: "array",
      minItems: 3,
      uniqueItems: true,
      items: { type: "string", format: "date-time" },
    },
    [expect.anything(), expect.anything(), expect.anything()],
  ],
  [
    "different numbers up to a maximum",
    { type: "array", minItems: 3, uniqueItems: true, items: { type: "integer", maximum: 1 } },
    [0, 1, -2],
  ],
  [
    "different numbers from a minimum",
    {
      type: "array",
      minItems: 3,
      uniqueItems: true,
      items: { type: "number", minimum: 5, multipleOf: 5 },
    },
    [5, 10, 15],
  ],
  [
    "different objects",
    {
      type: "array",
      minItems: 3,
      uniqueItems: true,
      items: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
    },
    [expect.anything(), expect.anything(), expect.anything()],
  ],
  [
    "the form that only one of a union takes",
    { oneOf: [{ type: "string" }, { type: "string", maxLength: 9 }, { type: "boolean" }] },
    true,
  ],
  ["no example that the schema refuses", { type: "integer", maximum: 3, examples: [7] }, 0],
  ["a default", { type: "string", default: "x" }, "x"],
  [
    "the form that ends",
    { anyOf: [{ $ref: "#/components/schemas/Endless" }, { enum: ["a"] }] },
    "a",
  ],
  [
    "the form that optional fields distinguish, however deep it is",
    { $ref: "#/components/schemas/Search" },
    { query: { value: "value" } },
  ],
  ["an object that may hold itself", { $ref: "#/components/schemas/Node" }, { list: [0] }],
  ["an object that has to hold itself", { $ref: "#/components/schemas/Endless" }, undefined],
])("%s", ([, schema, expected]) => {
  const { shapeOf } = shapesOf({
    schemas: {
      Node: node("Node", ["list"]),
      Endless: node("Endless", ["next"]),
      Search: {
        type: "object",
        required: ["query"],
        properties: {
          query: {
            oneOf: ["Word", "Count"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
          },
        },
      },
      Word: { type: "object", properties: { value: { type: "string" } } },
      Count: { type: "object", properties: { value: { type: "integer" } } },
    },
  });
  const value = new SampleMaker().make(shapeOf(schema), { isWhole: true, name: "name" });
  expect(value).toEqual(expected);
  if (value !== undefined && !JSON.stringify(schema).includes("$ref"))
    expect(findMistakes(schema, value)).toEqual([]);
});

test("a schema that has to hold itself ends with null", () => {
  const next = { anyOf: [{ $ref: "#/components/schemas/Node" }, { type: "null" }] };
  const { named } = shapesOf({
    schemas: { Node: { type: "object", required: ["next"], properties: { next } } as Schema },
  });
  expect(new SampleMaker().make(named("Node"), { name: "name" })).toEqual({
    next: { next: null },
  });
});

test("null stays where it is the only value", () => {
  const nothing: Schema = { type: "object", required: ["a"], properties: { a: { type: "null" } } };
  const { shapeOf } = shapesOf({ schemas: {} });
  expect(new SampleMaker().make(shapeOf(nothing), { name: "name" })).toEqual({ a: null });
});

// A whole value has the optional fields of a named schema, and only the required ones of the named schemas within it.
const link = (next: string): Schema => ({
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, next: { $ref: `#/components/schemas/${next}` } },
});
const first: Schema = { $ref: "#/components/schemas/First" };

test.for<[form: string, schema: Schema, isWhole: boolean, expected: unknown]>([
  ["a named schema, whole", first, true, { id: 0, next: { id: 0 } }],
  ["a named schema, as small as it may be", first, false, { id: 0 }],
  [
    "an object with one, whole",
    { type: "object", properties: { first } },
    true,
    { first: { id: 0, next: { id: 0 } } },
  ],
  [
    "an object with one, as small as it may be",
    { type: "object", properties: { first } },
    false,
    {},
  ],
  [
    "an object that requires one, as small as it may be",
    { type: "object", required: ["first"], properties: { first } },
    false,
    { first: { id: 0 } },
  ],
  ["a list, whole", { type: "array", items: first }, true, [{ id: 0, next: { id: 0 } }]],
])("the fields of %s", ([, schema, isWhole, expected]) => {
  const { shapeOf } = shapesOf({
    schemas: { First: link("Second"), Second: link("Third"), Third: link("First") },
  });
  expect(new SampleMaker().make(shapeOf(schema), { isWhole, name: "name" })).toEqual(expected);
});
