import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../test/support/folder.ts";

const root = join(import.meta.dirname, "..");

test("commands say in a sentence that the dependencies are missing", async () => {
  const folder = await makeFolder();
  for (const file of [
    join(import.meta.dirname, "installed.js"),
    join(import.meta.dirname, "run.js"),
  ])
    cpSync(file, join(folder, "scripts", basename(file)));
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const name of ["start", "generate", "sandbox", "mock", "node", "check", "review", "pack"]) {
    const [, ...args] = scripts[name]?.split(" ") ?? [];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: "utf8",
    });
    expect({ status, stderr }, name).toEqual({
      status: 1,
      stderr: "The dependencies are missing: run `npm ci` first.\n",
    });
  }
});
