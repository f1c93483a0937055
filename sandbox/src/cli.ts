#!/usr/bin/env node
/** The first version whose SQLite needs no flag. */
const oldest = "22.13.0";

const { node } = process.versions;
if (node.localeCompare(oldest, "en", { numeric: true }) < 0) {
  console.error(`The sandbox needs Node ${oldest} or later; this is Node ${node}.`);
  process.exitCode = 1;
} else {
  hideSqliteWarning();
  // A reader that goes away, like `head`, is no error.
  process.stdout.on("error", () => {});
  // Loaded here, and not above, so that an old Node gets as far as being told so.
  const { runCommandLine } = await import("./cli/run-command-line.ts");
  process.exitCode = await runCommandLine(process.argv.slice(2));
}

/** Node 22 calls its SQLite experimental; who starts a sandbox need not be told so each time. */
function hideSqliteWarning(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith("SQLite is an experimental feature"))
      Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
}
