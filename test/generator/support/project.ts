import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** The project that the tests belong to. */
export const home = join(import.meta.dirname, "../../..");

/** A project of its own in a temporary folder, with the main file of its spec. */
export type Project = Awaited<ReturnType<typeof makeLibraryProject>>;

/** Makes a project whose spec is the lending library, in the folders that its imports expect. The caller removes it. */
export async function makeLibraryProject() {
  const root = await makeFolder();
  const folder = "test/generator/library";
  await cp(join(home, folder), join(root, folder), { recursive: true });
  await cp(join(home, "package.json"), join(root, "package.json"));
  return { root, entry: join(root, folder, "main.tsp") };
}

/** Makes a project whose spec are the given files, main.tsp among them. It is gone after the test. */
export async function makeProject(files: Record<string, string>): Promise<Project> {
  const root = await makeFolder();
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, entry: join(root, "main.tsp") };
}

/** Makes a temporary folder in which imports find the packages of the project. */
async function makeFolder(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "library-")));
  await symlink(join(home, "node_modules"), join(root, "node_modules"), "junction");
  return root;
}
