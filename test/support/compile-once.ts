// Specs, compiled: each once for all files of tests, because compiling takes longer than most of them.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Document } from "@packages/contract/src/openapi.ts";

const home = join(import.meta.dirname, "../..");
const cache = join(home, "node_modules/.cache/compiled-specs");

/**
 * The document of a spec as TypeSpec emits it.
 *
 * @param folder of the spec within the project
 */
export async function compileOnce(folder: string): Promise<Document> {
  const kept = join(cache, `${await hashOfSources(folder)}.json`);
  const text = await readFile(kept, "utf8").catch(() => undefined);
  if (text !== undefined) return JSON.parse(text) as Document;
  const { compileSpec } = await import("@packages/contract/src/compile.ts");
  const { document } = await compileSpec(join(home, folder, "main.tsp"));
  await mkdir(cache, { recursive: true });
  // Another file may be at it, too: each writes a whole file.
  await writeFile(`${kept}.${process.pid}`, JSON.stringify(document));
  await rename(`${kept}.${process.pid}`, kept);
  return document;
}

/** A hash of all that the compiled document depends on. */
async function hashOfSources(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const files = [join(home, "package-lock.json"), join(home, "packages/contract/src/compile.ts")];
  for (const sources of [join(home, folder), join(home, "packages/behaviour")]) {
    const names = await readdir(sources, { recursive: true });
    files.push(
      ...names.filter((name) => /\.(ts|tsp)$/.test(name)).map((name) => join(sources, name)),
    );
  }
  for (const file of files.sort()) hash.update(file).update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}
