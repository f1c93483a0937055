import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packed } from "../../support/shared.ts";
import { run } from "./run.ts";

const root = join(import.meta.dirname, "../../..");

/**
 * Makes a project outside of the repository.
 *
 * @param names packages of the repository, which it installs as they would be published
 * @param others further packages, as `msw@2.0.0`, or `msw` for the version that the repository has
 * @returns its folder
 */
export async function installProject(
  names: readonly string[],
  others: readonly string[] = [],
  parent = tmpdir(),
): Promise<string> {
  const folder = await mkdtemp(join(parent, "project-"));
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "project", private: true, type: "module" }),
  );
  const wanted = await Promise.all([...names.map(packed), ...others.map(withVersion)]);
  await run("npm", ["install", ...wanted, "--prefer-offline", "--no-audit", "--no-fund"], folder);
  return folder;
}

async function withVersion(name: string): Promise<string> {
  if (name.includes("@", 1)) return name;
  const manifest = await readFile(join(root, "node_modules", name, "package.json"), "utf8");
  return `${name}@${(JSON.parse(manifest) as { version: string }).version}`;
}
