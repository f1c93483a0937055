import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import type { Files } from "../output.ts";

const source = join(import.meta.dirname, "../mock");

/** The mock as JavaScript: Node runs no TypeScript from an installed package. */
export async function printMock(): Promise<Files> {
  const names = (await readdir(source)).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const { outputText } = ts.transpileModule(await readFile(join(source, name), "utf8"), {
        fileName: name,
        compilerOptions: {
          target: ts.ScriptTarget.ES2024,
          module: ts.ModuleKind.ESNext,
          verbatimModuleSyntax: true,
          rewriteRelativeImportExtensions: true,
          newLine: ts.NewLineKind.LineFeed,
        },
      });
      const [shebang = "", ...rest] = outputText.startsWith("#!") ? outputText.split(/(?<=\n)/) : ["", outputText];
      const banner = `// Generated from scripts/mock/${name} by \`npm run generate\`: edit that, not this file.\n`;
      return [`mock/${name.replace(/\.ts$/, ".js")}`, shebang + banner + rest.join("")];
    }),
  );
  return Object.fromEntries(files);
}
