import { expect, test } from "vitest";
import { duplicateNames } from "./response.ts";

test.for([
  ['{"a":[1],"a":2}', ["a"]],
  ['{"a":{"b":1,"b":2},"b":3}', ["b"]],
  ['{"a":[{"b":1},{"b":2}],"c":{"b":3}}', []],
  ['{"a":"\\"a\\":","b":"{","c":["a"]}', []],
  ['{"a":1,"\\u0061":2}', ["a"]],
] as const)("names that stand twice in an object of %s", ([text, names]) => {
  expect(duplicateNames(text)).toEqual(names);
});
