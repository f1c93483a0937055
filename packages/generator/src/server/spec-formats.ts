import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { type Format, standardFormats } from "../../../contract/src/check/formats.ts";

/** The formats of a contract: what the standards define, and what stands next to the spec. */
export interface SpecFormats {
  /** Every format by name. */
  all: Record<string, Format>;
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
    formats: Record<string, Format>;
    sensitiveFormats: readonly string[];
  };
  return {
    all: { ...standardFormats, ...formats },
    sensitive: [...sensitiveFormats],
    own: relative(from, file).replaceAll("\\", "/"),
  };
}
