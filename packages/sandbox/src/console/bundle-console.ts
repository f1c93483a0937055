import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printLicenses } from "@packages/contract/src/bundle-licenses.ts";
import { stylesheet } from "@packages/contract/src/design/stylesheet.ts";
import { rolldown } from "rolldown";
import { operations } from "../describe-contract.ts";
import type { ConsoleFiles } from "./console-files.ts";

const folder = new URL("./page/", import.meta.url);

/** Makes the console's files of their sources, and the licenses of the packages in its script. */
export async function bundleConsole(): Promise<{ files: ConsoleFiles; licenses: string }> {
  const read = (name: string): Promise<string> => readFile(new URL(name, folder), "utf8");
  const script = await bundleScript();
  const files = {
    "index.html": await read("index.html"),
    "console.js": script.code,
    "console.css": stylesheet + (await read("console.css")),
  };
  return { files, licenses: printLicenses([script]) };
}

async function bundleScript() {
  const described = Object.entries(operations).map(([id, { method, path, fields, query }]) => {
    return [id, { method, path, fields, query }];
  });
  // The console has its own messages, in two languages.
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
  return output[0];
}

/** Writes the files into a folder, for the package: there they are read as they are. */
export async function writeConsole(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const { files, licenses } = await bundleConsole();
  for (const [name, content] of Object.entries({ ...files, "licenses.txt": licenses }))
    await writeFile(join(target, name), content);
}
