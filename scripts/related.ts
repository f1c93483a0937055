// `npm test -- related FILE…`: runs the fast tests that reach the files, and names the slow ones.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "@packages/contract/src/command.ts";
import { findTests, readImportGraph } from "./house/reach.ts";

const usage = `Usage: npm test -- related FILE…

Runs the fast tests that import the files, directly or through others, and
names the slow tests that do.

Exit code: that of the tests; 1 if no fast test reaches one of the files,
2 for wrong arguments.
`;

async function runRelated(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const files = positionals.map((path) => posix.relative(process.cwd(), posix.resolve(path)));
  if (files.length === 0) throw new UsageError("Name the files that changed.");
  const missing = files.find((path) => !existsSync(path));
  if (missing) throw new UsageError(`There is no file ${missing}.`);
  const graph = readImportGraph();
  const found = files.map((file) => ({ file, ...findTests(graph, file) }));
  const slow = new Set(found.flatMap((one) => [...one.slow, ...one.deep]));
  if (slow.size > 0)
    console.log(
      `Slow tests that reach them; run those with npm test -- slow FILE…, or deep:\n${indent(slow)}\n`,
    );
  const unreached = found.filter(({ fast }) => fast.length === 0).map(({ file }) => file);
  if (unreached.length > 0) console.error(`No fast test reaches:\n${indent(unreached)}\n`);
  const fast = new Set(found.flatMap((one) => one.fast));
  if (fast.size === 0) return 1;
  const vitest = ["vitest", "run", "--project", "fast", ...fast];
  const { status } = spawnSync("npx", vitest, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  // Without a status a signal has ended them.
  return status === 0 ? Number(unreached.length > 0) : (status ?? 1);
}

function indent(lines: Iterable<string>): string {
  return [...lines].map((line) => `  ${line}`).join("\n");
}

await runCommand(usage, runRelated);
