import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Document } from "@packages/contract/src/openapi.ts";
import { installFolder } from "../../support/shared.ts";

const folder = join(import.meta.dirname, "..");

/** The package that everybody else reads. */
export const published = join(folder, "../../generated/openapi");
export const documentFile = join(published, "openapi.json");

/** Installs the tools of others, at the versions of their lock, where they are missing. */
export function installTools(): Promise<void> {
  return installFolder(folder);
}

/** A file of an installed tool. */
export function toolFile(path: string): string {
  return join(folder, "node_modules", path);
}

/** What the guide says of a tool at its installed version: a row of its table. */
export async function guideRow(tool: string): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const guide = await readFile(join(folder, "../../docs/guides/tools.md"), "utf8");
  const row = guide
    .split("\n")
    .find((line) => line.startsWith("|") && line.includes(`\`${tool}\` ${dependencies[tool]}`));
  if (row === undefined)
    throw new Error(`docs/guides/tools.md has no row for ${tool} ${dependencies[tool]}.`);
  return row;
}

/** A module of an installed tool, as `require` finds it. */
export async function loadTool<Module>(name: string): Promise<Module> {
  const path = createRequire(join(folder, "package.json")).resolve(name);
  const loaded = (await import(pathToFileURL(path).href)) as { default?: Module };
  return loaded.default ?? (loaded as Module);
}

/** The document as it is published, read again for each tool: tools change it. */
export async function readDocument(): Promise<Document> {
  return JSON.parse(await readFile(documentFile, "utf8")) as Document;
}
