import { execFile } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The project that the tests belong to. */
const home = join(import.meta.dirname, "../..");

/** Scopes of the packages of this project: in a copy they are those of the copy. */
const ownScopes = ["@packages", "@pix-contract"];

export type ProjectCopy = Awaited<ReturnType<typeof copyProject>>;

/** Copies the project into a temporary folder, to be changed, generated and run there. The caller removes it. */
export async function copyProject() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "copy-")));
  for (const part of [
    "packages",
    "spec",
    "scripts",
    "docs",
    "generated",
    "test/interface",
    "package.json",
  ])
    await cp(join(home, part), join(root, part), {
      recursive: true,
      filter: (path) => !/[\\/](node_modules|dist)$/.test(path),
    });
  await linkModules(root);
  const read = (file: string): Promise<string> => readFile(join(root, file), "utf8");
  return {
    root,
    read,
    /** Replaces a text that the file has once. */
    replace: async (file: string, from: string, to: string): Promise<void> => {
      const parts = (await read(file)).split(from);
      if (parts.length !== 2) throw new Error(`${file} has "${from}" ${parts.length - 1} times.`);
      await writeFile(join(root, file), parts.join(to));
    },
    write: (file: string, text: string): Promise<void> => writeFile(join(root, file), text),
    /** Runs a program as `npm run node` does; gives what it prints. */
    run: async (...words: string[]): Promise<string> => {
      const flags = ["--import", "./scripts/run.js", ...words];
      return (await promisify(execFile)("node", flags, { cwd: root })).stdout;
    },
    remove: (): Promise<void> => rm(root, { recursive: true }),
  };
}

async function linkModules(root: string): Promise<void> {
  const from = join(home, "node_modules");
  const to = join(root, "node_modules");
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (ownScopes.includes(name))
      await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else await symlink(join(from, name), join(to, name), "junction");
  }
}
