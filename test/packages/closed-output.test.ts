// A command ends as usual, without an error, if its output is closed early, as `| head -1` does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test.for([
  "packages/conformance/src/cli.ts",
  "packages/generator/src/generate.ts",
  "packages/openapi/src/cli.ts",
  "packages/review/src/cli.ts",
  "packages/sandbox/src/cli.ts",
  "generated/mock/src/cli.ts",
])("%s", async (file) => {
  const args = ["--import", "./scripts/run.js", join(root, file), "--help"];
  const command = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  command.stdout.destroy();
  const ended = once(command, "exit");
  expect(await text(command.stderr)).toBe("");
  expect(await ended).toEqual([0, null]);
});
