import { expect, test } from "vitest";
import { type ExactPlaces, readExactly, writeExactly } from "./exact.ts";

const integer: ExactPlaces = { integer: true };
const named: Record<string, ExactPlaces> = {
  Tree: { fields: { id: integer, nodes: { items: "Tree" } } },
};

/** What is read of JSON. */
function read(places: ExactPlaces, text: string, isWrapped = false): unknown {
  return readExactly(places, named, isWrapped)({ text, body: JSON.parse(text) });
}

test.each<[string, ExactPlaces, string, unknown]>([
  ["an integer", integer, "9007199254740993", 9007199254740993n],
  ["a small integer", integer, "1", 1n],
  ["null", integer, "null", null],
  [
    "a value within itself",
    "Tree",
    '{"id":1,"nodes":[{"id":-9007199254740993}]}',
    { id: 1n, nodes: [{ id: -9007199254740993n }] },
  ],
  [
    "fields that are not named",
    { fields: { count: {} }, rest: integer },
    '{"count":1,"a":2,"__proto__":3}',
    JSON.parse('{"count":1,"a":2,"__proto__":3}', (_, one) => (one > 1 ? BigInt(one) : one)),
  ],
  [
    "the variant that a field names",
    { by: "kind", variants: { a: { fields: { n: integer } } } },
    '{"kind":"a","n":1}',
    { kind: "a", n: 1n },
  ],
  [
    "another variant, rounded",
    { by: "kind", variants: { a: { fields: { n: integer } } } },
    '{"kind":"b","n":9007199254740993}',
    { kind: "b", n: 2 ** 53 },
  ],
])("%s", (_, places, text, value) => {
  expect(read(places, text)).toEqual(value);
});

test("the result in an envelope is read, and what is not JSON stays", () => {
  expect(read("Tree", '{"success":true,"data":{"id":1}}', true)).toEqual({ id: 1n });
  expect(readExactly(integer, {})({ text: "<html>", body: "<html>" })).toBe("<html>");
});

test("a bigint is written as a number", () => {
  expect(writeExactly({ id: 9007199254740993n, name: "1" })).toBe(
    '{"id":9007199254740993,"name":"1"}',
  );
});
