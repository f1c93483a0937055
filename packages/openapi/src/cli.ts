#!/usr/bin/env node
import { allowClosedOutput } from "@packages/contract/src/closed-output.ts";
import { runCommandLine } from "./run-command-line.ts";

allowClosedOutput();
process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
