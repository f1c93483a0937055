import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Row } from "./support/row.ts";

const root = join(import.meta.dirname, "../..");
const dist = "generated/client/dist";
const optional = ["index", "waits", "pacing", "logger", "helpers", "keys"];
const checks = [
  { name: "client, createPixClient alone", entries: ["index"], import: () => "{ createPixClient }", most: 11_264 },
  { name: "client, every export of every entry", entries: optional, import: everyExport, most: 13_312 },
  { name: "client/notifications, every export", entries: ["notifications"], import: everyExport, most: 3072 },
];

/** Every export by its name, as a program imports it: `*` would measure the bundler's object of getters too. */
async function everyExport(path: string): Promise<string> {
  const exported: object = await import(path);
  return `{ ${Object.keys(exported).join(", ")} }`;
}

/** Rows of the bundle sizes, by size-limit: minified, gzipped, openapi-fetch included. */
export async function clientSize(): Promise<Row[]> {
  // size-limit reads its settings from the folder that it runs in, and its plugins from that folder's package.json.
  const folder = await mkdtemp(join(root, "node_modules/.size-"));
  try {
    const settings = await Promise.all(
      checks.map(async ({ name, entries, import: names }) => {
        const paths = entries.map((entry) => join(root, dist, `${entry}.mjs`));
        const imported = paths.map(async (path): Promise<[string, string]> => [path, await names(path)]);
        return {
          name,
          path: paths,
          import: Object.fromEntries(await Promise.all(imported)),
          ignore: ["node:fs/promises"],
          gzip: true,
        };
      }),
    );
    await writeFile(join(folder, ".size-limit.json"), JSON.stringify(settings));
    const needs = { "size-limit": "*", "@size-limit/preset-small-lib": "*" };
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "size", devDependencies: needs }));
    const { stdout } = await promisify(execFile)(join(root, "node_modules/.bin/size-limit"), ["--json"], {
      cwd: folder,
    });
    const sizes = JSON.parse(stdout) as { name: string; size: number }[];
    return checks.map(({ name, most }) => ({
      name: `${name}, minified and gzipped`,
      value: sizes.find((size) => size.name === name)?.size ?? Number.NaN,
      unit: "bytes",
      bound: { atMost: most },
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}
