// The sources that maps point to go into the package: an editor opens the source when you go to a definition.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

const root = join(import.meta.dirname, "../../../..");

/** A finished build, as the bundler reports it. */
interface Done {
  options: { outDir: string };
  chunks: { fileName: string }[];
}

/** Copies the sources that a build's maps name into `sources/` next to them, and lets the maps point there. */
export async function shipSources({ options: { outDir }, chunks }: Done): Promise<void> {
  for (const { fileName } of chunks.filter((chunk) => chunk.fileName.endsWith(".map"))) {
    const path = join(outDir, fileName);
    const map = JSON.parse(await readFile(path, "utf8")) as { sources: string[] };
    map.sources = await Promise.all(
      map.sources.map((source) => ship(resolve(outDir, source), outDir)),
    );
    await writeFile(path, JSON.stringify(map));
  }
}

/** Copies a source. Returns the path of the copy, as a map names it. */
async function ship(source: string, outDir: string): Promise<string> {
  // If this package is installed, sources outside the project stay in the folder too.
  const place = join("sources", relative(root, source).replace(/^(\.\.[/\\])+/, ""));
  const copy = join(outDir, place);
  await mkdir(dirname(copy), { recursive: true });
  await copyFile(source, copy);
  return place.replaceAll("\\", "/");
}
