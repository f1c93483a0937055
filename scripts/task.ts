// `npm run NAME -- WORD`: the task of tasks.ts with this name and word.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Task, type Tasks, tasks } from "./tasks.ts";

const [name = "", ...args] = process.argv.slice(2);
const command = name === "test" ? "npm test" : `npm run ${name}`;

function printTasks(known: Tasks): string {
  const lines = Object.entries(known).map(([word, { about }]) => {
    const call = word === "default" ? command : `${command} -- ${word}`;
    return `  ${call.padEnd(32)} ${about}`;
  });
  return `Usage:\n\n${lines.join("\n")}\n`;
}

/** The task that the arguments name, and the remaining arguments for its program; undefined if they are wrong. */
function choose(known: Tasks): { task: Task; rest: string[] } | undefined {
  const [word = "", ...others] = args;
  const named = Object.hasOwn(known, word) ? known[word] : undefined;
  const task = named ?? known.default;
  const rest = named ? others : args;
  if (!task || (rest.length > 0 && !task.takesArguments)) return undefined;
  return { task, rest };
}

/** Runs a program to its end. Returns its exit code. */
async function runTaskStep(
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
  return code ?? (signal ? 130 : 1);
}

async function runTask({ task, rest }: { task: Task; rest: string[] }): Promise<number> {
  for (const [index, program] of task.run.entries()) {
    const isLast = index === task.run.length - 1;
    const code = await runTaskStep(isLast ? [...program, ...rest] : program, task);
    if (code !== 0) return code;
  }
  return 0;
}

const steps = tasks[name];
if (!steps) throw new Error(`There are no tasks called ${name}.`);
const chosen = choose(steps);
// A program that takes arguments explains its own.
const isHelp = args.includes("--help") && (!chosen || chosen.task === steps.default);
if (isHelp) console.log(printTasks(steps));
else if (chosen) process.exitCode = await runTask(chosen);
else {
  console.error(
    `${command} does not take: ${args.join(" ") || "nothing"}.\n\n${printTasks(steps)}`,
  );
  process.exitCode = 2;
}
