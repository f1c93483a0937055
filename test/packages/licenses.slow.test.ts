// A package that holds code of others brings their licenses, and no others.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type UserConfig } from "tsdown";
import { expect, test } from "vitest";
import { packed } from "../support/shared.ts";

const root = join(import.meta.dirname, "../..");

test.for([
  ["openapi", "dist/licenses.txt", "commander 14.0.3 (MIT)"],
  ["mock", "dist/licenses.txt", "@stoplight/prism-http 5.16.0 (Apache-2.0)"],
  ["generator", "dist/openapi/licenses.txt", "commander 14.0.3 (MIT)"],
  ["generator", "dist/mock/licenses.txt", "@stoplight/prism-http 5.16.0 (Apache-2.0)"],
  ["sandbox", "dist/console/licenses.txt", "preact 11.2.0 (MIT)"],
  ["sandbox", "dist/console/licenses.txt", "@preact/signals 2.11.4 (MIT)"],
] as const)("%s: %s names %s", async ([name, file, license]) => {
  const tarball = await packed(`@pix-contract/${name}`);
  const text = execFileSync("tar", ["-xzOf", tarball, `package/${file}`], { encoding: "utf8" });
  expect(text).toContain(license);
  expect(text).toMatch(/Permission is hereby granted|Apache License/);
});

const configs = globSync("{packages,generated}/*/tsdown.config.ts", { cwd: root }).sort();

/** Name of the package that a source of a bundle comes from; nothing for a source of this project. */
function packageOf(source: string): string[] {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
  return name === undefined ? [] : [name];
}

/** The packages whose code is in the files of a folder, by their source maps. */
function bundledPackages(folder: string): string[] {
  const maps = globSync("**/*.map", { cwd: folder });
  const sources = maps.flatMap((map) => {
    const file = join(folder, map);
    const { sources } = JSON.parse(readFileSync(file, "utf8")) as { sources: string[] };
    return sources.map((source) => resolve(dirname(file), source));
  });
  return [...new Set(sources.flatMap(packageOf))].sort();
}

function listedPackages(folder: string): string[] {
  const lists = globSync("**/licenses.txt", { cwd: folder });
  const text = lists.map((list) => readFileSync(join(folder, list), "utf8")).join("\n");
  const names = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, name = ""]) => name);
  // A package may be there in two versions.
  return [...new Set(names)].sort();
}

test.for(configs)("the bundles of %s list the packages that are in them", async (file) => {
  // Packing the sandbox builds, in a clone beside its tarball, the server that its bundle holds.
  const clone = join(dirname(await packed("@pix-contract/sandbox")), "clone");
  const { default: config } = (await import(pathToFileURL(join(clone, file)).href)) as {
    default: UserConfig | UserConfig[];
  };
  for (const bundle of [config].flat()) {
    const folder = await mkdtemp(join(tmpdir(), "licenses-"));
    await build({
      ...bundle,
      config: false,
      cwd: join(clone, dirname(file)),
      outDir: folder,
      clean: false,
      sourcemap: true,
      dts: false,
      copy: [],
      hooks: {},
      // Source maps of the plugins are not exact, and are named here for their sources alone.
      failOnWarn: false,
      logLevel: "silent",
    });
    expect(globSync("**/*.map", { cwd: folder })).not.toEqual([]);
    expect(listedPackages(folder)).toEqual(bundledPackages(folder));
    await rm(folder, { recursive: true });
  }
});
