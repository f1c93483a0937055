import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { anchor } from "./markdown.ts";

const root = join(import.meta.dirname, "../../../..");
const pages = ["*.md", "docs/**/*.md"].flatMap((pattern) => globSync(pattern, { cwd: root }));

/** Text of a page without its code. */
function proseOf(path: string): string {
  return readFileSync(path, "utf8")
    .replaceAll(/^(```+)[^\n`]*\n[\s\S]*?\n\1$/gm, "")
    .replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, (code) => code.replaceAll(/[[\]]/g, ""));
}

function headingsOf(path: string): string[] {
  const text = proseOf(path);
  const fields = [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = ""]) => id);
  return [
    ...fields,
    ...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchor(heading)),
  ];
}

test("there are pages to check", () => {
  expect(pages).toEqual(
    expect.arrayContaining(["README.md", "docs/README.md", "docs/guides/mock.md"]),
  );
});

test.for(pages)("%s links to files and headings that exist", (page) => {
  const path = join(root, page);
  for (const [, link = ""] of proseOf(path).matchAll(/(?<!\\)\]\(([^)\s]+)/g)) {
    if (/^https?:/.test(link)) continue;
    const [file = "", heading] = link.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    expect.soft(existsSync(target), `${page}: ${link} is missing`).toBe(true);
    if (heading === undefined || !existsSync(target) || statSync(target).isDirectory()) continue;
    expect
      .soft(headingsOf(target), `${page}: ${relative(root, target)} has no heading ${heading}`)
      .toContain(heading);
  }
});

const maps = ["packages/*/README.md", "packages/*/src/index.ts"].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
);

test.for(["CONTRIBUTING.md", ...maps])("%s names files that exist", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const map = page.endsWith(".ts") ? (/^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? "") : text;
  const home = /^packages\/[\w-]+/.exec(page)?.[0] ?? ".";
  // A name in capitals stands for the reader's own file.
  const paths = [...map.matchAll(/`((?:packages|docs|lib|spec|src|test)\/[^`*\s]*)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !/[A-Z]{4}/.test(path));
  const exists = (path: string): boolean =>
    [".", home].some((folder) => existsSync(join(root, folder, path)));
  expect(paths.filter((path) => !exists(path))).toEqual([]);
});
