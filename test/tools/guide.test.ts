// The guide about other tools names the versions that are tried. The counts of types are compared where they are made.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("names every tool's version, and no other", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/tools.md"), "utf8");
  const { dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, "package.json"), "utf8"),
  ) as {
    dependencies: Record<string, string>;
  };
  const named = [...guide.matchAll(/\d+\.\d+\.\d+/g)].map(([version]) => version);
  expect(named.sort()).toEqual(Object.values(dependencies).sort());
});
