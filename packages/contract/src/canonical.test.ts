import { expect, test } from "vitest";
import { canonical } from "./canonical.ts";

test.for<[value: unknown, text: string]>([
  [
    { b: [{ d: 1, c: null }, "x"], a: { f: 2, e: [2, 1] } },
    '{"a":{"e":[2,1],"f":2},"b":[{"c":null,"d":1},"x"]}',
  ],
  [{ a: undefined, b: () => 1, c: [undefined] }, '{"c":[null]}'],
  [[], "[]"],
  [{}, "{}"],
  ['a"\n\u2028', '"a\\"\\n\u2028"'],
  [["a b~", "\\", "é", "\u007f", "\ud800"], '["a b~","\\\\","é","\u007f","\\ud800"]'],
  [Number.NaN, "null"],
  [undefined, "null"],
  [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  [{ "10": 1, "9": 2, '"': 3 }, '{"\\"":3,"10":1,"9":2}'],
])("%j", ([value, text]) => {
  expect(canonical(value)).toBe(text);
});
