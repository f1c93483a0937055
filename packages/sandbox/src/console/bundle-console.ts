import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stylesheet } from "@packages/contract/src/design/stylesheet.ts";
import { rolldown } from "rolldown";
import { operations } from "../describe-contract.ts";
import type { ConsoleFiles } from "./console-files.ts";

const folder = new URL("./page/", import.meta.url);

/** Makes the console's files of their sources. */
export async function bundleConsole(): Promise<ConsoleFiles> {
  const read = (name: string): Promise<string> => readFile(new URL(name, folder), "utf8");
  const [page, script, own] = await Promise.all([
    read("index.html"),
    bundleScript(),
    read("console.css"),
  ]);
  return { page, script, style: stylesheet + own };
}

async function bundleScript(): Promise<string> {
  const described = Object.entries(operations).map(
    ([id, { method, path, fields, query, units }]) => {
      return [id, { method, path, fields, query, units }];
    },
  );
  // The console has its own texts, in two languages.
  const contract = JSON.stringify(Object.fromEntries(described), (name, value: unknown) =>
    name === "about" ? undefined : value,
  );
  await using bundle = await rolldown({
    input: fileURLToPath(new URL("app.tsx", folder)),
    platform: "browser",
    // The page's own, not the one of the folder that the sandbox was started in.
    tsconfig: fileURLToPath(new URL("tsconfig.json", folder)),
    transform: {
      target: "es2022",
      define: { "process.env.NODE_ENV": '"production"', CONTROL_CONTRACT: contract },
    },
    logLevel: "warn",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  const [chunk, ...others] = output;
  if (others.length > 0)
    throw new Error(`The console is one script; it became ${output.length} files.`);
  return chunk.code;
}

/** Writes the files into a folder, for the package: there they are read as they are. */
export async function writeConsole(target: string): Promise<void> {
  const { page, script, style } = await bundleConsole();
  await mkdir(target, { recursive: true });
  await Promise.all([
    writeFile(join(target, "index.html"), page),
    writeFile(join(target, "console.js"), script),
    writeFile(join(target, "console.css"), style),
  ]);
}
