import { existsSync, globSync } from "node:fs";
import { cp, mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run } from "../packages/support/run.ts";

const root = join(import.meta.dirname, "../..");

/** Puts the files of the project into a folder, as a fresh clone has them. */
export async function copyFiles(folder: string): Promise<void> {
  const listed = await run(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    root,
  );
  for (const file of listed.split("\0")) {
    if (file !== "" && existsSync(join(root, file))) await cp(join(root, file), join(folder, file));
  }
}

/**
 * Puts into a folder what a fresh clone of the project has after `npm ci`: the files that are in it, those that installing
 * derives from them, and the dependencies, which are borrowed from here. Nothing is built.
 */
export async function cloneProject(folder: string): Promise<void> {
  await copyFiles(folder);
  await borrowModules("node_modules", folder);
  const { workspaces } = await readManifest(join(folder, "package.json"));
  for (const manifest of workspaces.flatMap((pattern) =>
    globSync(`${pattern}/package.json`, { cwd: folder }),
  )) {
    const workspace = dirname(manifest);
    const { name } = await readManifest(join(folder, manifest));
    await mkdir(dirname(join(folder, "node_modules", name)), { recursive: true });
    await symlink(join(folder, workspace), join(folder, "node_modules", name), "junction");
    await borrowModules(join(workspace, "node_modules"), folder);
  }
  await run("npm", ["run", "--silent", "prepare"], folder);
}

/** Links what is installed here, but for the project's own packages. */
async function borrowModules(modules: string, folder: string): Promise<void> {
  if (!existsSync(join(root, modules))) return;
  await mkdir(join(folder, modules), { recursive: true });
  for (const name of await readdir(join(root, modules))) {
    if (["@packages", "@pix-contract", ".cache"].includes(name)) continue;
    await symlink(join(root, modules, name), join(folder, modules, name), "junction");
  }
}

async function readManifest(file: string): Promise<{ name: string; workspaces: string[] }> {
  return JSON.parse(await readFile(file, "utf8"));
}
