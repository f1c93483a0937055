import { expect, test } from "vitest";
import { openObjects } from "../../packages/contract/src/document/tidy.ts";

const open = { type: "object", unevaluatedProperties: {} };
const opened = { type: "object", additionalProperties: {} };

test("an object of any fields says so in the word that every reader knows", () => {
  const schema = { properties: { unevaluatedProperties: { ...open }, items: { items: { ...open } } } };
  openObjects(schema);
  expect(schema).toEqual({ properties: { unevaluatedProperties: opened, items: { items: opened } } });
});

test("where other schemas evaluate fields, the word stays", () => {
  const schema = { ...open, allOf: [{ ...open }] };
  openObjects(schema);
  expect(schema).toEqual({ ...open, allOf: [opened] });
});

test("what examples, defaults and extensions hold is data", () => {
  const schema = { default: { ...open }, examples: [{ ...open }], enum: [{ ...open }], "x-shelf": { ...open } };
  const before = structuredClone(schema);
  openObjects(schema);
  expect(schema).toEqual(before);
});
