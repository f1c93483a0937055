import { expect, test } from "vitest";
import { sampleMatching } from "./sample-pattern.ts";

test.each([
  "^(?!000)\\d{3}$",
  "(?<=a)b",
  "(?<!a)b",
  "^(['\"]).*\\1$",
  "^(?=.*[A-Z])(?=.*\\d).{8,}$",
  "\\bfoo\\b",
  "^(?<q>[ab])x\\k<q>$",
  "^(a|b)(c)\\2\\1$",
  "^(?:(?!x)[a-z])+$",
  "[^(?=]a",
  "^\\(\\[x\\]\\)$",
])("%s is matched", (pattern) => {
  expect(sampleMatching(pattern)).toMatch(new RegExp(pattern, "u"));
});

test("nothing is made for a pattern that nothing matches, or nothing of the right length", () => {
  expect(sampleMatching("^(?!a)a$")).toBeUndefined();
  expect(sampleMatching("^a{3}$", ({ length }) => length > 3)).toBeUndefined();
});
