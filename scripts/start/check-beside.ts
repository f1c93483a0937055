import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";

/** The findings, as the commands printed them; empty if all is well. */
export interface CheckOutput {
  /** Files that differ from the spec, or why it does not compile. */
  drift: string;
  lint: string;
}

const checkPrograms = {
  drift: ["--import", "./scripts/run.js", "packages/generator/src/generate.ts", "--check"],
  lint: ["--import", "./scripts/run.js", "scripts/task.ts", "lint", "contract"],
};

/** Compares the generated files with the spec, and lints the contract, in processes that wait for all others. */
export async function checkBeside(signal: AbortSignal): Promise<CheckOutput> {
  const [drift, lint] = await Promise.all([
    runNpm(checkPrograms.drift, signal),
    runNpm(checkPrograms.lint, signal),
  ]);
  return { drift, lint };
}

/** Returns the output of a command if it failed. */
async function runNpm(args: readonly string[], signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const stop = (): void => void child.kill();
  signal.addEventListener("abort", stop);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  signal.removeEventListener("abort", stop);
  return child.exitCode === 0 ? "" : `${stdout}${stderr}`.trim();
}
