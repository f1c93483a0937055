import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashesOf, statesOf } from "./support/files.ts";
import { generate, type Outcome } from "./support/generate.ts";
import { makeLibraryProject, type Project } from "./support/project.ts";

const output = ["generated", "docs"];
let project: Project;
let twin: Project;
let flags: string[];
let first: Outcome;
let second: Outcome;

const readme =
  "# A package\n\n<!-- generated:install -->\n\n<!-- /generated:install -->\n\nHand-written.\n";

// Two projects for all tests, which take turns: a generation takes a second.
beforeAll(async () => {
  [project, twin] = await Promise.all([makeLibraryProject(), makeLibraryProject()]);
  for (const { root } of [project, twin]) {
    await mkdir(join(root, "docs/guides"), { recursive: true });
    await mkdir(join(root, "packages/one"), { recursive: true });
    await writeFile(join(root, "packages/one/README.md"), readme);
    await writeFile(join(root, "docs/guides/other.md"), "Hand-written.\n");
  }
  flags = ["--spec", project.entry, "--root", project.root];
  // The same again, but for all that may differ from one machine to another.
  const cwd = join(twin.root, "test");
  const env = { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
  [first, second] = await Promise.all([
    generate(flags),
    generate(["--spec", "generator/library/main.tsp", "--root", ".."], { cwd, env }),
  ]);
});
afterAll(() => Promise.all([project, twin].map(({ root }) => rm(root, { recursive: true }))));

function run(...more: string[]): Promise<Outcome> {
  return generate([...flags, ...more]);
}

/** Lines that name files, and what is said of them. */
function filesIn(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.startsWith("  "));
  const root = `${relative(process.cwd(), project.root)}/`.replaceAll("\\", "/");
  return lines.map((line) => line.trim().replace(/ +/, " ").replace(root, ""));
}

describe("a first run", () => {
  test("writes every file and names each that is committed", async () => {
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const written = Object.keys(await statesOf(project.root, output));
    expect(written).toEqual(
      expect.arrayContaining(["generated/openapi/openapi.yaml", "docs/reference/README.md"]),
    );
    const handWritten = ["docs/guides/other.md"];
    // Files that are not committed are not listed.
    const derived =
      /^generated\/(openapi\/(openapi\.json|contract\.json|schemas\/.*)|client\/src\/samples\.js|server\/src\/checks\/.*\.js)$/;
    expect(written.filter((path) => derived.test(path)).length).toBeGreaterThan(5);
    expect(filesIn(first.stdout).toSorted()).toEqual(
      [
        ...written
          .filter((path) => !handWritten.includes(path) && !derived.test(path))
          .map((path) => `added ${path}`),
        "changed packages/one/README.md",
      ].toSorted(),
    );
    expect(first.stdout).toMatch(/\n\d+ file\(s\) changed \(\d+ ms\)\.\n$/);
  });

  test("leaves hand-written text alone", async () => {
    const text = await readFile(join(project.root, "packages/one/README.md"), "utf8");
    expect(text).toContain("> Not on a registry yet");
    expect(text).toMatch(/^# A package\n(.*\n)*Hand-written\.\n$/);
    expect(await readFile(join(project.root, "docs/guides/other.md"), "utf8")).toBe(
      "Hand-written.\n",
    );
  });
});

test("a second run has nothing to do and touches no file", async () => {
  const before = await statesOf(project.root, output);
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Nothing changed \(\d+ ms\)\.\n$/);
  expect(await statesOf(project.root, output)).toEqual(before);
});

test("what is not committed is written again if it is missing", async () => {
  const before = hashesOf(await statesOf(project.root, output));
  for (const path of ["openapi/openapi.json", "openapi/schemas", "server/src/checks/table.js"])
    await rm(join(project.root, "generated", path), { recursive: true });
  expect(await run()).toMatchObject({ code: 0, stderr: "" });
  expect(hashesOf(await statesOf(project.root, output))).toEqual(before);
});

test("time zone, language, folder and the spelling of paths do not show in the output", async () => {
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(hashesOf(await statesOf(twin.root, output))).toEqual(
    hashesOf(await statesOf(project.root, output)),
  );
});

test("nothing that is generated names a folder of this machine", async () => {
  for (const path of Object.keys(await statesOf(project.root, output))) {
    const text = await readFile(join(project.root, path), "utf8");
    for (const folder of [project.root, process.cwd()])
      expect.soft(text, path).not.toContain(`${folder}/`);
  }
});

describe("--check", () => {
  test("agrees with what was just generated", async () => {
    const before = await statesOf(project.root, output);
    const outcome = await run("--check");
    expect(outcome).toEqual({
      code: 0,
      stdout: "What is generated agrees with the spec.\n",
      stderr: "",
    });
    expect(await statesOf(project.root, output)).toEqual(before);
  });

  test("names what is changed, missing and obsolete, writes nothing; the next run mends it", async () => {
    const openapi = join(project.root, "generated/openapi");
    const before = await statesOf(project.root, output);
    await writeFile(join(openapi, "openapi.yaml"), "openapi: 3.0.0\n");
    await writeFile(join(openapi, "schemas/Scroll.json"), "{}");
    await rm(join(openapi, "types.d.ts"));
    await rm(join(project.root, "docs/reference/basis.md"));
    const broken = await statesOf(project.root, output);

    const check = await run("--check");
    expect(check).toMatchObject({ code: 1, stdout: "" });
    expect(filesIn(check.stderr).toSorted()).toEqual([
      "differs generated/openapi/openapi.yaml",
      "missing docs/reference/basis.md",
      "missing generated/openapi/types.d.ts",
      "obsolete generated/openapi/schemas/Scroll.json",
    ]);
    expect(check.stderr).toContain(
      "4 file(s) differ from the spec: run `npm run generate` and commit the result.",
    );
    expect(await statesOf(project.root, output)).toEqual(broken);

    const write = await run();
    expect(filesIn(write.stdout).toSorted()).toEqual([
      "added docs/reference/basis.md",
      "added generated/openapi/types.d.ts",
      "changed generated/openapi/openapi.yaml",
      "removed generated/openapi/schemas/Scroll.json",
    ]);
    expect(hashesOf(await statesOf(project.root, output))).toEqual(hashesOf(before));
  });
});

test("a spec that does not compile leaves every file as it was", async () => {
  const file = join(project.entry, "../books.tsp");
  const text = await readFile(file, "utf8");
  const before = await statesOf(project.root, output);
  await writeFile(file, text.replace("items: Book[];", "items: Tome[];"));
  const { code, stdout, stderr } = await run();
  await writeFile(file, text);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^\S*library\/books\.tsp:\d+:\d+ - error invalid-ref: Unknown identifier Tome$/m,
  );
  expect(stderr).toMatch(/\nNothing was written\.\n$/);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(await statesOf(project.root, output)).toEqual(before);
});

describe("flags", () => {
  test.each([
    [["--chekc"], /^Unknown option '--chekc'\. Did you mean --check\?/],
    [["spec/main.tsp"], /^Unknown command 'spec\/main\.tsp'\./],
    [["--spec"], /^--spec takes a value\./],
    [["--check", "--watch"], /^--watch cannot be used with --check\./],
    [["--root", "nowhere"], /^There is no package\.json in nowhere\./],
    [
      ["--spec", "spec/nothing.tsp"],
      /^There is no spec at spec\/nothing\.tsp; `npx @pix-contract\/generator init` makes one\./,
    ],
  ])("%j are refused", async (wrong, message) => {
    const { code, stdout, stderr } = await generate(wrong);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^.+ See .+ --help\.\n$/);
  });

  test("--help lists commands and options", async () => {
    const [all, own] = await Promise.all([generate(["--help"]), generate(["generate", "--help"])]);
    expect([all.code, all.stderr, own.code, own.stderr]).toEqual([0, "", 0, ""]);
    expect(all.stdout).toMatch(
      /\n {2}generate \[options\] .*\n(.*\n)* {2}init \[options\] \[name\] /,
    );
    expect(own.stdout).toMatch(
      /\n {2}--check .*\n(.*\n)* {2}--watch .*\n(.*\n)* {2}--spec <file> .*\n(.*\n)* {2}--root <folder> /,
    );
  });
});
