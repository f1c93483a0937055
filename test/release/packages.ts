// What a release consists of, and what is in each package.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../packages/support/run.ts";

export interface Manifest {
  name: string;
  version: string;
  license?: string;
  repository?: { url: string; directory?: string };
  private?: boolean;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  exports?: unknown;
  types?: string;
  files?: string[];
}

export interface Packed {
  manifest: Manifest;
  /** Folder within the repository. */
  folder: string;
  tarball: string;
  files: string[];
  /** Bytes of the tarball. */
  size: number;
}

/** Workspaces that are published. */
export function publishedFolders(root: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    workspaces: string[];
  };
  const folders = workspaces.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return folders
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .filter((folder) => readManifest(join(root, folder)).private !== true)
    .sort();
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Packs a workspace as it would be published; packing builds it. */
export async function pack(root: string, folder: string, target: string): Promise<Packed> {
  const said = await run(
    "npm",
    ["pack", "--json", "--pack-destination", target],
    join(root, folder),
  );
  const [found] = Object.values(JSON.parse(said.slice(said.search(/[[{]\s*["{]/)))) as {
    filename: string;
    size: number;
    files: { path: string }[];
  }[];
  if (!found) throw new Error(`npm packed nothing in ${folder}.`);
  const { filename, size, files } = found;
  const manifest = readManifest(join(root, folder));
  return {
    manifest,
    folder,
    tarball: join(target, filename),
    size,
    files: files.map(({ path }) => path),
  };
}

/** What always belongs into a package. */
const usual = /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
/** What belongs into none; sources only where declaration maps point at them. */
const stray =
  /(^|\/)(test|node_modules)\/|\.test\.|\.tsbuildinfo$|(^|\/)\.|^(?!dist\/sources\/).*(?<!\.d)\.(ts|mts|cts)$/;

/** Files of a package that should not be in it, and what publint does not miss: README and licence. */
export function checkFiles({ manifest, files }: Packed): string[] {
  const allowed = (file: string): boolean =>
    usual.test(file) ||
    (manifest.files ?? []).some(
      (entry) => file === entry || file.startsWith(`${entry.replace(/\/$/, "")}/`),
    );
  return [
    ...["README.md", "LICENSE"]
      .filter((file) => !files.includes(file))
      .map((file) => `${file} is missing`),
    ...files
      .filter((file) => !allowed(file) || stray.test(file))
      .map((file) => `${file} does not belong there`),
  ].map((found) => `${manifest.name}: ${found}`);
}

/** Entries that lead to code: those for both kinds of modules, and those for ES modules alone. */
export function entriesOf({ exports }: Manifest): { dual: string[]; modules: string[] } {
  const entries = Object.entries(typeof exports === "object" && exports !== null ? exports : {});
  const code = entries.filter(([, paths]) =>
    pathsIn(paths).some((path) => /(?<!\.d)\.[mc]?js$/.test(path)),
  );
  const isDual = ([, paths]: [string, unknown]): boolean =>
    pathsIn(paths).some((path) => path.endsWith(".cjs"));
  const names = (found: [string, unknown][]): string[] => found.map(([name]) => name);
  return {
    dual: names(code.filter(isDual)),
    modules: names(code.filter((entry) => !isDual(entry))),
  };
}

function pathsIn(exports: unknown): string[] {
  if (typeof exports === "string") return [exports];
  if (exports === null || typeof exports !== "object") return [];
  return Object.values(exports).flatMap(pathsIn);
}
