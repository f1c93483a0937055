// TypeSpec's own suite of specs and scenarios: the table of test/specs/results.md is what it gives.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { installFolder } from "../support/shared.ts";
import { build, listSpecs, makeFolder } from "./build.ts";

const home = join(import.meta.dirname, "../..");

beforeAll(() => installFolder(import.meta.dirname), 400_000);

test("the table of specs and scenarios is as it is committed", async () => {
  expect(listSpecs()).toHaveLength(66);
  await run(process.execPath, [join(import.meta.dirname, "run.ts"), "--check"], home);
});

test("the packages of every accepted spec compile strictly", async () => {
  const folder = await makeFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of listSpecs()) await build(name, folder);
  const settings = {
    extends: join(home, "generated/server/tsconfig.json"),
    include: ["*/server/src/*.ts", "*/openapi/*.ts"],
    exclude: ["node_modules", "packages"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
  await run(process.execPath, [join(home, "node_modules/typescript/bin/tsc"), "-p", folder]);
});
