import { existsSync } from "node:fs";
import { join } from "node:path";
import { installFolder } from "../../support/shared.ts";

const folder = join(import.meta.dirname, "../../matrix");
const modules = join(folder, "node_modules");

/** Runtimes by name, and how each runs a file. */
export const runtimes: Record<string, string[]> = {
  "Node 20": [join(modules, "node20/bin/node")],
  "Node 22": [join(modules, "node22/bin/node")],
  "Node 24": [process.execPath],
  Bun: [join(modules, "bun/bin/bun.exe"), "run"],
  Deno: [
    process.execPath,
    join(modules, "deno/bin.cjs"),
    "run",
    "--allow-all",
    "--no-lock",
    "--quiet",
  ],
};

/** The oldest Node that runs TypeScript as it stands. */
export const nodeWithTypes = join(modules, "node22types/bin/node");

/** Compilers by name. They are called by path: in .bin their names collide. */
export const compilers: Record<string, string> = {
  "TypeScript 5.4": join(modules, "ts54/bin/tsc"),
  "TypeScript 5.9": join(modules, "ts59/bin/tsc"),
  "TypeScript 6": join(modules, "ts6/bin/tsc"),
  "TypeScript 7": join(modules, "ts7/bin/tsc"),
};

/** The oldest compiler that the declarations are for, all but those of openapi-fetch and msw. */
export const oldestCompiler: Record<string, string> = {
  "TypeScript 5.0": join(modules, "ts50/bin/tsc"),
};

/** Installs the matrix where it is missing. */
export function installMatrix(): Promise<void> {
  return installFolder(folder);
}

/** Why something cannot be tried here. Where everything has to be tried, an error instead. */
export function missing(path: string | undefined): string | undefined {
  if (path !== undefined && existsSync(path)) return undefined;
  const reason = `${path ?? "it"} is not installed here`;
  if (process.env.CI) throw new Error(reason);
  return reason;
}
