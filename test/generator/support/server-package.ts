import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import type { SpecOptions } from "@packages/contract/src/source/read-spec.ts";
import { onTestFinished } from "vitest";
import { printDocumentTypes } from "../../../packages/generator/src/openapi/types.ts";
import type { Files } from "../../../packages/generator/src/output.ts";
import { buildAll } from "../../../packages/generator/src/pipeline.ts";
import { readProject } from "../../../packages/generator/src/project.ts";
import { compiledChecks, serverPackage } from "../../../packages/generator/src/server/package.ts";
import { home } from "./project.ts";

export const project = { ...readProject(home), name: "lending-library" };

const sources = { formats: join(home, "nowhere"), folder: join(home, "generated/server") };

// biome-ignore lint/suspicious/noExplicitAny: the package exists only when the test runs
export type Package = Record<string, any>;

/** The package as it is built: its sources and its compiled checks. */
export async function makePackage(read: Contract): Promise<Files> {
  return {
    ...(await serverPackage(project, read, sources)),
    ...(await compiledChecks(read, sources)),
  };
}

/**
 * Writes a package where Node finds its dependencies, the runtime and the types, and loads it.
 *
 * @param atEnd takes what removes it; without, the caller removes the parent of its folder
 */
export async function loadPackage(
  written: Files,
  of: Document,
  atEnd: (remove: () => Promise<void>) => unknown = () => {},
): Promise<{ folder: string; built: Package }> {
  const parent = await mkdtemp(join(home, "tmp-"));
  atEnd(() => rm(parent, { recursive: true, force: true }));
  const target = join(parent, "server");
  const files = { ...written, "../openapi/types.d.ts": printDocumentTypes(of) };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(target, name)), { recursive: true });
    await writeFile(join(target, name), content);
  }
  return { folder: target, built: (await import(join(target, "src/index.ts"))) as Package };
}

/**
 * Builds the packages of a spec, TypeSpec or an OpenAPI document, where Node finds their dependencies; `load` imports a file of generated/, `read` gives the
 * text of any. They go when the test ends; with `afterAll`, when all tests of the file have ended.
 */
export async function buildPackages(
  name: string,
  spec: string,
  atEnd = onTestFinished,
  options: SpecOptions = {},
) {
  const folder = await mkdtemp(join(home, "tmp-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name, version: "1.0.0", license: "MIT" }),
  );
  const entry = join(folder, spec.startsWith("openapi:") ? "api.yaml" : "main.tsp");
  await writeFile(entry, spec);
  const { outputs, derived } = await buildAll(entry, folder, options);
  for (const { folder: place, files } of [...outputs, ...derived]) {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(place, path)), { recursive: true });
      await writeFile(
        join(place, path),
        text.replaceAll("../../../packages/", "../../../../packages/"),
      );
    }
  }
  const load = (path: string): Promise<Package> =>
    import(pathToFileURL(join(folder, "generated", path)).href);
  const read = (path: string): Promise<string> => readFile(join(folder, path), "utf8");
  return { folder, load, read };
}
