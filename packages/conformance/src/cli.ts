#!/usr/bin/env node
import { allowClosedOutput } from "@packages/contract/src/closed-output.ts";
import { requireNode } from "@packages/contract/src/node-version.ts";

requireNode("The suite", "22.13");
allowClosedOutput();
// Not before: its modules do not load on an old Node.
const [{ runCommandLine }, { pix }] = await Promise.all([
  import("./run-command-line.ts"),
  import("./pix/suite.ts"),
]);
const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // The second one does not wait for anything.
    if (interrupt.signal.aborted) process.exit(2);
    process.stderr.write(`${signal}: cleaning up. Once more ends the suite at once.\n`);
    interrupt.abort();
  });
}
process.exitCode = await runCommandLine(
  pix,
  process.argv.slice(2),
  { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
  interrupt.signal,
);
