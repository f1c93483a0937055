import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishedFolders, readManifest } from "./packages.ts";
import { provenanceFaults, publish } from "./publish.ts";

const root = join(import.meta.dirname, "../..");
const packages = ["a", "b", "c"].map((name) => ({ manifest: { name, version: "1.0.0" }, target: `/${name}` }));

test("a publish that failed half way is repeated for the rest", async () => {
  const registry = new Set<string>();
  let isDown = true;
  const run = async (_: string, [command = "", what = ""]: readonly string[]): Promise<string> => {
    if (command === "view") {
      if (!registry.has(what)) throw new Error("npm error code E404");
      return "1.0.0\n";
    }
    if (isDown && what === "/b") throw new Error("npm error code E502");
    registry.add(`${what.slice(1)}@1.0.0`);
    return "";
  };
  await expect(publish(packages, [], run)).rejects.toThrow("E502");
  isDown = false;
  expect(await publish(packages, [], run)).toEqual({ published: ["b", "c"], skipped: ["a"] });
});

test("a registry that fails is not taken for one without the package", async () => {
  await expect(publish(packages, [], () => Promise.reject(new Error("E500")))).rejects.toThrow("E500");
});

test("every package names the repository, and the workflow may sign", () => {
  const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
  const manifests = publishedFolders(root).map((folder) => readManifest(join(root, folder)));
  const { url = "" } = readManifest(root).repository ?? {};
  expect(provenanceFaults(manifests, url, workflow)).toEqual([]);
  expect(provenanceFaults(manifests, "elsewhere", "")).toHaveLength(manifests.length + 2);
});
