import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Files } from "../output.ts";

const source = join(import.meta.dirname, "runtime");

/** The modules of runtime/, as they are. */
export async function runtimeFiles(): Promise<Files> {
  const paths = (await readdir(source, { recursive: true }))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .sort();
  const files = await Promise.all(
    paths.map(async (path) => {
      const banner = `// Generated from scripts/client/runtime/${path} by \`npm run generate\`: edit that, not this file.\n`;
      return [`src/runtime/${path}`, banner + (await readFile(join(source, path), "utf8"))];
    }),
  );
  return Object.fromEntries(files);
}
