#!/usr/bin/env node
import { whyNotOn } from "./check-node.ts";

const reason = whyNotOn(process.versions.node);
if (reason !== undefined) {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 2;
} else {
  // Not before: what it is made of does not load on an old Node.
  const { runCommandLine } = await import("./run-command-line.ts");
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
    process.argv.slice(2),
    { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
    interrupt.signal,
  );
}
