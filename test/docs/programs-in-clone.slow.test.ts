// The programs of guides and READMEs in a fresh clone where nothing is built.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeClone } from "./support/homes.ts";
import { listPrograms, testPrograms } from "./support/run-programs.ts";

test("each program that is printed is run", async () => {
  const { printed, checked } = await listPrograms();
  expect(printed).toEqual(checked);
});

testPrograms(["a clone"], async (folder, programs) => {
  await mkdir(join(folder, "clone"));
  return [await makeClone(join(folder, "clone"), programs)];
});
