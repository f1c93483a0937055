import { readExpansion } from "@packages/contract/src/path-expansion.ts";
import { expect, test } from "vitest";
import { expandBy } from "./expand-by.ts";

const list = ["red", "green", "blue"];
const keys = { semi: ";", dot: ".", comma: "," };

// Those of RFC 6570, 3.2.5 and 3.2.7.
test.each([
  [{ operator: ".", explode: false }, "red", ".red"],
  [{ operator: ".", explode: true, parts: "items" }, list, ".red.green.blue"],
  [{ operator: ".", explode: false, parts: "fields" }, keys, ".semi,%3B,dot,.,comma,%2C"],
  [{ operator: ";", explode: false }, "1024", ";list=1024"],
  [{ operator: ";", explode: false, parts: "items" }, list, ";list=red,green,blue"],
  [{ operator: ";", explode: true, parts: "items" }, list, ";list=red;list=green;list=blue"],
  [{ operator: ";", explode: true, parts: "fields" }, keys, ";semi=%3B;dot=.;comma=%2C"],
] as const)("%o writes and reads %o", (expansion, value, written) => {
  expect(expandBy("list", expansion)(value)).toBe(written);
  expect(readExpansion("list", written, expansion, decodeURIComponent)).toEqual(value);
});

test("a part that has no form in a path is refused", () => {
  expect(() => expandBy("list", { operator: ".", explode: false, parts: "items" })([{}])).toThrow();
});
