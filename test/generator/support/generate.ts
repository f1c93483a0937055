import { join } from "node:path";
import {
  type Ended,
  type RunningCommand,
  startCommand,
} from "../../sandbox/support/command-line.ts";
import { home } from "./project.ts";

export type Outcome = Ended;

/** A command that runs: all that it has said so far, and how it ends. */
export type Running = Omit<RunningCommand, "said"> & { said(): string };

const program: [string, string] = [
  process.execPath,
  join(home, "packages/generator/src/generate.ts"),
];

/** Starts `npm run generate`, without npm. */
export function startGenerate(flags: string[], { cwd = home, env = {} } = {}): Running {
  const { said, ...started } = startCommand(flags, { program, cwd, env });
  return { ...started, said: () => Object.values(said()).join("") };
}

/** Runs `npm run generate` to its end. */
export function generate(
  flags: string[],
  options?: { cwd?: string; env?: Record<string, string> },
): Promise<Outcome> {
  return startGenerate(flags, options).ended;
}
