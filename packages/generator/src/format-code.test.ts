import { expect, test } from "vitest";
import { formatCode, wrapComments } from "./format-code.ts";

test("code is printed as the house formats its own, and other files are left alone", async () => {
  const files = {
    "a.ts": 'import {b} from "./b.ts"\nimport {a} from "./a.ts"\nexport const c = [ a,b ]',
    "b.json": "{ }",
  };
  const [made] = await formatCode([{ files, folder: "x" }]);
  expect(made).toEqual({
    folder: "x",
    files: {
      "a.ts": 'import { a } from "./a.ts";\nimport { b } from "./b.ts";\nexport const c = [a, b];\n',
      "b.json": "{ }",
    },
  });
});

test("what is no code is refused, not written", async () => {
  await expect(formatCode([{ files: { "a.ts": "export const = ;" } }])).rejects.toThrow();
});

const words = Array.from({ length: 40 }, () => "word").join(" ");

test("a long comment is wrapped between words, within its indent", () => {
  const wrapped = wrapComments(`  /** ${words} */\n  a();\n  /**\n   * ${words}\n   */`);
  expect(wrapped.split("\n").every((line) => line.length <= 120)).toBe(true);
  expect(wrapped.replace(/\s*\n\s*\* ?/g, " ")).toContain(words);
  expect(wrapped).toMatch(/^ {2}\/\*\*\n {3}\* word .*\n {3}\* word .*\n {3}\*\/\n {2}a\(\);\n/);
});

test("a paragraph with a long line is wrapped whole, and its neighbours are left alone", () => {
  const wrapped = wrapComments(
    `/**\n * first ${words}\n * second\n * third\n *\n * short\n * lines\n *\n * - a ${words}\n * - b\n */`,
  );
  expect(wrapped).toMatch(/word second third\n \*\n \* short\n \* lines\n \*\n \* - a /);
  expect(wrapped).toMatch(/word\n \* - b\n \*\/$/);
  expect(wrapped.split("\n").every((line) => line.length <= 120)).toBe(true);
});

test("an example and a line of code stay as they are", () => {
  const example = `/**\n * @example\n * call("${words}");\n */\nconst text = "${words}";`;
  expect(wrapComments(example)).toBe(example);
  expect(wrapComments(`/**\n * @example\n * a();\n * @returns ${words}\n */`).split("\n")).toHaveLength(6);
});
