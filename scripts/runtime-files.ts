import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Files } from "./output.ts";

/**
 * The hand-written modules that an emitter puts into its package, as they are.
 *
 * @param emitter folder of the emitter, which holds them in its runtime/
 */
export async function runtimeFiles(emitter: string): Promise<Files> {
  const source = join(import.meta.dirname, emitter, "runtime");
  const paths = (await readdir(source, { recursive: true }))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .sort();
  const files = await Promise.all(
    paths.map(async (path) => {
      const banner = `// Generated from scripts/${emitter}/runtime/${path} by \`npm run generate\`: edit that, not this file.\n`;
      return [`src/runtime/${path}`, banner + (await readFile(join(source, path), "utf8"))];
    }),
  );
  return Object.fromEntries(files);
}
