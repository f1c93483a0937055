// A bundle holds code of other packages, whose licenses require a notice beside every copy.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file of a bundle: of a chunk, the modules by path, each with its code in the chunk, null if all of it was left out. */
interface BundledFile {
  type: string;
  modules?: Readonly<Record<string, { readonly code: string | null }>>;
}

/** The hook of the bundler that is used here. */
export interface Plugin {
  name: string;
  generateBundle(
    this: { emitFile(file: { type: "asset"; fileName: string; source: string }): void },
    options: unknown,
    bundle: Readonly<Record<string, BundledFile>>,
  ): void;
}

/**
 * A plugin for rolldown that writes the licenses of all packages in a bundle into one file. Writes none if the bundle
 * holds no package.
 *
 * @param fileName of the file, within the folder of the bundle
 */
export function bundleLicenses(fileName = "licenses.txt"): Plugin {
  return {
    name: "bundle-licenses",
    generateBundle(_options, bundle) {
      const source = printLicenses(Object.values(bundle));
      if (source !== "") this.emitFile({ type: "asset", fileName, source });
    },
  };
}

/** The licenses of the packages whose code is in the files of a bundle. */
export function printLicenses(files: Iterable<BundledFile>): string {
  const paths = [...files].flatMap(({ modules = {} }) =>
    Object.keys(modules).filter((path) => modules[path]?.code),
  );
  const folders = new Set(paths.flatMap((path) => findPackageFolder(path) ?? []));
  return [...folders]
    .sort()
    .map(readLicense)
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** Folder of the installed package that a module belongs to; undefined for the project's own. */
function findPackageFolder(path: string): string | undefined {
  if (!/[\\/]node_modules[\\/]/.test(path)) return undefined;
  let folder = dirname(path);
  while (!readName(folder)) folder = dirname(folder);
  return folder;
}

/** Name of the package in a folder; undefined for a folder without one, and for a package.json that only sets a type. */
function readName(folder: string): string | undefined {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  const { name, version } = JSON.parse(readFileSync(file, "utf8")) as {
    name?: string;
    version?: string;
  };
  return name && version ? `${name} ${version}` : undefined;
}

function readLicense(folder: string): string {
  const { license = "not stated" } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  return `${readName(folder)} (${typeof license === "string" ? license : JSON.stringify(license)})\n${text}`;
}
