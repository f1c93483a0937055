import { expect, test } from "vitest";
import { anchor, code, table } from "./markdown.ts";

test.for([
  ["a", "`a`"],
  ["`a", "`` `a ``"],
  ["a`", "`` a` ``"],
  ["a`b", "``a`b``"],
  ["a``b`", "``` a``b` ```"],
] as const)("the code span of %s is %s", ([markdown, span]) => expect(code(markdown)).toBe(span));

test("a heading has the anchor that GitHub gives it, with a dash for each space", () => {
  expect(anchor("Status & amount (BRL)")).toBe("status--amount-brl");
});

test("no pipe in a cell begins another one", () => {
  expect(table(["A"], [["a|b|c"]]).split("\n")[2]).toBe("| a\\|b\\|c |");
});
