import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { assertGenerated, type Files, findDrift, writeDerived, writeFiles } from "./output.ts";

let folder = "";

beforeEach(async () => {
  folder = await makeFolder();
});

/** Makes the folder hold the files; returns what differed. */
async function put(files: Files): Promise<object> {
  const drift = await findDrift(folder, files);
  await writeFiles(folder, files, drift);
  return Object.fromEntries(drift);
}

const files = { "a.txt": "a", "deep/er/b.txt": "ü\n", constructor: "c" };

describe("a folder is made to hold the files", () => {
  test("when it is empty, and then nothing differs", async () => {
    expect(await put(files)).toEqual({
      "a.txt": "missing",
      "deep/er/b.txt": "missing",
      constructor: "missing",
    });
    expect(await readFile(join(folder, "deep/er/b.txt"), "utf8")).toBe("ü\n");
    expect(await findDrift(folder, files)).toEqual(new Map());
  });

  test("when it is absent", async () => {
    folder = join(folder, "new");
    expect(await put({ a: "a" })).toEqual({ a: "missing" });
    expect(await readdir(folder)).toEqual(["a"]);
  });

  test("when files are missing, changed and obsolete", async () => {
    await put(files);
    const wanted = { "a.txt": "b", "deep/er/b.txt": "ü\n", "new.txt": "" };
    expect(await put(wanted)).toEqual({
      "new.txt": "missing",
      "a.txt": "changed",
      constructor: "stale",
    });
    expect(await findDrift(folder, wanted)).toEqual(new Map());
  });

  test("when a file stands where a folder has to be", async () => {
    await put({ schemas: "a file" });
    expect(await put({ "schemas/a.json": "{}" })).toEqual({
      "schemas/a.json": "missing",
      schemas: "stale",
    });
    expect(await readFile(join(folder, "schemas/a.json"), "utf8")).toBe("{}");
  });

  test("without its packages, which are not generated", async () => {
    await mkdir(join(folder, "node_modules/x"), { recursive: true });
    await writeFile(join(folder, "node_modules/x/index.js"), "");
    expect(await put({})).toEqual({});
  });
});

test("of derived files it is known where any changed: packages are built from them", async () => {
  const other = { folder: join(folder, "other"), files: { a: "a" } };
  expect(await writeDerived([{ folder, files }, other])).toEqual([folder, other.folder]);
  expect(
    await writeDerived([
      { folder, files: { "a.txt": "a" } },
      { ...other, files: { a: "b" } },
    ]),
  ).toEqual([other.folder]);
});

test("looking touches nothing", async () => {
  expect([...(await findDrift(join(folder, "absent"), files)).keys()]).toEqual(Object.keys(files));
  expect(await readdir(folder)).toEqual([]);
});

test("a file is replaced as a whole, one that is right is not touched", async () => {
  await put(files);
  const before = await Promise.all(Object.keys(files).map((path) => stat(join(folder, path))));
  await put({ ...files, "a.txt": "b" });
  const after = await Promise.all(Object.keys(files).map((path) => stat(join(folder, path))));
  expect(after.map(({ ino }, index) => ino === before[index]?.ino)).toEqual([false, true, true]);
  expect(after.map(({ mtimeMs }, index) => mtimeMs === before[index]?.mtimeMs)).toEqual([
    false,
    true,
    true,
  ]);
  expect(await readdir(folder)).toEqual(["a.txt", "constructor", "deep"]);
});

const generated = "// Generated from the spec. Do not edit.\n";
test.for<[string, present: Files, files: Files, whole: boolean, isRefused: boolean]>([
  ["an empty folder", {}, { a: generated }, true, false],
  ["what was generated", { a: generated }, { a: generated }, true, false],
  ["what was generated in part", { a: "own", b: generated }, { a: "", b: "" }, true, false],
  [
    "what was generated, and a file of somebody",
    { a: generated, z: "own" },
    { a: "" },
    true,
    false,
  ],
  ["files of somebody, of these names", { a: "own", b: "own" }, { a: "", b: "" }, true, true],
  ["a file of somebody, of another name", { z: "own" }, { a: "" }, true, true],
  ["a generated file of another name", { z: generated }, { a: "" }, true, true],
  ["the word in its middle", { a: `// It is not\n${generated}` }, { a: "" }, true, true],
  ["files of somebody beside those that are written", { z: "own" }, { a: "" }, false, false],
])("a folder with %s is replaced or refused", async ([, present, files, whole, isRefused]) => {
  await put(present);
  const asserted = assertGenerated({ folder, files, whole });
  if (isRefused)
    await expect(asserted).rejects.toThrow(/has files that were not generated, as [az]/);
  else await asserted;
});
