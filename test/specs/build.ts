// TypeSpec's own suite of specs: what our generator makes of each.
import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Contract } from "@packages/contract/src/model.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { buildAll } from "../../packages/generator/src/pipeline.ts";

const home = join(import.meta.dirname, "../..");

/** Folder of the suite's specs. */
export const suite = join(import.meta.dirname, "node_modules/@typespec/http-specs/specs");

/** Paths of the specs within the suite. */
export function listSpecs(): string[] {
  return globSync("**/main.tsp", { cwd: suite })
    .map((path) => dirname(path).replaceAll("\\", "/"))
    .sort();
}

/** A spec of which there are packages. */
export interface Built {
  name: string;
  /** Folder of its packages. */
  folder: string;
  contract: Contract;
}

/** A spec that is refused. */
export interface RefusedSpec {
  name: string;
  reason: string;
}

/** Makes a folder for packages next to the sources of the runtimes. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "specs-"));
  for (const name of ["node_modules", "packages"])
    await symlink(join(home, name), join(folder, name), "junction");
  const project = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as object;
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ ...project, name: "spec", workspaces: [] }),
  );
  return folder;
}

/** Makes all packages of a spec, of its last version where it has several; or the sentence that refuses it. */
export async function build(name: string, folder: string): Promise<Built | RefusedSpec> {
  const entry = join(suite, name, "main.tsp");
  try {
    const { outputs, derived, contract } = await buildLast(entry, folder);
    const own = join(folder, name.replaceAll("/", "-"));
    for (const { folder: place, files } of [...outputs, ...derived]) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(place.replace(join(folder, "generated"), own), path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
    }
    return { name, folder: own, contract };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const [first = ""] = error.message.split("\n");
    return { name, reason: first.replace(/^\S*main\.tsp:\S+ (- )?/, "") };
  }
}

async function buildLast(entry: string, folder: string) {
  try {
    return await buildAll(entry, folder);
  } catch (error) {
    const versions =
      error instanceof SpecError && /has the versions (.*): choose one/.exec(error.message)?.[1];
    if (!versions) throw error;
    return buildAll(entry, folder, { version: versions.split(", ").at(-1) });
  }
}
