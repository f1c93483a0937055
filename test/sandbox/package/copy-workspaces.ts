import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/**
 * Copies what the package is built of, so that other tests, which build the same packages, do not get in its way. Its
 * dependencies are those of this project.
 */
export async function copyWorkspaces(folder: string): Promise<void> {
  const filter = (path: string): boolean => !["dist", "node_modules"].includes(basename(path));
  await cp(join(root, "generated"), join(folder, "generated"), { recursive: true, filter });
  await cp(join(root, "sandbox"), join(folder, "sandbox"), { recursive: true, filter });
  for (const sources of ["runtime", "scripts", "spec"])
    await cp(join(root, sources), join(folder, sources), { recursive: true });
  await cp(join(root, "package.json"), join(folder, "package.json"));
  await cp(join(root, "tsconfig.json"), join(folder, "tsconfig.json"));
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@pix-contract"), { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== "@pix-contract") await symlink(join(root, "node_modules", name), join(modules, name), "junction");
  }
  for (const name of ["client", "mock", "openapi", "server"]) {
    await symlink(join(folder, "generated", name), join(modules, "@pix-contract", name), "junction");
  }
}
