import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { isDocument } from "@packages/contract/src/source/read-spec.ts";
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
 * @param document path of an OpenAPI document that is the spec, instead of a small one
 * @param overlays paths of its overlays, which need not exist yet
 * @throws {SpecError} if there is a spec already, the document is missing, or the name is invalid
 */
export function initProject(
  root: string,
  name?: string,
  document?: string,
  overlays: readonly string[] = [],
): void {
  const file = join(root, "package.json");
  if (document !== undefined) assertDocument(document);
  else if (existsSync(join(root, "spec")))
    throw new SpecError(`There is a folder spec in ${root} already.`);
  const old = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PackageManifest) : {};
  const pathTo = (file: string): string => relative(root, resolve(file)).replaceAll("\\", "/");
  const path = document && pathTo(document);
  const options = [
    ...(path === undefined ? [] : ["--spec", quotePath(path)]),
    ...overlays.flatMap((file) => ["--overlay", quotePath(pathTo(file))]),
  ];
  const manifest = {
    version: "0.1.0",
    private: true,
    type: "module",
    ...old,
    name: name ?? old.name ?? basename(root).toLowerCase(),
    workspaces: [...new Set([...(old.workspaces ?? []), "generated/*"])],
    scripts: {
      generate: [ownCommand, "generate", ...options].join(" "),
      ...old.scripts,
    },
    devDependencies: {
      [own.name]: own.version,
      // Listed, because a spec imports them and not every package manager installs peers.
      ...peers,
      ...old.devDependencies,
    },
  };
  assertName(manifest.name);
  if (path === undefined) {
    mkdirSync(join(root, "spec"));
    copyFileSync(join(ownFolder, "lib/template/main.tsp"), join(root, "spec/main.tsp"));
  }
  writeFileSync(file, printJson(manifest));
  console.log(`The spec is ${path ?? "in spec/main.tsp"}. Next:

  npx ${own.name} generate${path === undefined ? "" : ` --spec ${quotePath(path)}`}   # again after each change, or once with --watch
  npm install                            # links the packages of generated/, so that programs here can import them`);
}

function assertDocument(path: string): void {
  if (!existsSync(path)) throw new SpecError(`There is no file ${path}.`);
  if (!isDocument(path))
    throw new SpecError(
      `${path} is not an OpenAPI document: its name has to end with .yaml, .yml or .json.`,
    );
}

/** A path as npm's shell takes it. */
function quotePath(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `"${path}"`;
}
