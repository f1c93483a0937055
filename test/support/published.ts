// The same tests for what is published: with TEST_PACKAGES, a folder in which packages were unpacked, imports of a
// package's sources stand for the files that users of the package load, by `import` or as TEST_FORMAT says.
import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sources } from "../../scripts/from-source.ts";

const root = join(import.meta.dirname, "../..");
const { TEST_PACKAGES: folder, TEST_FORMAT: format = "import" } = process.env;

type Target = string | { default: string };
interface Manifest {
  name: string;
  exports: Record<string, Record<string, Target>>;
}

/** Published files by the source and by the name that imports use. */
const published = new Map(folder ? sources.flatMap(findPublished) : []);

function findPublished({ name, file }: (typeof sources)[number]): [string, string][] {
  const [scope = "", short = "", ...rest] = name.split("/");
  const unpacked = join(folder as string, scope, short);
  if (!existsSync(unpacked)) return [];
  const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8")) as Manifest;
  const targets = manifest.exports[rest.length === 0 ? "." : `./${rest.join("/")}`];
  const target = targets?.[format] ?? targets?.default;
  if (target === undefined) return [];
  const path = join(unpacked, typeof target === "string" ? target : target.default);
  return [
    [fileURLToPath(file), path],
    [name, path],
  ];
}

/** The file that an import stands for; undefined if it is no entry of a package. @param importer path of a file */
export function findEntry(specifier: string, importer: string | undefined): string | undefined {
  // Only tests stand outside of the packages.
  if (!importer?.startsWith(join(root, "test"))) return undefined;
  return published.get(
    specifier.startsWith(".") ? resolve(dirname(importer), specifier) : specifier,
  );
}

/** Makes programs that tests start load the published files too: `node --import test/support/published.ts`. */
if (folder)
  registerHooks({
    resolve: (specifier, context, next) => {
      const importer = context.parentURL?.startsWith("file:")
        ? fileURLToPath(context.parentURL)
        : undefined;
      const entry = findEntry(specifier, importer);
      return entry
        ? { url: pathToFileURL(entry).href, shortCircuit: true }
        : next(specifier, context);
    },
  });
