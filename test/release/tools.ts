// `npm run release -- change` and `-- publish`: changesets, which the project does not install for everybody.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "../packages/support/run.ts";

const root = resolve(import.meta.dirname, "../..");

/** Installs the tools of a release, once. */
export async function installTools(): Promise<void> {
  if (existsSync(join(import.meta.dirname, "node_modules/verdaccio"))) return;
  console.error("Installing the tools of a release in test/release …");
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], import.meta.dirname);
}

/** Runs changesets in the project, with the terminal. Returns its exit code. */
export async function changeset(...args: string[]): Promise<number> {
  await installTools();
  const bin = join(import.meta.dirname, "node_modules/@changesets/cli/bin.js");
  return spawnSync(process.execPath, [bin, ...args], { cwd: root, stdio: "inherit" }).status ?? 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = await changeset(...process.argv.slice(2));
}
