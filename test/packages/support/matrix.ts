import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "./run.ts";

const folder = join(import.meta.dirname, "../../matrix");
const modules = join(folder, "node_modules");

/** Runtimes by name, and how each runs a file. */
export const runtimes: Record<string, string[]> = {
  "Node 20": [join(modules, "node20/bin/node")],
  "Node 22": [join(modules, "node22/bin/node")],
  "Node 24": [process.execPath],
  Bun: [join(modules, "bun/bin/bun.exe"), "run"],
  Deno: [process.execPath, join(modules, "deno/bin.cjs"), "run", "--allow-all", "--no-lock", "--quiet"],
};

/** Compilers by name. They are called by path: in .bin their names collide. */
export const compilers: Record<string, string> = {
  "TypeScript 5.4": join(modules, "ts54/bin/tsc"),
  "TypeScript 5.9": join(modules, "ts59/bin/tsc"),
  "TypeScript 6": join(modules, "ts6/bin/tsc"),
  "TypeScript 7": join(modules, "ts7/bin/tsc"),
};

/**
 * Installs the matrix where it is missing. The lock decides on the versions; `npm ci` is not used, because it insists on
 * packages of other platforms, which a registry may lack.
 */
export async function installMatrix(): Promise<void> {
  const lock = join(folder, ".installing");
  while (!existsSync(join(modules, ".package-lock.json"))) {
    // Of several test files one installs; the others wait for it, and take over where it was killed.
    const holder = await readFile(lock, "utf8").catch(() => undefined);
    if (holder !== undefined && isAlive(Number(holder))) {
      await sleep(200);
      continue;
    }
    if (holder !== undefined) await rm(lock, { force: true });
    const isOurs = await writeFile(lock, String(process.pid), { flag: "wx" }).then(
      () => true,
      () => false,
    );
    if (!isOurs) continue;
    try {
      await run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder]);
    } finally {
      await rm(lock, { force: true });
    }
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/** Why something cannot be tried here. Where everything has to be tried, an error instead. */
export function missing(path: string | undefined): string | undefined {
  if (path !== undefined && existsSync(path)) return undefined;
  const reason = `${path ?? "it"} is not installed here`;
  if (process.env.CI) throw new Error(reason);
  return reason;
}
