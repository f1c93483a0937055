// A translated page names the original that it was made from. A change of the original fails here until the translation was
// looked at.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = globSync("docs/pt-BR/**/*.md", { cwd: root });

test("the pages where people begin are translated", () => {
  const guides = ["client-notifications", "client", "frontend", "mock", "sandbox", "start"].map(
    (name) => `docs/pt-BR/guides/${name}.md`,
  );
  expect(pages.sort()).toEqual(["docs/pt-BR/README.md", ...guides]);
});

/** Blocks of code of a page, which are the same in every language. Screens (`text`) speak the language of the page. */
function codeOf(text: string): string[] {
  return [...text.matchAll(/^```(?!text)\w+.*\n[\s\S]*?^```$/gm)].map(String);
}

/** What a translation was made from: the beginning of the original and the sections that it names, or all of it. */
function translated(text: string, sections: readonly string[] | undefined): string {
  const written = text.replaceAll(/<!-- generated:(\S+) -->[\s\S]*?<!-- \/generated:\1 -->/g, "");
  if (!sections) return written;
  const isTranslated = (part: string, at: number): boolean =>
    at === 0 || sections.includes(part.slice(3).split("\n")[0] ?? "");
  return written
    .split(/^(?=## )/m)
    .filter(isTranslated)
    .join("");
}

test.for(pages)("%s was made from its original as it is now, with the same commands", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const [, original = "", sections, hash] =
    /^translationOf: (\S+)\n(?:sections: (.+)\n)?originalHash: (\w+)$/m.exec(text) ?? [];
  expect(existsSync(join(root, original)), original).toBe(true);
  const source = translated(readFileSync(join(root, original), "utf8"), sections?.split(" | "));
  const now = createHash("sha256").update(source).digest("hex").slice(0, 12);
  expect(
    hash,
    `${original} has changed: bring ${page} up to date, then set originalHash: ${now}`,
  ).toBe(now);
  expect(codeOf(text)).toEqual(codeOf(source));
});
