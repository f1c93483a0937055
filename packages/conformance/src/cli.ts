#!/usr/bin/env node
const { node } = process.versions;
if (node.localeCompare("22.13.0", "en", { numeric: true }) < 0) {
  process.stderr.write(`The suite needs Node 22.13 or later; this is Node ${node}.\n`);
  process.exitCode = 2;
} else {
  // Not before: what it is made of does not load on an old Node.
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
}
