import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { run } from "../../packages/support/run.ts";
import { makeFolder } from "../../support/folder.ts";

const root = join(import.meta.dirname, "../../..");

/**
 * Writes every TypeScript block of a guide to the file that its first line names, so that Node and the compiler take it.
 *
 * @param atEnd as of `makeFolder`
 */
export async function writeGuide(name: string, atEnd?: Parameters<typeof makeFolder>[0]) {
  const pages =
    name === "server"
      ? [
          name,
          "server-hosts",
          "server-stores",
          "server-own-store",
          "server-notifications",
          "provider",
        ]
      : [name];
  const texts = pages.map((page) => readFile(join(root, "docs/guides", `${page}.md`), "utf8"));
  const text = (await Promise.all(texts)).join("\n");
  const folder = await makeFolder(atEnd, join(root, "tmp"));
  const source = relative(folder, join(root, "generated/server/src/index.ts")).replaceAll(
    "\\",
    "/",
  );
  const names: string[] = [];
  for (const [, block = ""] of text.matchAll(/^```ts\n(.*?)^```$/gms)) {
    const file = /^\/\/ ([\w-]+\.ts)\n/.exec(block)?.[1];
    if (!file)
      throw new Error(`A block of the guide does not say which file it is: ${block.slice(0, 80)}`);
    names.push(file);
    // The package as it is here, whether it is built or not.
    await writeFile(
      join(folder, file),
      block.replaceAll(/"@pix-contract\/server(?:\/([\w-]+))?"/g, (_all, entry) =>
        JSON.stringify(entry ? source.replace("index.ts", `${entry}.ts`) : source),
      ),
    );
  }
  const config = { extends: "../../generated/server/tsconfig.json", include: ["*.ts"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  return {
    folder,
    names,
    /** Compiles all of them under strict rules. */
    compile: async (): Promise<void> => {
      const compiler = join(root, "node_modules/typescript/bin/tsc");
      await run(process.execPath, [compiler, "-p", folder]);
    },
  };
}
