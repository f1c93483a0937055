// Each seeded change fits the code as it is, so that `npm test -- seeded` can make it.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parts } from "./parts.ts";
import { readSeeds, seed } from "./seeds.ts";

const root = join(import.meta.dirname, "../..");

test.for(parts)("every file and folder of $name exists", ({ sources, tests }) => {
  const expand = (glob: string): string[] => {
    const [group, names = ""] = /\{([^}]*)\}/.exec(glob) ?? [];
    return group === undefined
      ? [glob]
      : names.split(",").flatMap((one) => expand(glob.replace(group, one)));
  };
  const globs = [...sources, ...tests].flatMap(expand);
  expect(globs.filter((glob) => globSync(glob, { cwd: root }).length === 0)).toEqual([]);
});

test.for(readSeeds())("$name", (one) => {
  const text = readFileSync(join(root, one.file), "utf8");
  expect(seed(text, one)).not.toBe(text);
  const paths = one.tests.filter(
    (argument) =>
      ["test/", "docs/"].some((room) => argument.startsWith(room)) ||
      argument.startsWith("packages/"),
  );
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
