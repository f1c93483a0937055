import { expect, test } from "vitest";
import { parseJson, UnreadBody } from "./parse-body.ts";

const has = (text: string): boolean => parseJson(Buffer.from(text)).body instanceof UnreadBody;

test.for([
  '{"a":1,"a":2}',
  '{"a" \n:1,"a"\t:2}',
  '[[{"x":{"a":1,"b":{},"a":[]}}]]',
  '{"\\u0061":1,"a":2}',
  '{"__proto__":1,"__proto__":2}',
  '{"a":"\\":","a":":"}',
  '{"":1,"":2}',
])("%s has a name twice", (text) => expect(has(text)).toBe(true));

test.for([
  "null",
  "[]",
  "{}",
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"{\\"a\\":1,\\"a\\":2}"}',
  '{"a":":\\"","b":"\\":"}',
  '{"1":1,"01":2}',
])("%s has none twice", (text) => expect(has(text)).toBe(false));
