import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** The work was interrupted; whatever it had started has ended. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** The exit code of a command that Ctrl-C or another signal ended. */
export const interruptedCode = 130;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Milliseconds that an interrupted command has to end by itself. */
const groupStopTimeLimit = 10_000;

/**
 * Runs a command to its end. It leads a group of processes, so that all of them are stopped when this process is
 * interrupted, from a terminal or otherwise, and nothing of it goes on alone.
 *
 * @returns its exit code; null if a signal ended it
 * @throws {Interrupted}
 */
export async function runGroup(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<number | null> {
  const detached = process.platform !== "win32";
  const child = spawn(command, args, { ...options, detached });
  const end = (signal: NodeJS.Signals): void => {
    try {
      // A command that could not be started has no group.
      if (detached && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // All of it has ended.
    }
  };
  let interrupted: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    interrupted = signal;
    end(signal);
    setTimeout(() => end("SIGKILL"), groupStopTimeLimit).unref();
  };
  for (const signal of signals) process.on(signal, interrupt);
  try {
    const [code] = (await once(child, "close")) as [number | null];
    if (interrupted === undefined) return code;
    // Processes that the command left behind.
    end("SIGKILL");
    throw new Interrupted(`It was interrupted (${interrupted}).`);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
