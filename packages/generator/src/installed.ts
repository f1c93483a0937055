// Differences if this package is installed: its repository reads sources as they stand, and builds packages later.
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { FileSet } from "./output.ts";

export const isInstalled = import.meta.url.endsWith(".js");
const requireInstalled = createRequire(import.meta.url);

/** Folder of this package. */
export const ownFolder = dirname(requireInstalled.resolve("@pix-contract/generator/package.json"));

/** This package: its name, its command, and exact versions of its dependencies. */
export const own = requireInstalled("@pix-contract/generator/package.json") as {
  name: string;
  version: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
  engines: { node: string };
};
export const [ownCommand = ""] = Object.keys(own.bin);

/** Lets files import the installed package instead of the sources of its repository. */
export function importInstalled<Set extends FileSet>(sets: readonly Set[]): Set[] {
  if (!isInstalled) return [...sets];
  const change = (source: string): string =>
    source
      .replace(/"(?:@|(?:\.\.\/)+)packages\/(.*?\.ts")/g, `"${own.name}/$1`)
      .replace(/( from \S+)? by `npm run generate`:/, " from the spec:")
      .replace(/edit packages\/generator\/[^,\s]+,/g, "edit the spec,")
      .replace(", or the layout in packages/generator/src/docs/", "");
  return sets.map((set) => ({
    ...set,
    files: Object.fromEntries(
      Object.entries(set.files).map(([path, source]) => [path, change(source)]),
    ),
  }));
}

/**
 * Builds generated packages if something was written, and those that were never built. In the repository itself its
 * own commands do that.
 *
 * @param outputs the generated packages
 * @param written folders in which a file was written
 */
export async function buildInstalled(
  outputs: readonly FileSet[],
  written: ReadonlySet<string>,
): Promise<void> {
  if (!isInstalled) return;
  const bundler = join(dirname(requireInstalled.resolve("tsdown/package.json")), "dist/run.mjs");
  const packages = outputs
    .filter(({ files }) => "tsdown.config.ts" in files)
    .map(({ folder }) => folder);
  const wanted = packages.filter(
    (folder) => written.has(folder) || !existsSync(join(folder, "dist")),
  );
  // If a build fails, the next run must not take half a package for a whole one.
  for (const folder of wanted) rmSync(join(folder, "dist"), { recursive: true, force: true });
  await Promise.all(wanted.map((cwd) => promisify(execFile)(process.execPath, [bundler], { cwd })));
}
