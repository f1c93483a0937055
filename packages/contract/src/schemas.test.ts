import { describe, expect, test } from "vitest";
import type { Schema } from "./openapi.ts";
import { mergeSchema } from "./schemas.ts";

const schemas: Record<string, Schema> = {
  Title: { type: "string", minLength: 1, description: "Of a book." },
  Alias: { $ref: "#/components/schemas/Title" },
  Base: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
  Endless: { anyOf: [{ $ref: "#/components/schemas/Endless" }, { type: "string" }] },
};

describe("a merged schema", () => {
  test("lets what stands next to a reference win over what it refers to", () => {
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
