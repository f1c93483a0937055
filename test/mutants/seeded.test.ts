// Each seeded change fits the code as it is, so that `npm test -- seeded` can make it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSeeds, seed } from "./seeds.ts";

const root = join(import.meta.dirname, "../..");

test.for(readSeeds())("$name", (one) => {
  const text = readFileSync(join(root, one.file), "utf8");
  expect(seed(text, one)).not.toBe(text);
  const paths = one.tests.filter(
    (argument) => argument.startsWith("test/") || argument.startsWith("packages/"),
  );
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
