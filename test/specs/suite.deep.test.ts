// TypeSpec's own suite of specs: what of it our generator makes packages of, and why it refuses the others.
import { cp, globSync, mkdtempSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SpecError } from "../../packages/contract/src/spec-error.ts";
import { buildAll } from "../../packages/generator/src/pipeline.ts";
import { installFolder } from "../packages/support/install-folder.ts";
import { run } from "../packages/support/run.ts";
import { refused } from "./refused.ts";

const home = join(import.meta.dirname, "../..");
const suite = join(import.meta.dirname, "node_modules/@typespec/http-specs/specs");
let folder: string;

beforeAll(async () => {
  await installFolder(import.meta.dirname);
  folder = mkdtempSync(join(tmpdir(), "specs-"));
  await promisify(cp)(join(home, "package.json"), join(folder, "package.json"));
}, 400_000);
afterAll(() => folder && rm(folder, { recursive: true, force: true }));

/** Makes all packages of a spec and writes them beside a runtime; or the sentence that refuses it. */
async function build(name: string): Promise<string | undefined> {
  try {
    const { outputs, derived } = await buildAll(join(suite, name, "main.tsp"), folder);
    for (const { folder: place, files } of [...outputs, ...derived]) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(place.replace(join(folder, "generated"), join(folder, name.replaceAll("/", "-"))), path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
    }
    return undefined;
  } catch (error) {
    if (error instanceof SpecError) return error.message;
    throw error;
  }
}

test("every spec makes packages that compile, or is refused for the reason that the table has", async () => {
  const names = globSync("**/main.tsp", { cwd: suite }).map((path) => dirname(path).replaceAll("\\", "/"));
  expect(names.length).toBe(66);
  expect(names).toEqual(expect.arrayContaining(Object.keys(refused)));
  for (const name of names.sort()) {
    const message = await build(name);
    const reason = refused[name];
    if (reason === undefined) expect.soft(message, name).toBeUndefined();
    else expect.soft(message, name).toContain(reason);
  }
  await compile();
}, 400_000);

/** Compiles the servers and types of all specs at once, strictly. */
async function compile(): Promise<void> {
  for (const name of ["node_modules", "packages"]) await symlink(join(home, name), join(folder, name), "junction");
  const settings = {
    extends: join(home, "generated/server/tsconfig.json"),
    include: ["*/server/src/*.ts", "*/openapi/*.ts"],
    exclude: ["node_modules", "packages"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
  await run(process.execPath, [join(home, "node_modules/typescript/bin/tsc"), "-p", folder]);
}
