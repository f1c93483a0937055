import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { standardFormats } from "@packages/contract/src/check/formats.ts";
import type { FormatCheck } from "@packages/contract/src/check/read.ts";

/** The formats of a contract: those of the standards, and those next to the spec. */
export interface SpecFormats {
  /** Every format by name. */
  all: Record<string, FormatCheck>;
  /** Formats of fields that logs must not show. */
  sensitive: string[];
  /** The module of the formats next to the spec, as the server's package imports it. */
  own?: string;
}

/**
 * Reads the folder of hand-written formats next to a spec: `index.ts` exports `formats`, and `sensitiveFormats` by name.
 * A spec without the folder has the standard formats alone.
 *
 * @param from folder of the module that imports them
 */
export async function readFormats(folder: string, from: string): Promise<SpecFormats> {
  const file = join(folder, "index.ts");
  if (!existsSync(file)) return { all: standardFormats, sensitive: [] };
  const { formats, sensitiveFormats } = (await import(pathToFileURL(file).href)) as {
    formats: Record<string, FormatCheck>;
    sensitiveFormats: readonly string[];
  };
  return {
    all: { ...standardFormats, ...formats },
    sensitive: [...sensitiveFormats],
    own: relative(from, file).replaceAll("\\", "/"),
  };
}

/** A hand-written module next to the spec that the server's package ships as a separate entry. */
export interface SpecModule {
  /** Name of the entry: `@acme/server/<name>`. */
  name: string;
  /** As the package imports it. */
  path: string;
  /** Packages that it needs. */
  packages: string[];
  /** Its first comment: `// …`. */
  about: string;
}

/**
 * Finds the modules next to a spec: code that its servers need beyond the contract. A spec may have none.
 *
 * @param from folder of the modules that import them
 */
export function readModules(folder: string, from: string): SpecModule[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  return files.sort().map((file) => {
    const path = join(folder, file);
    const source = readFileSync(path, "utf8");
    const about = /^\/\/ (.*)$/m.exec(source)?.[1];
    if (about === undefined)
      throw new Error(`${path} does not begin with a comment that says what it is.`);
    const imported = source.matchAll(/^import .*? from "([^".][^"]*)";$/gm);
    const packages = [...imported].flatMap(([, name = ""]) =>
      name.startsWith("node:") ? [] : [name],
    );
    return {
      name: file.replace(/\.ts$/, ""),
      path: relative(from, path).replaceAll("\\", "/"),
      packages,
      about,
    };
  });
}
