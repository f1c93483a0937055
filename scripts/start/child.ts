import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { StartError } from "./start-error.ts";

/** What to run. */
export interface Command {
  /** What it is called where its lines are shown. */
  name: string;
  /** A line for a shell. */
  line: string;
  cwd: string;
  env?: Record<string, string>;
}

/** A command that runs. */
export interface Child {
  name: string;
  /** The first line that it prints and that `pattern` fits, colours aside. Rejects with a StartError when it ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Takes every line that it prints from now on. */
  onLine(take: (line: string) => void): void;
  /** Rejects with a StartError when it ends by itself. */
  failed: Promise<never>;
  /** Has it end, and waits until it has. */
  stop(): Promise<void>;
}

/** Milliseconds that a child has to end by itself. */
const timeLimit = 5_000;

/** Lines that are kept to say why a child has ended. */
const kept = 20;

/**
 * Runs a command in a process of its own, with what it prints taken line by line. It ends when this process ends, whatever
 * way that is.
 *
 * @param root folder of the project, whose node_modules/.bin comes first in its path
 */
export function startChild({ name, line, cwd, env = {} }: Command, root: string): Child {
  const child = spawn(line, {
    cwd,
    shell: true,
    // Elsewhere than on Windows it leads a group of its own, so that all of it can be ended.
    detached: process.platform !== "win32",
    // Nothing is written to its input: it closes when this process is gone.
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import ${new URL("end-with-parent.ts", import.meta.url).href}`,
      ...env,
      PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
    },
  });
  child.stdin?.on("error", () => {});
  const lines: string[] = [];
  const takers = new Set<(line: string) => void>([(text) => void (lines.push(text) > kept && lines.shift())]);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on("line", (text) => takers.forEach((take) => void take(text)));
  }
  let stopping = false;
  // Not "exit": the shell may be gone before the program that it runs.
  const closed = once(child, "close");
  const failed = closed.then(([code, signal]) => {
    if (stopping) return new Promise<never>(() => {});
    const how = signal ?? `exit code ${code}`;
    const last = lines.map((text) => `  ${text}`).join("\n");
    throw new StartError(`${name} has ended (${how}), so everything is stopped.${last ? `\n${last}` : ""}`);
  });
  // Whoever does not look at it shall not be ended by it.
  failed.catch(() => {});
  return {
    name,
    failed,
    onLine: (take) => void takers.add(take),
    printed: (pattern) =>
      Promise.race([
        failed,
        new Promise<RegExpExecArray>((resolve) => {
          const take = (text: string): void => {
            const match = pattern.exec(stripVTControlCharacters(text));
            if (!match) return;
            takers.delete(take);
            resolve(match);
          };
          takers.add(take);
        }),
      ]),
    stop: async () => {
      stopping = true;
      send(child, "SIGTERM");
      const timer = setTimeout(() => send(child, "SIGKILL"), timeLimit);
      await closed;
      clearTimeout(timer);
    },
  };
}

function send(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
