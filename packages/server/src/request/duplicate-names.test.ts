import { expect, test } from "vitest";
import { hasDuplicateNames } from "./duplicate-names.ts";

const has = (text: string): boolean => hasDuplicateNames(text, JSON.parse(text));

test.for([
  '{"a":1,"a":2}',
  '{"a" \n:1,"a"\t:2}',
  '[[{"x":{"a":1,"b":{},"a":[]}}]]',
  '{"\\u0061":1,"a":2}',
  '{"__proto__":1,"__proto__":2}',
  '{"a":"\\":","a":":"}',
  '{"":1,"":2}',
])("%s", (text) => expect(has(text)).toBe(true));

test.for([
  "null",
  "[]",
  "{}",
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"{\\"a\\":1,\\"a\\":2}"}',
  '{"a":":\\"","b":"\\":"}',
  '{"1":1,"01":2}',
])("not %s", (text) => expect(has(text)).toBe(false));
