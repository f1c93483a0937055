// Printed code is formatted as the house formats its own: by Biome, in one run for all files.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Files } from "./output.ts";

const runProgram = promisify(execFile);

const settings = {
  formatter: { indentStyle: "space", indentWidth: 2, lineWidth: 120 },
  linter: { enabled: false },
  assist: { actions: { source: { organizeImports: "on" } } },
};

/** Formatted code by its printed form: a change of a watched spec changes few files. */
const formattedTexts = new Map<string, string>();

/** Formats the TypeScript among sets of files; other files are left alone. */
export async function formatCode<Set extends { files: Files }>(
  sets: readonly Set[],
): Promise<Set[]> {
  const printed = sets.flatMap(({ files }) =>
    Object.entries(files).flatMap(([path, source]) => (isCode(path) ? [source] : [])),
  );
  await formatSources([...new Set(printed)].filter((source) => !formattedTexts.has(source)));
  return sets.map((set) => ({
    ...set,
    files: Object.fromEntries(
      Object.entries(set.files).map(([path, source]) => [
        path,
        isCode(path) ? (formattedTexts.get(source) ?? source) : source,
      ]),
    ),
  }));
}

function isCode(path: string): boolean {
  return path.endsWith(".ts");
}

async function formatSources(sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), "format-"));
  try {
    await writeFile(join(folder, "biome.json"), JSON.stringify(settings));
    const paths = sources.map((_, index) => join(folder, `${index}.ts`));
    await Promise.all(sources.map((source, index) => writeFile(paths[index] ?? "", source)));
    const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
    await runProgram(process.execPath, [biome, "check", "--write", "--max-diagnostics=5", "."], {
      cwd: folder,
    });
    const formatted = await Promise.all(paths.map((path) => readFile(path, "utf8")));
    sources.forEach((source, index) => {
      formattedTexts.set(source, formatted[index] ?? source);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
