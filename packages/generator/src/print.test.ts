import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { document } from "../../../test/generator/support/library.ts";
import { printJson, printYaml } from "./print.ts";

/** Texts that a careless printer or an old reader turns into something else. */
const texts = [
  ..."yes No on off y N ~ null NULL True 2026-11-20 2026-11-20T15:00:00Z 1:30 190:20:30".split(" "),
  ..."012 0o14 0x1F 0b1 1_000 08 .5 5. 1e3 +1 -0 -.inf .nan 685_230.15 = << --- ... !tag &a *a @a `a` %a ? - #".split(
    " ",
  ),
  "2026-11-20 15:00:00",
  "? a",
  "- a",
  ": a",
  "a: b",
  "a #b",
  "",
  " ",
  "\t",
  " a ",
  "a\tb",
  "\ta",
  "a\nb",
  "a\n",
  "\na",
  "\n\n",
  "  a\n b",
  "a\n\n\n",
  "a\r\nb",
  "\r",
  "|\n",
  ">",
  "\u0000",
  "\u0007",
  "\u007f",
  "\u0085",
  "a\u2028b",
  "a\u2029b\nc",
  "\ufeffa",
  "\u00a0",
  "é",
  "📚",
  "it's",
  '"q"',
  "\\",
  "\\n",
  "[a]",
  "{a}",
  "a,b",
  "key:",
  "*/",
  "-->",
  "<script>",
  "x".repeat(500),
];
const hostile = {
  list: texts,
  nested: texts.map((text) => ({ [text]: [[text], { [text]: text }] })),
  keys: Object.fromEntries(texts.map((text, index) => [text, index])),
  others: [0, 1.5, 1e-7, 12345678901234, true, false, null, {}, []],
};

describe.each(["1.1", "1.2"] as const)("a reader of YAML %s", (version) => {
  test("reads from the document what stands in its JSON", () => {
    const read: unknown = parse(printYaml(document), { version, merge: version === "1.1" });
    // Compared as text: the order says something, too.
    expect(printJson(read)).toBe(printJson(document));
  });

  test("reads every text as it was", () => {
    const read: unknown = parse(printYaml(hostile), { version, merge: version === "1.1" });
    expect(read).toStrictEqual(hostile);
  });
});

test("what other readers of YAML 1.1 stumble over is quoted", () => {
  expect(printYaml(["=", "a\tb", "\u0085", "\u2028", "\ufeff"])).toBe(
    ['"="', '"a\\tb"', '"\\u0085"', '"\\u2028"', '"\\ufeff"'].map((line) => `- ${line}\n`).join(""),
  );
});

test("a repeated part is written out, a long text stays on its line", () => {
  const part = { text: "word ".repeat(100).trim() };
  expect(printYaml([part, part])).toBe(`- text: ${part.text}\n- text: ${part.text}\n`);
});

test("both forms end with one newline and have no trailing blanks", () => {
  for (const text of [printYaml(document), printJson(document)]) {
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toMatch(/[ \t]$/m);
  }
});

test("the keys of __proto__ are keys like others", () => {
  const value: unknown = JSON.parse('{"__proto__":{"polluted":"yes"},"constructor":"012"}');
  expect(printYaml(value)).toBe('__proto__:\n  polluted: "yes"\nconstructor: "012"\n');
});
