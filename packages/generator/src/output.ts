import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { SpecError } from "@packages/contract/src/spec-error.ts";

/** Files of a folder, by path within it with forward slashes. */
export type Files = Record<string, string>;

/** A folder, and files for it. */
export interface FileSet {
  folder: string;
  files: Files;
}

/** A folder, and the files that the pipeline puts into it. */
export interface Output extends FileSet {
  /** Whether the folder holds nothing else, so that other files are obsolete. */
  whole: boolean;
}

/** The files of a folder that differ from those that it should hold, by path. */
export type Drift = Map<string, "missing" | "changed" | "stale">;

/** Compares a folder with the files that it should hold; the folder may be absent. */
export async function findDrift(folder: string, files: Files): Promise<Drift> {
  const present = await listWrittenFiles(folder);
  const drift: Drift = new Map();
  // First, because on a case-insensitive file system an obsolete name may be that of a file to write.
  for (const path of present) if (!Object.hasOwn(files, path)) drift.set(path, "stale");
  for (const [path, content] of Object.entries(files)) {
    if (!present.includes(path)) drift.set(path, "missing");
    else if ((await readFile(join(folder, path), "utf8")) !== content) drift.set(path, "changed");
  }
  return drift;
}

/**
 * Files of somebody else are not obsolete output.
 *
 * @throws {SpecError} if an output would replace a folder that has files, and none that was generated
 */
export async function assertGenerated({ folder, files, whole }: Output): Promise<void> {
  const present = whole ? await listWrittenFiles(folder) : [];
  if (present.length === 0) return;
  const known = present.filter((path) => Object.hasOwn(files, path));
  const texts = await Promise.all(known.map((path) => readFile(join(folder, path), "utf8")));
  if (texts.some((content) => /^\W*Generated (from|by) /.test(content))) return;
  throw new SpecError(
    `${folder} has files that were not generated, as ${present[0]}: move them, or generate into another folder.`,
  );
}

/**
 * Makes a folder hold exactly the given files. Files whose content is right are not touched, others are replaced in one
 * step each, so that a reader never meets half a file.
 */
export async function writeFiles(folder: string, files: Files, drift: Drift): Promise<void> {
  for (const [path, state] of drift) {
    const target = join(folder, path);
    if (state === "stale") {
      await rm(target);
      continue;
    }
    const draft = `${target}.${process.pid}.tmp`;
    await mkdir(dirname(target), { recursive: true });
    const content = files[path] ?? "";
    // A command is executable in the repo too: npm makes it so on install, which would look like a change.
    await writeFile(draft, content, { mode: content.startsWith("#!") ? 0o755 : 0o644 });
    await rename(draft, target);
  }
}

/** Writes files that are not committed, if they differ. Returns the folders in which any did. */
export async function writeDerived(sets: readonly FileSet[]): Promise<string[]> {
  const written: string[] = [];
  for (const { folder, files } of sets) {
    const drift = new Map(
      [...(await findDrift(folder, files))].filter(([, state]) => state !== "stale"),
    );
    await writeFiles(folder, files, drift);
    if (drift.size > 0) written.push(folder);
  }
  return written;
}

async function listWrittenFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
      // Installed and built files do not count as sources.
      .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
      .sort()
  );
}
