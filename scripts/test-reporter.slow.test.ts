import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Runs a file of tests with the reporter, and gives what it shows and counts. */
async function report(tests: string): Promise<{ shown: string; count: unknown }> {
  const folder = await mkdtemp(join(tmpdir(), "reporter-"));
  try {
    await writeFile(join(folder, "some.test.js"), tests);
    const file = join(folder, "count.json");
    const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
    const args = ["run", "--root", folder, "--globals", `--reporter=${join(import.meta.dirname, "test-reporter.ts")}`];
    const env = { ...process.env, TEST_COUNT_FILE: file };
    const shown = await new Promise<string>((resolve) =>
      execFile(process.execPath, [vitest, ...args], { env, cwd: folder }, (_error, out, err) => resolve(out + err)),
    );
    return { shown, count: JSON.parse(await readFile(file, "utf8")) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a failure outside of a test is printed and counted", async () => {
  const { shown, count } = await report(`
    describe("a group", () => {
      beforeAll(() => { throw new Error("its hook's own words"); });
      test("waits for the hook", () => {});
    });
    test("fails", () => { throw new Error("its own words"); });
    test("passes", () => {});
  `);
  expect(shown).toContain("✗ some.test.js: a group\n    its hook's own words");
  expect(shown).toContain("✗ some.test.js: fails\n    its own words");
  expect(count).toEqual({ passed: 1, failed: 2, skipped: 1 });
});
