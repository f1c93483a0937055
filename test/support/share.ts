// Set up once for a run of tests, by the process that runs them: one PostgreSQL, started when a file asks for a database;
// each package, built and packed when a file asks for it; and the tools of a folder, installed when a file asks for them.
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { run } from "../packages/support/run.ts";
import { pack, publishedFolders, readManifest } from "../release/packages.ts";
import { cloneProject } from "./clone.ts";
import { listen } from "./listen.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * Answers `/database` with the URL of a new, empty database, `/package/NAME` with the path of that package's tarball
     * and `/install/FOLDER` when that folder's dependencies are installed; with a 500 and the reason where it fails.
     */
    shared: string;
  }
}

/**
 * Installs what the package.json of a folder names, where it is missing or was another. The lock decides on the versions;
 * `npm ci` is not used, because it insists on packages of other platforms, which a registry may lack.
 */
async function installTools(folder: string): Promise<string> {
  const wanted = await readFile(join(folder, "package.json"), "utf8");
  const installed = join(folder, "node_modules/.installed.json");
  if ((await readFile(installed, "utf8").catch(() => undefined)) !== wanted) {
    await run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder]);
    await writeFile(installed, wanted);
  }
  return folder;
}

/** Starts what the files share; the function that ends it. */
export default async function share(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tests-"));
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  // Temporary files of this run: those that a test or a process leaves behind, because it was killed, go with it.
  for (const name of ["TMPDIR", "TMP", "TEMP"]) process.env[name] = folder;
  const clone = join(folder, "clone");
  let cloned: Promise<void> | undefined;
  let postgres: Promise<Postgres> | undefined;
  const made = new Map<string, Promise<string>>();

  /** Makes something for the first file that asks for it. */
  const makeOnce = (name: string, make: (name: string) => Promise<string>): Promise<string> => {
    const promise = made.get(name) ?? make(name);
    made.set(name, promise);
    return promise;
  };
  /** Packs a package after those that it is built with. */
  const packPackage = async (name: string): Promise<string> => {
    cloned ??= cloneProject(clone);
    await cloned;
    const workspaces = publishedFolders(clone).map(
      (path) => [readManifest(join(clone, path)), path] as const,
    );
    const found = workspaces.find(([manifest]) => manifest.name === name);
    if (!found) throw new Error(`No package of the project is called ${name}.`);
    const [{ dependencies, devDependencies }, path] = found;
    const needed = { ...dependencies, ...devDependencies };
    for (const [other] of workspaces)
      if (other.name in needed) await makeOnce(other.name, packPackage);
    return (await pack(clone, path, folder)).tarball;
  };
  const makeDatabase = async (): Promise<string> => {
    postgres ??= startPostgres();
    return (await postgres).makeDatabase();
  };

  const { url, close } = await listen((request, response) => {
    const [, kind, name = ""] = request.url?.split("/") ?? [];
    // A worker that compiles for seconds would send its next request over a connection that has just been closed.
    response.setHeader("connection", "close");
    const make = kind === "package" ? packPackage : installTools;
    (kind === "database" ? makeDatabase() : makeOnce(decodeURIComponent(name), make)).then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  project.provide("shared", url);
  return async () => {
    close();
    await (await postgres?.catch(() => undefined))?.stop();
    await Promise.allSettled(made.values());
    await rm(folder, { recursive: true, force: true });
  };
}
