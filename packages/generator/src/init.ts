import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { own, ownCommand, ownFolder } from "./installed.ts";
import { printJson } from "./print.ts";
import { assertName } from "./project.ts";

interface PackageManifest {
  name?: string;
  workspaces?: string[];
  scripts?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The libraries of TypeSpec that the generator works with, and their ranges. */
const peers = Object.fromEntries(
  Object.entries(own.peerDependencies).filter(([name]) => !(name in own.peerDependenciesMeta)),
);

/**
 * Makes a small spec, and the package.json of its project; of an existing one, only the missing fields.
 *
 * @param name of the project; the folder's if absent
 * @throws {SpecError} if there is a spec already, or the name is none
 */
export function initProject(root: string, name?: string): void {
  const file = join(root, "package.json");
  if (existsSync(join(root, "spec")))
    throw new SpecError(`There is a folder spec in ${root} already.`);
  const old = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PackageManifest) : {};
  const manifest = {
    version: "0.1.0",
    private: true,
    type: "module",
    ...old,
    name: name ?? old.name ?? basename(root).toLowerCase(),
    workspaces: [...new Set([...(old.workspaces ?? []), "generated/*"])],
    scripts: { generate: `${ownCommand} generate`, ...old.scripts },
    devDependencies: {
      [own.name]: own.version,
      // Listed, because the spec imports them and not every package manager installs peers.
      ...peers,
      ...old.devDependencies,
    },
  };
  assertName(manifest.name);
  mkdirSync(join(root, "spec"));
  copyFileSync(join(ownFolder, "lib/template/main.tsp"), join(root, "spec/main.tsp"));
  writeFileSync(file, printJson(manifest));
  console.log(`The spec is in spec/main.tsp. Next:

  npx ${own.name} generate   # again after each change, or once with --watch
  npm install                            # links the packages of generated/, so that programs here can import them`);
}
