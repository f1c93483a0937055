import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Tells of every change in a folder, however deep, by the path of what changed. Returns what ends it.
 *
 * Each folder is watched by itself, because Node's own recursive watch loses sight, on Linux, of a file that an editor
 * replaces instead of writing to it.
 */
export function watchFolder(root: string, onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = (folder: string): void => {
    // After a folder was removed and created again, its watcher sees nothing.
    forget(folder);
    const watcher = watch(folder, (_, name) => {
      if (name === null) return;
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (!stats) forget(path);
      if (stats?.isDirectory()) {
        add(path);
        // What it holds may have come before its watcher.
        for (const inner of readdirSync(path, { recursive: true, encoding: "utf8" })) onChange(join(path, inner));
      }
      onChange(path);
    });
    // Windows reports the removal of a folder so.
    watcher.on("error", () => forget(folder));
    watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== "node_modules") add(join(folder, entry.name));
    }
  };
  add(root);
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}
