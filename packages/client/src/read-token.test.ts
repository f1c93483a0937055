import { expect, test } from "vitest";
import { readToken } from "./read-token.ts";

const facts = {
  scheme: "Card",
  operation: "issue",
  token: "token",
  expiresIn: "expiresIn",
  unit: 1_000,
  renewEarly: 30_000,
  spacing: 12_000,
};
const read = (data: object) => readToken(facts, { data, status: 200 });

test("a lifetime is read in the unit that the contract has", () => {
  expect(read({ token: "a-token", expiresIn: 1_800 })).toEqual({ token: "a-token", lifetime: 1_800_000 });
});

test.each([
  ["a number in quotes", "1800"],
  ["a number without end", Number.POSITIVE_INFINITY],
  ["no number", Number.NaN],
  ["less than nothing", -1],
])("%s is no lifetime", (_name, expiresIn) => {
  expect(() => read({ token: "a-token", expiresIn })).toThrow("has no lifetime");
});
