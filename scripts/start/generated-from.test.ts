import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../test/support/folder.ts";
import { forgetGenerated, isGenerated, noteGenerated } from "./generated-from.ts";

test("what is generated is known to be current until a source has another content", async () => {
  const root = await makeFolder();
  const spec = join(root, "spec/main.tsp");
  await mkdir(join(root, "spec"));
  await writeFile(spec, "model A {}");
  expect(isGenerated(root)).toBe(false);
  noteGenerated(root);
  await utimes(spec, new Date(), new Date());
  expect(isGenerated(root)).toBe(true);
  await writeFile(spec, "model B {}");
  expect(isGenerated(root)).toBe(false);
  await writeFile(spec, "model A {}");
  expect(isGenerated(root)).toBe(true);
  await writeFile(join(root, "spec/other.tsp"), "");
  expect(isGenerated(root)).toBe(false);
});

test("a file that only machines read is generated again if it is gone", async () => {
  const root = await makeFolder();
  const file = join(root, "generated/openapi/contract.json");
  await mkdir(join(root, "generated/openapi"), { recursive: true });
  await writeFile(file, "{}");
  noteGenerated(root);
  expect(isGenerated(root)).toBe(true);
  await rm(file);
  expect(isGenerated(root)).toBe(false);
});

test("a difference that a check has found is not forgotten", async () => {
  const root = await makeFolder();
  noteGenerated(root);
  forgetGenerated(root);
  expect(isGenerated(root)).toBe(false);
});
