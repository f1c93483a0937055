import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Files } from "../output.ts";
import { type Format, standardFormats } from "./runtime/formats.ts";

/** The formats of a contract: what the standards define, and what stands beside the spec. */
export interface SpecFormats {
  /** Every format by name. */
  all: Record<string, Format>;
  /** Formats of fields that logs must not show. */
  sensitive: string[];
  /** Modules to copy into the package. */
  files: Files;
}

/**
 * Reads the folder of hand-written formats beside a spec: `index.ts` exports `formats`, and `sensitiveFormats` by name.
 * A spec without the folder has the standard formats alone.
 */
export async function readFormats(folder: string): Promise<SpecFormats> {
  if (!existsSync(join(folder, "index.ts"))) {
    return { all: standardFormats, sensitive: [], files: { "index.ts": "export const formats = {};\n" } };
  }
  const { formats, sensitiveFormats } = (await import(pathToFileURL(join(folder, "index.ts")).href)) as {
    formats: Record<string, Format>;
    sensitiveFormats: readonly string[];
  };
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).sort();
  const files = await Promise.all(
    names.map(async (name) => [
      name,
      `// Copied from spec/formats/${name} by \`npm run generate\`: edit that, not this file.\n${await readFile(join(folder, name), "utf8")}`,
    ]),
  );
  return {
    all: { ...standardFormats, ...formats },
    sensitive: [...sensitiveFormats],
    files: Object.fromEntries(files),
  };
}
