// On a Node that is too old, a command says which one it needs. The Node of the tests pretends to be old.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const pretend =
  "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })";

test.for([
  ["packages/conformance/src/cli.ts", "The suite", "22.13", 2],
  ["packages/generator/src/generate.ts", "contract-generator", "22.18", 2],
  ["packages/review/src/cli.ts", "The review", "22.13", 2],
  ["packages/sandbox/src/cli.ts", "The sandbox", "22.13.0", 1],
] as const)("%s", ([file, program, needed, code]) => {
  const args = ["--import", pretend, join(root, file), "--help"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({
    status: code,
    stdout: "",
    stderr: `${program} needs Node ${needed} or later; this is Node 20.19.0.\n`,
  });
});
