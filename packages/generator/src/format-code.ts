// Printed code is formatted as the house formats its own: by Biome, in one run for all files, and with comments wrapped.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Files } from "./output.ts";

const run = promisify(execFile);

/** Longest line of a comment, as of code. */
const width = 120;

const settings = {
  formatter: { indentStyle: "space", indentWidth: 2, lineWidth: width },
  linter: { enabled: false },
  assist: { actions: { source: { organizeImports: "on" } } },
};

/** What was formatted before, by what it was printed as: whoever watches a spec changes few files. */
const known = new Map<string, string>();

/** Formats the TypeScript among sets of files; other files are left alone. */
export async function formatCode<Set extends { files: Files }>(sets: readonly Set[]): Promise<Set[]> {
  const printed = sets.flatMap(({ files }) =>
    Object.entries(files).flatMap(([path, text]) => (isCode(path) ? [text] : [])),
  );
  await format([...new Set(printed)].filter((text) => !known.has(text)));
  return sets.map((set) => ({
    ...set,
    files: Object.fromEntries(
      Object.entries(set.files).map(([path, text]) => [path, isCode(path) ? (known.get(text) ?? text) : text]),
    ),
  }));
}

function isCode(path: string): boolean {
  return path.endsWith(".ts");
}

async function format(texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), "format-"));
  try {
    await writeFile(join(folder, "biome.json"), JSON.stringify(settings));
    const paths = texts.map((_, index) => join(folder, `${index}.ts`));
    await Promise.all(texts.map((text, index) => writeFile(paths[index] ?? "", wrapComments(text))));
    const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
    await run(process.execPath, [biome, "check", "--write", "--max-diagnostics=5", "."], { cwd: folder });
    const formatted = await Promise.all(paths.map((path) => readFile(path, "utf8")));
    texts.forEach((text, index) => {
      known.set(text, formatted[index] ?? text);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Wraps the paragraphs of block comments that have long lines; examples, which are code, stay as they are. */
export function wrapComments(text: string): string {
  const lines: string[] = [];
  let example = false;
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    const [, prefix = ""] = proseLine.exec(paragraph[0] ?? "") ?? [];
    const isLong = paragraph.some((line) => line.length > width);
    const words = paragraph.map((line) => line.slice(prefix.length).trim()).join(" ");
    lines.push(...(isLong ? wrapWords(words, prefix) : paragraph));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    const [, indent = "", only] = /^(\s*)\/\*\* (.*) \*\/$/.exec(line) ?? [];
    const [, , words] = proseLine.exec(line) ?? [];
    if (words === undefined || words.startsWith("@")) example = words?.startsWith("@example") ?? false;
    // A list's entry and a tag begin a paragraph of their own.
    if (words === undefined || example || /^([-*|@]|\d+\.|```)/.test(words)) endParagraph();
    if (only !== undefined && line.length > width)
      lines.push(`${indent}/**`, ...wrapWords(only, `${indent} * `), `${indent} */`);
    else if (words === undefined || example) lines.push(line);
    else paragraph.push(line);
  }
  endParagraph();
  return lines.join("\n");
}

// A line of a block comment that says something.
const proseLine = /^(\s*\* )(?!\/)(.*)$/;

function wrapWords(text: string, prefix: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && prefix.length + line.length + 1 + word.length > width) {
      lines.push(prefix + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, prefix + line];
}
