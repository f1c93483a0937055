import { spawn } from "node:child_process";
import { once } from "node:events";
import { interruptedCode } from "./run-group.ts";
import type { Task, Tasks } from "./tasks.ts";

/** The task that the arguments name, and the remaining arguments for its program; undefined if they are wrong. */
export function chooseTask(
  known: Tasks,
  args: readonly string[],
): { task: Task; rest: readonly string[] } | undefined {
  const [word = "", ...others] = args;
  const named = Object.hasOwn(known, word) ? known[word] : undefined;
  const task = named ?? known.default;
  const rest = named ? others : args;
  if (!task || (rest.length > 0 && !task.takesArguments)) return undefined;
  const isWord = rest.length > 0 && !rest[0]?.startsWith("-");
  if (isWord && task.takesArguments === "options") return undefined;
  return { task, rest };
}

/** Runs a program to its end. Returns its exit code. */
async function runProgram(
  [program = "", ...given]: readonly string[],
  task: Task,
): Promise<number> {
  const child = spawn(program, given, {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...task.env, ...process.env },
  });
  const stop = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  process.off("SIGTERM", stop);
  process.off("SIGINT", stop);
  return code ?? (signal ? interruptedCode : 1);
}

/**
 * Runs the programs of a task; its last one gets the further arguments.
 *
 * @returns 0, or the exit code of the first program that failed
 */
export async function runTask(task: Task, rest: readonly string[]): Promise<number> {
  let failure = 0;
  for (const [index, program] of task.run.entries()) {
    const isLast = index === task.run.length - 1;
    const code = await runProgram(isLast ? [...program, ...rest] : program, task);
    if (code === interruptedCode || (code !== 0 && !task.runsAll)) return code;
    failure ||= code;
  }
  return failure;
}
