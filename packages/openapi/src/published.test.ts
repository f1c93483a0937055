// A stand-in for npm records the whole call and installs the package that the test gives it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { fetchVersion, isVersion } from "./published.ts";

afterEach(() => vi.unstubAllEnvs());

/** Puts an npm before the others that installs these files of a package, or fails with a reason. */
async function useNpm(
  files: Record<string, string>,
  failure?: { stdout?: string; stderr?: string },
) {
  const folder = await makeFolder();
  const temporary = join(folder, "tmp");
  await mkdir(temporary);
  const program = `#!${process.execPath}
const { mkdirSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
writeFileSync(${JSON.stringify(join(folder, "call"))}, JSON.stringify(args));
const failure = ${JSON.stringify(failure ?? null)};
if (failure) { process.stdout.write(failure.stdout ?? ""); process.stderr.write(failure.stderr ?? ""); process.exit(1); }
const place = args[args.indexOf("--prefix") + 1] + "/node_modules/@a/openapi";
mkdirSync(place, { recursive: true });
for (const [name, text] of Object.entries(${JSON.stringify(files)})) writeFileSync(place + "/" + name, text);
`;
  await writeFile(join(folder, "npm"), program);
  await chmod(join(folder, "npm"), 0o755);
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
  vi.stubEnv("TMPDIR", temporary);
  return {
    call: () => JSON.parse(readFileSync(join(folder, "call"), "utf8")) as string[],
    left: () => (existsSync(temporary) ? readdirSync(temporary) : []),
  };
}

const whole = { "openapi.yaml": "openapi: 3.1.0", "package.json": '{"version":"1.2.3"}' };

test("a version is installed without its scripts into a folder of its own, which is removed", async () => {
  const npm = await useNpm(whole);
  expect(await fetchVersion("@a/openapi", "1")).toEqual({
    document: "openapi: 3.1.0",
    version: "1.2.3",
  });
  const [prefix] = npm.call().filter((_, at, all) => all[at - 1] === "--prefix");
  expect(npm.call()).toEqual([
    "install",
    "@a/openapi@1",
    "--prefix",
    prefix,
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--json",
  ]);
  expect(npm.left()).toEqual([]);
});

test.for<[string, Record<string, string>, Parameters<typeof useNpm>[1], string]>([
  [
    "has no document",
    { "package.json": "{}" },
    undefined,
    "@a/openapi@9 contains no openapi.yaml.",
  ],
  [
    "is not there",
    {},
    { stdout: '{"error": {"summary": "No match\\nfor 9"}}' },
    "npm cannot fetch @a/openapi@9: No match for 9",
  ],
  [
    "is refused",
    {},
    { stderr: "npm error code E401\nnpm error Log in.\n" },
    "npm cannot fetch @a/openapi@9: Log in.",
  ],
])(
  "a version that %s: its reason in a line, and nothing left",
  async ([, files, failure, message]) => {
    const npm = await useNpm(files, failure);
    await expect(fetchVersion("@a/openapi", "9")).rejects.toThrow(message);
    expect(npm.left()).toEqual([]);
  },
);

test.for([
  ["1", true],
  ["1.2.3-rc.1+b", true],
  ["latest", true],
  ["1;ls", false],
  ["../a", false],
  ["-g", false],
  ["a b", false],
  ["", false],
] as const)("%j is a version: %s", ([word, expected]) => {
  expect(isVersion(word)).toBe(expected);
});
