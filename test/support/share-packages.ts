// Set up once for a run of tests: each package is built and packed once for all files, when the first of them asks for it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { pack, publishedFolders, readManifest } from "../release/packages.ts";
import { cloneProject } from "./clone.ts";
import { handOut } from "./shared.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers `/NAME` with the path of that package's tarball; with a 500 and the reason where it cannot be packed. */
    packages: string;
  }
}

/** Starts what hands out packages; the function that ends it and removes them. */
export default async function share(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "packages-"));
  const clone = join(folder, "clone");
  let cloned: Promise<void> | undefined;
  const tarballs = new Map<string, Promise<string>>();

  /** Packs a package after those that it is built with. */
  const packOnce = (name: string): Promise<string> => {
    const packed = tarballs.get(name) ?? packAfterOthers(name);
    tarballs.set(name, packed);
    return packed;
  };
  const packAfterOthers = async (name: string): Promise<string> => {
    cloned ??= cloneProject(clone);
    await cloned;
    const workspaces = publishedFolders(clone).map((path) => [readManifest(join(clone, path)), path] as const);
    const found = workspaces.find(([manifest]) => manifest.name === name);
    if (!found) throw new Error(`No package of the project is called ${name}.`);
    const [{ dependencies = {} }, path] = found;
    for (const [other] of workspaces) if (other.name in dependencies) await packOnce(other.name);
    return (await pack(clone, path, folder)).tarball;
  };

  const packages = await handOut(packOnce);
  project.provide("packages", packages.url);
  return async () => {
    packages.close();
    await Promise.allSettled(tarballs.values());
    await rm(folder, { recursive: true, force: true });
  };
}
