// Files that only machines read. They are not committed: `npm ci` and `npm run generate` write them.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AdditionalBuild } from "./additional-specs.ts";
import type { FileSet } from "./output.ts";
import { printJson } from "./print.ts";

/**
 * The license of the project, for each package to carry; nothing if the project has no such file.
 *
 * @param packages folders of the packages; those of the workspaces that are published if absent
 */
export function deriveLicenses(root: string, packages = listPublished(root)): FileSet[] {
  const file = join(root, "LICENSE");
  if (!existsSync(file)) return [];
  const files = { LICENSE: readFileSync(file, "utf8") };
  return packages.map((folder) => ({ folder, files }));
}

/** Folders of the workspaces that are published. */
function listPublished(root: string): string[] {
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    workspaces?: string[];
  };
  return workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .filter((path) => !JSON.parse(readFileSync(join(root, path), "utf8")).private)
    .map((path) => join(root, dirname(path)));
}

/** The document of an additional spec for programs. */
export function deriveAdditional({ folder, published }: AdditionalBuild): FileSet {
  return { folder, files: { "openapi.json": printJson(published) } };
}
