// A translated page names the original that it was made from. Who changes the original looks at the translation too.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = globSync("docs/pt/**/*.md", { cwd: root });

test("there are translations", () => {
  expect(pages).not.toEqual([]);
});

/** Blocks of code of a page, which are the same in every language. */
function codeOf(text: string): string[] {
  return [...text.matchAll(/^```\w+\n[\s\S]*?^```$/gm)].map(String);
}

test.for(pages)("%s was made from its original as it is now, with the same commands", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const [, original = "", hash] = /^translationOf: (\S+)\noriginalHash: (\w+)$/m.exec(text) ?? [];
  expect(existsSync(join(root, original)), original).toBe(true);
  const source = readFileSync(join(root, original), "utf8");
  const now = createHash("sha256").update(source).digest("hex").slice(0, 12);
  expect(hash, `${original} has changed: bring ${page} up to date, then set originalHash: ${now}`).toBe(now);
  expect(codeOf(text)).toEqual(codeOf(source));
});
