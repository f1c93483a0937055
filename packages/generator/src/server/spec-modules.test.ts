import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../../../test/support/folder.ts";
import { readModules } from "./spec-modules.ts";

test("modules next to a spec become entries with their imports; tests do not", async () => {
  const folder = await makeFolder();
  await writeFile(
    join(folder, "stamp.ts"),
    '// `stamp(text)`: a stamp\nimport { join } from "node:path";\nimport draw from "ink";\n',
  );
  await writeFile(join(folder, "stamp.test.ts"), "");
  expect(readModules(folder, join(folder, "src"))).toEqual([
    { name: "stamp", path: "../stamp.ts", packages: ["ink"], about: "`stamp(text)`: a stamp" },
  ]);
  await writeFile(join(folder, "silent.ts"), "export {};\n");
  expect(() => readModules(folder, folder)).toThrow("silent.ts does not begin with a comment");
  expect(readModules(join(folder, "nowhere"), folder)).toEqual([]);
});
