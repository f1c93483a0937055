import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { home } from "./project.ts";

/** How a command ended. */
export interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A command that runs: what it has said so far, and how it ends. */
export interface Running {
  child: ChildProcess;
  said(): string;
  ended: Promise<Outcome>;
}

/** Starts `npm run generate`, without npm. */
export function startGenerate(flags: string[], { cwd = home, env = {} } = {}): Running {
  const child = spawn(process.execPath, [join(home, "packages/generator/src/generate.ts"), ...flags], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, said: () => stdout + stderr, ended };
}

/** Runs `npm run generate` to its end. */
export function generate(flags: string[], options?: { cwd?: string; env?: Record<string, string> }): Promise<Outcome> {
  return startGenerate(flags, options).ended;
}
