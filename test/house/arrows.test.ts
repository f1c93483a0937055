// Imports between packages point one way: each package lists in biome.json what it must not import, and lint enforces it.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");

interface Override {
  includes: string[];
  linter: {
    rules: { style?: { noRestrictedImports?: { options: { patterns: { group: string[] }[] } } } };
  };
}

const config = JSON.parse(await readFile(join(root, "biome.json"), "utf8")) as {
  overrides: Override[];
};

/** Every forbidden import: the package, and the pattern that its import matches. */
const forbidden = config.overrides.flatMap(({ includes, linter }) => {
  const name = includes[0]?.match(/^packages\/([a-z]+)\/src\/\*\*$/)?.[1];
  const patterns = linter.rules.style?.noRestrictedImports?.options.patterns ?? [];
  return name ? patterns.flatMap(({ group }) => group.map((pattern) => ({ name, pattern }))) : [];
});

test("lint reports each import that points the wrong way, and no other", {
  timeout: 120_000,
}, async () => {
  const folder = await makeFolder();
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await write("biome.json", JSON.stringify({ ...config, plugins: [], vcs: { enabled: false } }));
  const expected: string[] = [];
  for (const [index, { name, pattern }] of forbidden.entries()) {
    const path = `packages/${name}/src/case-${index}.ts`;
    await write(
      path,
      `export * from "${pattern.replace("**/", "../../").replace("**", "file.ts")}";\n`,
    );
    expected.push(path);
  }
  await write(
    "packages/contract/src/allowed.ts",
    'export * from "../../behaviour/src/library.ts";\n',
  );
  await write(
    "packages/generator/src/server/allowed.ts",
    'export * from "../../../server/src/rules.ts";\n',
  );
  const biome = join(root, "node_modules/.bin/biome");
  const flags = [
    "lint",
    "--only=style/noRestrictedImports",
    "--reporter=json",
    "--max-diagnostics=none",
    "packages",
  ];
  const { stdout } = await promisify(execFile)(biome, flags, { cwd: folder }).catch(
    (error) => error,
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { location: { path: string | { file: string } } }[];
  };
  const paths = diagnostics.map(({ location: { path } }) =>
    typeof path === "string" ? path : path.file,
  );
  expect(expected.length).toBeGreaterThan(40);
  expect(paths.sort()).toEqual(expected.sort());
});
