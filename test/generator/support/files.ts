import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** What changes when a file is written. */
export interface FileState {
  hash: string;
  inode: number;
  modified: number;
}

/** Every file of some folders of a root, by path within the root with forward slashes. */
export async function statesOf(
  root: string,
  folders: string[],
): Promise<Record<string, FileState>> {
  const states: Record<string, FileState> = {};
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const { ino, mtimeMs } = await stat(path);
      const hash = createHash("sha256")
        .update(await readFile(path))
        .digest("hex");
      states[relative(root, path).split(sep).join("/")] = { hash, inode: ino, modified: mtimeMs };
    }
  }
  return states;
}

/** The contents alone: what two folders have in common that were written apart. */
export function hashesOf(states: Record<string, FileState>): Record<string, string> {
  return Object.fromEntries(Object.entries(states).map(([path, { hash }]) => [path, hash]));
}
