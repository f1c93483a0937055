// The mock's package holds Prism: it installs without Prism's 140 packages and their install scripts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The hooks of the bundler that are used here. */
interface Bundle {
  name: string;
  transform(code: string, id: string): string | undefined;
  generateBundle(this: {
    getModuleIds(): Iterable<string>;
    emitFile(file: { type: "asset"; fileName: string; source: string }): void;
  }): void;
}

/** Makes Prism's modules work in a bundle, and adds the licenses of everything that the bundle holds. */
export function bundlePrism(): Bundle {
  return {
    name: "bundle-prism",
    transform: (code, id) =>
      // A script that adds to the global `this`, which a module does not have.
      id.includes("/uri-template-lite/") ? code.replaceAll("this.URI", "exports.URI") : undefined,
    generateBundle() {
      const folders = new Set(
        [...this.getModuleIds()].flatMap((id) => findPackageFolder(id) ?? []),
      );
      const licenses = [...folders].sort().map(readLicense);
      this.emitFile({
        type: "asset",
        fileName: "licenses.txt",
        source: licenses.join(`\n${"-".repeat(80)}\n\n`),
      });
    },
  };
}

/** Settings of the bundler's resolver: entries that its default would take are not for bundles. */
export const prismAlias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** Folder of the installed package that a module belongs to; undefined for the project's own. */
function findPackageFolder(id: string): string | undefined {
  if (!/[\\/]node_modules[\\/]/.test(id)) return undefined;
  let folder = dirname(id);
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
