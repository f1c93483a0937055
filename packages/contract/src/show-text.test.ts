import { expect, test } from "vitest";
import { showLines, showText } from "./show-text.ts";

test.for<[text: string, shown: string]>([
  ["\u001b[31mred\u001b[0m", "\\u001b[31mred\\u001b[0m"],
  ["a\nb\r\tc\u0000", "a\\nb\\r\\tc\\u0000"],
  ["\u009b2J\u007f", "\\u009b2J\\u007f"],
  ["\u202egpj.exe \u2066x\u2069", "\\u202egpj.exe \\u2066x\\u2069"],
  ["a\u2028b\u2029c\u0085d", "a\\u2028b\\u2029c\\u0085d"],
  ["\ufeff\u00ad\u200b\u2060", "\\ufeff\\u00ad\\u200b\\u2060"],
  ["tag \u{e0041}", "tag \\udb40\\udc41"],
  ["half \ud800", "half \\ud800"],
  ["João 👩‍👩‍👧 R$ 49,90 日本", "João 👩‍👩‍👧 R$ 49,90 日本"],
])("%j is shown as %s", ([text, shown]) => {
  expect(showText(text)).toBe(shown);
  expect(JSON.parse(showText(JSON.stringify(text)))).toBe(text);
});

test("lines of a report stay", () => {
  expect(showLines("one\u001b\r\ntwo\u202e\n")).toBe("one\\u001b\\r\ntwo\\u202e\n");
});
