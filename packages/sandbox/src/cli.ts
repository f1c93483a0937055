#!/usr/bin/env node
import { allowClosedOutput } from "@packages/contract/src/closed-output.ts";
import { requireNode } from "@packages/contract/src/node-version.ts";

requireNode("The sandbox", "22.13.0", 1);
hideSqliteWarning();
allowClosedOutput();
// Loaded here, and not above: an old Node cannot load it.
const { runCommandLine } = await import("./cli/run-command-line.ts");
process.exitCode = await runCommandLine(process.argv.slice(2));

/** Node 22 warns that its SQLite is experimental; the sandbox hides that warning. */
function hideSqliteWarning(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith("SQLite is an experimental feature"))
      Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
}
