import { describe, expect, test } from "vitest";
import { makeDocument } from "../../../../test/generator/support/document.ts";
import type { Schema } from "../../../contract/src/openapi.ts";
import { readContract } from "../../../contract/src/read-contract.ts";
import { assertKnownFormats } from "./known-formats.ts";

const check = (schema: Schema): void =>
  assertKnownFormats(readContract(makeDocument({}, { components: { schemas: { Book: schema } } })), {});

const odd: Schema = { type: "string", format: "shelf-mark" };

describe("an unknown format is found", () => {
  test.for(["default", "example", "examples", "enum", "const", "value", "format", "x-note"])(
    "on a field named %s",
    (name) => {
      expect(() => check({ type: "object", properties: { [name]: odd } })).toThrow(
        `components.schemas.Book.properties.${name}: nobody knows how to check the format "shelf-mark"`,
      );
    },
  );

  const places: [string, Schema][] = [
    ["in anyOf", { anyOf: [odd] }],
    ["in a map", { additionalProperties: odd }],
    ["in a tuple", { prefixItems: [odd] }],
    [
      "that a sibling chooses",
      { properties: { a: { "x-format-by": { property: "b", formats: { c: "shelf-mark" } } } } },
    ],
  ];
  test.for(places)("%s", ([, schema]) => expect(() => check(schema)).toThrow("shelf-mark"));
});

test("data that reads like a format is none", () => {
  check({ type: "object", default: { type: "string", format: "a" }, examples: [{ type: "string", format: "b" }] });
});
