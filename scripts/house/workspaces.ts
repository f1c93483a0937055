import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Manifest } from "./arrows.ts";

/** The workspaces of the project and their manifests, by folder with forward slashes. */
export function readWorkspaces(root: string): Map<string, Manifest> {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
  const { workspaces } = read("package.json") as { workspaces: string[] };
  const patterns = workspaces.map((pattern) => `${pattern}/package.json`);
  const manifests = globSync(patterns, { cwd: root }).sort();
  return new Map(
    manifests.map((path) => [dirname(path).replaceAll("\\", "/"), read(path) as Manifest]),
  );
}
