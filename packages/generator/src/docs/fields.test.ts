import type { Schema } from "@packages/contract/src/openapi.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { expect, test } from "vitest";
import { contract } from "../../../../test/support/tiny-contract.ts";
import { type DocumentedField, fieldList, listFields } from "./fields.ts";

/** Components by name, each of which has a field of every one and an own text. */
function makeWeb(count: number): Record<string, Schema> {
  const names = Array.from({ length: count }, (_, index) => `C${index}`);
  const properties = Object.fromEntries([
    ...names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
    ["text", { type: "string" }],
    ["lists", { type: "array", items: { $ref: "#/components/schemas/Lists" } }],
  ]) as Record<string, Schema>;
  return {
    ...Object.fromEntries(names.map((name) => [name, { type: "object", properties }])),
    Lists: { type: "array", items: { $ref: "#/components/schemas/Lists" } },
  } as Record<string, Schema>;
}

function listWeb(count: number): DocumentedField[] {
  const { shapeOf } = shapesOf({ ...contract, schemas: makeWeb(count) });
  return listFields(shapeOf({ $ref: "#/components/schemas/C0" }));
}

const countAll = (fields: readonly DocumentedField[]): number =>
  fields.reduce((sum, field) => sum + 1 + countAll(field.fields), 0);

test("a component is listed once on the way down", () => {
  const fields = listWeb(2);
  expect(fields.map(({ name }) => name)).toEqual(["C0", "C1", "text", "lists"]);
  expect(fields.map((field) => field.fields.length)).toEqual([0, 4, 0, 0]);
  expect(fieldList(fields, "body")).not.toContain("OpenAPI document");
});

test("components that all refer to each other are listed from the outside in, up to a number of fields", () => {
  const fields = listWeb(20);
  expect(fields.every((field) => !field.isCut)).toBe(true);
  expect(countAll(fields)).toBeGreaterThanOrEqual(500);
  expect(countAll(fields)).toBeLessThan(550);
  const cut = fields.flatMap((field) => field.fields).find(({ name, isCut }) => isCut && name);
  expect(cut?.fields).toEqual([]);
  expect(fieldList([cut as DocumentedField], "body")).toContain(
    "Its fields are in the OpenAPI document.",
  );
});
