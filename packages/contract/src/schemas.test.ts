import { describe, expect, test } from "vitest";
import type { Schema } from "./openapi.ts";
import { facetsOf, followSchema, mergeSchema, schemasWithin } from "./schemas.ts";

const schemas: Record<string, Schema> = {
  Title: { type: "string", minLength: 1, description: "Of a book." },
  Alias: { $ref: "#/components/schemas/Title" },
  Base: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
  Endless: { anyOf: [{ $ref: "#/components/schemas/Endless" }, { type: "string" }] },
};

test("every keyword that holds schemas is known, and data is not taken for schemas", () => {
  const schema: Schema = {
    properties: { default: { title: "a" } as Schema },
    patternProperties: { "^x": {} },
    dependentSchemas: { a: {} },
    $defs: { b: {} },
    items: { additionalProperties: { not: {} } },
    unevaluatedProperties: {},
    unevaluatedItems: {},
    propertyNames: {},
    contains: {},
    if: {},
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that nobody awaits
    then: {},
    else: {},
    anyOf: [{ oneOf: [{}] }],
    allOf: [{}],
    prefixItems: [{}],
    default: { properties: { no: {} } },
    examples: [{ items: {} }],
    enum: [{ anyOf: [] }],
  };
  expect([...schemasWithin(schema)].map(({ steps }) => steps.join("/")).sort()).toEqual([
    "",
    "$defs/b",
    "allOf/0",
    "anyOf/0",
    "anyOf/0/oneOf/0",
    "contains",
    "dependentSchemas/a",
    "else",
    "if",
    "items",
    "items/additionalProperties",
    "items/additionalProperties/not",
    "patternProperties/^x",
    "prefixItems/0",
    "properties/default",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
  ]);
});

test("a reference is followed to its end", () => {
  expect(followSchema({ schemas }, { $ref: "#/components/schemas/Alias" })).toBe(schemas.Title);
});

describe("a merged schema", () => {
  test("has what stands beside a reference in place of what it refers to", () => {
    const schema = { $ref: "#/components/schemas/Title", description: "Mine.", maxLength: 9 };
    expect(mergeSchema({ schemas }, schema)).toEqual({
      type: "string",
      minLength: 1,
      maxLength: 9,
      description: "Mine.",
    });
  });

  test("has the fields of its parts", () => {
    const schema: Schema = {
      allOf: [{ $ref: "#/components/schemas/Base" }],
      properties: { title: {} },
      required: ["title"],
    };
    expect(mergeSchema({ schemas }, schema)).toMatchObject({
      required: ["id", "title"],
      properties: { id: { type: "string" }, title: {} },
    });
  });
});

test("what is said of a value is found in all that it refers to and consists of, and ends", () => {
  const types = [...facetsOf({ schemas }, { $ref: "#/components/schemas/Endless" })].map(({ type }) => type);
  expect(types).toContain("string");
});
