#!/usr/bin/env node
import { unsupportedNode } from "./check-node.ts";

const reason = unsupportedNode(process.versions.node);
if (reason !== undefined) {
  console.error(reason);
  process.exitCode = 1;
} else {
  hideSqliteWarning();
  // A reader that goes away, like `head`, is no error.
  process.stdout.on("error", () => {});
  // Loaded here, and not above, so that an old Node prints the reason first.
  const { runCommandLine } = await import("./cli/run-command-line.ts");
  process.exitCode = await runCommandLine(process.argv.slice(2));
}

/** Node 22 warns that its SQLite is experimental; the sandbox hides that warning. */
function hideSqliteWarning(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith("SQLite is an experimental feature"))
      Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
}
