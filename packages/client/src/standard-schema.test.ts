import { expect, test } from "vitest";
import { boolean, integer, oneOf, string } from "./check.ts";
import { anyOf, array, makeSchema, object, record } from "./standard-schema.ts";

const order = makeSchema<unknown>("@shop/client", () =>
  object(
    {
      amount: integer(1, 100),
      payer: object({ name: string(1) }, { "e.mail": string(3) }),
      kind: oneOf("a", "b"),
    },
    {
      tags: array(string(1, 3), 1, 2),
      labels: record(boolean),
      form: anyOf(object({ card: string(1), code: integer() }), object({ key: string(1) })),
    },
  ),
);
const validate = (value: unknown) => order["~standard"].validate(value);
const valid = { amount: 1, payer: { name: "Ana" }, kind: "a" };

test("a value without a mistake is given back as it is", () => {
  expect(validate(valid)).toEqual({ value: valid });
  const more = { ...valid, tags: ["x"], labels: { a: true }, form: { key: "k" }, unknown: 1 };
  expect(validate(more)).toEqual({ value: more });
});

test("all mistakes are found, each with its path", () => {
  const wrong = {
    amount: 0,
    payer: { "e.mail": "x" },
    tags: ["", "long one"],
    labels: { a: 1, b: true },
    form: { card: "" },
  };
  expect(validate(wrong)).toEqual({
    issues: [
      { message: "must be at least 1", path: ["amount"] },
      { message: "must be given", path: ["payer", "name"] },
      { message: "must have a length of at least 3", path: ["payer", "e.mail"] },
      { message: "must be given", path: ["kind"] },
      { message: "must have a length of at least 1", path: ["tags", 0] },
      { message: "must have a length of at most 3", path: ["tags", 1] },
      { message: "must be of type boolean", path: ["labels", "a"] },
      { message: "must be given", path: ["form", "key"] },
    ],
  });
});

test.each([
  [undefined, "must be of type object"],
  [[], "must be of type object"],
  ["text", "must be of type object"],
])("%j has a mistake of its own", (value, message) => {
  expect(validate(value)).toEqual({ issues: [{ message, path: [] }] });
});

test("bounds of a list are checked before its items", () => {
  expect(validate({ ...valid, tags: [] })).toMatchObject({ issues: [{ path: ["tags"] }] });
  expect(validate({ ...valid, tags: ["", "", ""] })).toMatchObject({
    issues: [{ path: ["tags"] }],
  });
});

test("fields that are not named have a check of their own, and known ones only theirs", () => {
  const labels = makeSchema<unknown>("@shop/client", () =>
    object({ id: integer() }, { note: string() }, string(1, 3)),
  );
  const find = (value: unknown) => labels["~standard"].validate(value);
  const valid = { id: 1, note: "a longer one", colour: "red" };
  expect(find(valid)).toEqual({ value: valid });
  expect(find({ note: "x", colour: "", size: 1 })).toEqual({
    issues: [
      { message: "must be given", path: ["id"] },
      { message: "must have a length of at least 1", path: ["colour"] },
      { message: "must be of type string", path: ["size"] },
    ],
  });
});
