// `npm run generate` prints its result and nothing else: no warning of Node, the compilers or a library.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("generating warns of nothing", async () => {
  const program = "packages/generator/src/generate.ts";
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--import", "./scripts/run.js", program, "--check"],
    { cwd: root },
  );
  expect(stdout).toBe("What is generated agrees with the spec.\n");
  expect(stderr).toBe("");
});
