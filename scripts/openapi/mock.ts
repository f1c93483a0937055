import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import type { Files } from "../output.ts";

const source = join(import.meta.dirname, "../mock");

let made: Promise<Files> | undefined;

/** The mock as JavaScript: Node runs no TypeScript from an installed package. */
export function printMock(): Promise<Files> {
  // It is the same for every spec, so whoever watches one makes it once.
  made ??= transpileMock();
  return made;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  rewriteRelativeImportExtensions: true,
  newLine: ts.NewLineKind.LineFeed,
};

/** The module that other packages import: the only one whose types they need. */
const entry = "start-mock.ts";

async function transpileMock(): Promise<Files> {
  const names = (await readdir(source)).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).sort();
  const files: Files = {};
  for (const name of names) {
    const text = await readFile(join(source, name), "utf8");
    const transpile = { fileName: name, compilerOptions: options };
    files[`mock/${name.replace(/\.ts$/, ".js")}`] = mark(name, ts.transpileModule(text, transpile).outputText);
    if (name !== entry) continue;
    files[`mock/${name.replace(/\.ts$/, ".d.ts")}`] = mark(name, ts.transpileDeclaration(text, transpile).outputText);
  }
  return files;
}

/** Says where a file comes from, below the line that makes it executable. */
function mark(name: string, text: string): string {
  const banner = `// Generated from scripts/mock/${name} by \`npm run generate\`: edit that, not this file.\n`;
  return text.startsWith("#!") ? text.replace(/\n/, `\n${banner}`) : banner + text;
}
