// The lending library, compiled: once for all files of tests, because compiling takes longer than most of them.
import { createHash } from "node:crypto";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { home } from "./project.ts";

const folder = join(home, "test/generator/library");

/** The document as TypeSpec emits it. */
export const emitted: Document = await compileOnce();
export const document = buildDocument(emitted);
export const contract = readContract(document);

async function compileOnce(): Promise<Document> {
  const kept = join(tmpdir(), `lending-library-${await hashOfSources()}.json`);
  const text = await readFile(kept, "utf8").catch(() => undefined);
  if (text !== undefined) return JSON.parse(text) as Document;
  const { compileSpec } = await import("@packages/contract/src/compile.ts");
  const { document: compiled } = await compileSpec(join(folder, "main.tsp"));
  // Another file may be at it, too: each writes a whole file.
  await writeFile(`${kept}.${process.pid}`, JSON.stringify(compiled));
  await rename(`${kept}.${process.pid}`, kept);
  return compiled;
}

/** A hash of all that the compiled document depends on. */
async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  const files = [join(home, "package-lock.json"), join(home, "packages/contract/src/compile.ts")];
  for (const sources of [folder, join(home, "packages/behaviour")]) {
    const names = await readdir(sources, { recursive: true });
    files.push(
      ...names.filter((name) => /\.(ts|tsp)$/.test(name)).map((name) => join(sources, name)),
    );
  }
  for (const file of files) hash.update(file).update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}
