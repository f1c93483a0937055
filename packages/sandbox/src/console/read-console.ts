import { readFile } from "node:fs/promises";

/** What the console's page is made of. */
export interface ConsoleFiles {
  page: string;
  script: string;
  style: string;
}

/**
 * The files of the console: those that were built with the package, or, where the package is run from its source, what
 * they are made of now.
 */
export async function readConsole(): Promise<ConsoleFiles> {
  return (await readBuilt()) ?? bundle();
}

async function readBuilt(): Promise<ConsoleFiles | undefined> {
  const read = (name: string): Promise<string> => readFile(new URL(`./console/${name}`, import.meta.url), "utf8");
  try {
    const [page, script, style] = await Promise.all([read("index.html"), read("console.js"), read("console.css")]);
    return { page, script, style };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

async function bundle(): Promise<ConsoleFiles> {
  // Named in two steps, so that the bundler, which users of the package need not have, is not made a part of it.
  const source = new URL("./bundle-console.ts", import.meta.url).href;
  const { bundleConsole } = (await import(source)) as typeof import("./bundle-console.ts");
  return bundleConsole();
}
