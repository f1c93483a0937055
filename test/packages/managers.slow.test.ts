// Each package is installed alone, from its tarball, by the managers that people use besides npm, and used as module and by
// `require`. No name of ours is on a registry: a package that asks for another one of them fails here.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { publishedFolders, readManifest } from "../release/packages.ts";
import { usePackage } from "../release/users.ts";
import { makeFolder } from "../support/folder.ts";
import { packed } from "../support/shared.ts";
import { installMatrix } from "./support/matrix.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dirname, "../..");
const modules = join(root, "test/matrix/node_modules");
const folder = await makeFolder(afterAll);
const manifests = publishedFolders(root).map((path) => readManifest(join(root, path)));

interface Manager {
  /** The command that adds packages, by path. */
  program: string[];
  /** Files that a project of this manager has. */
  files?: Record<string, string>;
  /** How the manager names a tarball. Default: its path. */
  specify?: (name: string, tarball: string) => string;
}

const managers: Record<string, Manager> = {
  pnpm: { program: [process.execPath, join(modules, "pnpm/bin/pnpm.mjs"), "add"] },
  "Yarn 1": { program: [process.execPath, join(modules, "yarn1/bin/yarn.js"), "add", "--silent"] },
  "Yarn 4": {
    program: [process.execPath, join(modules, "yarn4/bin/yarn.js"), "add"],
    files: { "yarn.lock": "", ".yarnrc.yml": "nodeLinker: node-modules\nenableTelemetry: false\n" },
    specify: (name, tarball) => `${name}@file:${tarball}`,
  },
  Bun: { program: [join(modules, "bun/bin/bun.exe"), "add"] },
};

beforeAll(installMatrix);

/** Tarballs that are installed together: a package and those of ours that it names as peers. */
function withPeers({ name, peerDependencies = {} }: (typeof manifests)[number]): string[] {
  return [...manifests.map((one) => one.name).filter((peer) => peer in peerDependencies), name];
}

const cases = Object.keys(managers).flatMap((manager) =>
  manifests.map((manifest) => ({ manager, name: manifest.name, manifest })),
);

test.for(cases)("$name by $manager", async ({ manager, name, manifest }) => {
  const { program, files = {}, specify = (_, tarball) => tarball } = managers[manager] as Manager;
  const project = join(folder, `${manager}-${name}`.replace(/[^\w-]+/g, "-"));
  await mkdir(project);
  const contents = {
    ...files,
    "package.json": JSON.stringify({ name: "empty", version: "1.0.0", private: true }),
  };
  for (const [file, text] of Object.entries(contents)) await writeFile(join(project, file), text);
  const tarballs = await Promise.all(
    withPeers(manifest).map(async (one) => specify(one, await packed(one))),
  );
  const others = Object.entries(manifest.peerDependencies ?? {})
    .filter(([peer]) => !manifests.some((one) => one.name === peer))
    .map(([peer, range]) => `${peer}@${range}`);
  const [command = "", ...args] = program;
  await run(command, [...args, ...tarballs, ...others], project);
  await usePackage(manifest, process.execPath, project);
});
