// `node --import ./scripts/from-source.ts …`: the packages of this repository are read from their sources, so that
// nothing has to be built before it can be run.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const rootUrl = new URL("../", import.meta.url);

interface Manifest {
  name: string;
  workspaces?: string[];
  exports?: Record<string, unknown>;
}

/** The source file behind an import of each package. Entries whose source has another name are not read. */
export const sources: readonly { name: string; file: URL }[] = findWorkspaces().flatMap(
  (folder) => {
    const source = new URL(`${folder}/src/`, rootUrl);
    const files = existsSync(source) ? readdirSync(source) : [];
    if (files.length === 0) return [];
    const { name, exports = {} } = readManifest(`${folder}/package.json`);
    return Object.keys(exports).flatMap((entry) => {
      const file = entry === "." ? "index.ts" : `${entry.slice(2)}.ts`;
      return files.includes(file)
        ? [{ name: name + entry.slice(1), file: new URL(file, source) }]
        : [];
    });
  },
);

function findWorkspaces(): string[] {
  const { workspaces = [] } = readManifest("package.json");
  return globSync(workspaces, { cwd: rootUrl }).map((folder) => folder.replaceAll("\\", "/"));
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(new URL(path, rootUrl), "utf8")) as Manifest;
}

/** Folders of the workspaces, as imports by name and by path lead to them. */
const folders = findWorkspaces().flatMap((folder) => [
  `/node_modules/${readManifest(`${folder}/package.json`).name}/`,
  new URL(`${folder}/`, rootUrl).pathname,
]);

registerHooks({
  resolve: (specifier, context, next) => {
    const found = sources.find(({ name }) => name === specifier);
    if (found) return { url: found.file.href, shortCircuit: true };
    try {
      return next(specifier, context);
    } catch (error) {
      const { code, url = "" } = error as NodeJS.ErrnoException & { url?: string };
      if (code === "ERR_MODULE_NOT_FOUND" && context.parentURL === undefined) {
        console.error(`There is no file ${process.argv[1]}: check its path.`);
        return process.exit(1);
      }
      const isOurs = url.endsWith(".json") && folders.some((folder) => url.includes(folder));
      if (code !== "ERR_MODULE_NOT_FOUND" || !isOurs) throw error;
      console.error(`${fileURLToPath(url)} is missing: run \`npm run generate\` first.`);
      return process.exit(1);
    }
  },
});
