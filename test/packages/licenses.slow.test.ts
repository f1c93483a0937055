// A package that holds code of others brings their licenses.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

test("each bundle of other packages is built with the plugin that writes their licenses", () => {
  const configs = globSync("{packages,generated}/*/tsdown.config.ts", { cwd: root });
  const texts = configs.map((file) => readFileSync(join(root, file), "utf8"));
  const bundles = texts.flatMap((text) => text.match(/alwaysBundle/g) ?? []);
  const plugins = texts.flatMap((text) => text.match(/bundleLicenses\(/g) ?? []);
  expect(bundles.length).toBeGreaterThan(3);
  expect(plugins).toHaveLength(bundles.length);
});
