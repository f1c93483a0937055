import { expect, test } from "vitest";
import { decode, referenceTo, schemaName, splitPointer, step, valueAt } from "./pointer.ts";

/** Names that a pointer or a URI writes in another way, and those that look as if they were written so. */
const names = [
  "a",
  "",
  "a/b",
  "~",
  "~1",
  "~01",
  "a b",
  "%41",
  "%",
  "#",
  "?",
  "ü",
  '"',
  "__proto__",
  "0",
];

test.each(names)("a pointer and a reference lead to %j", (name) => {
  const root = { components: { schemas: Object.fromEntries([[name, { [name]: 1 }]]) } };
  const reference = referenceTo("components", "schemas", name, name);
  const pointer = ["components", "schemas", name, name].reduce(step, "");
  expect(valueAt(root, reference)).toBe(1);
  expect(valueAt(root, pointer)).toBe(1);
  expect(splitPointer(pointer)).toEqual(["components", "schemas", name, name]);
  expect(schemaName(referenceTo("components", "schemas", name))).toBe(name);
  expect(reference).toMatch(/^#[!$&-;=@-Z_a-z~%]*$/);
});

test.each([
  ["#/components/schemas/A", "A"],
  ["#/components/schemas", undefined],
  ["#/components/schemas/A/properties", undefined],
  ["#/components/responses/A", undefined],
  ["A", undefined],
])("the schema of %s: %s", (reference, name) => {
  expect(schemaName(reference)).toBe(name);
});

test.each(["/b", "/a/0", "/a/b/c", "/toString", "/a/length"])("%s leads nowhere", (pointer) => {
  expect(valueAt({ a: "x" }, pointer)).toBeUndefined();
});

test("the whole is at the empty pointer, and an item of a list at its position", () => {
  const root = { list: [{ a: null }] };
  expect(valueAt(root, "")).toBe(root);
  expect(valueAt(root, "#")).toBe(root);
  expect(valueAt(root, step(step("/list", 0), "a"))).toBeNull();
});

test("broken escapes stay as they are", () => {
  expect([decode("%zz"), decode("%2F"), decode("%")]).toEqual(["%zz", "/", "%"]);
});
