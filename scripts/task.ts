// `npm run NAME -- WORD`: the task of tasks.ts with this name and word.
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { describeUsageError, suggestName } from "@packages/contract/src/command-line.ts";
import { fitHelp } from "@packages/contract/src/fit-help.ts";
import { chooseTask, runTask } from "./run-task.ts";
import { type Tasks, tasks } from "./tasks.ts";

const [name = "", ...args] = process.argv.slice(2);
const command = name === "test" ? "npm test" : `npm run ${name}`;

function printTasks(known: Tasks): string {
  const lines = Object.entries(known).map(([word, { about }]) => {
    const call = word === "default" ? command : `${command} -- ${word}`;
    return `  ${call}\n      ${about.replace(/(.{1,72})(?: |$)/g, "$1\n      ").trimEnd()}`;
  });
  return `Usage:\n\n${lines.join("\n")}\n\nExit code: that of the first program that fails, 2 for wrong arguments,\n130 after Ctrl-C (0 if pages were served).\n`;
}

const steps = tasks[name];
if (!steps) throw new Error(`There are no tasks called ${name}.`);
const taskWords = Object.keys(steps).filter((word) => word !== "default");
const [taskWord = ""] = args;
const hasWord = taskWords.includes(taskWord);
const chosen = chooseTask(steps, args);
const isVitest = chosen?.task.run.at(-1)?.[0] === "vitest";

/** Why the arguments are wrong, undefined if they are not. A program that takes some refuses wrong ones itself. */
async function describeMistake(): Promise<string | undefined> {
  if (chosen)
    return isVitest && chosen.rest.length > 0 ? describeVitestMistake(chosen.rest) : undefined;
  if (hasWord) return `${command} -- ${taskWord} takes no arguments.`;
  if (taskWord === "") return `${command} takes a word: ${taskWords.join(", ")}.`;
  return `${command} does not take ${taskWord}.${suggestName(taskWord, taskWords)}`;
}

/** Vitest ends on an unknown option with a stack trace, and on other words with a list of its patterns. */
async function describeVitestMistake(given: readonly string[]): Promise<string | undefined> {
  const { parseCLI } = await import("vitest/node");
  const { filter } = parseCLI(["vitest", "run", ...given]);
  const files = globSync("{spec,scripts,packages,docs,test}/**/*.test.ts");
  const isTest = (path: string): boolean =>
    files.some((file) => resolve(file).includes(path.replace(/^\.\/|:\d+$/g, "")));
  const unknown = filter.find((path) => !isTest(path));
  if (unknown !== undefined)
    return `There is no test file like ${unknown}.${suggestName(unknown, hasWord ? [] : taskWords)}`;
  const flags = given
    .filter((one) => one.startsWith("--"))
    .map((one) => one.split(/[.=]/)[0] ?? "");
  if (flags.length === 0) return undefined;
  const help = execFileSync("vitest", ["run", "--help"], { encoding: "utf8" });
  const known = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag = ""]) => flag);
  // `--max-workers` and `--maxWorkers` are the same, and `--no-` comes before any.
  const plain = (flag: string): string =>
    flag
      .replace("--no-", "--")
      .replace(/(?<=\w)-/g, "")
      .toLowerCase();
  const wrong = flags.find((flag) => !known.some((one) => plain(one) === plain(flag)));
  return wrong && `Unknown option '${wrong}'.${suggestName(wrong, known)}`;
}

// A program that takes arguments explains its own; Vitest's help is about Vitest.
const isHelp = args.includes("--help") && (!chosen || !hasWord || isVitest);
const mistake = isHelp ? undefined : await describeMistake();
if (isHelp) console.log(fitHelp(printTasks(steps)));
else if (chosen && mistake === undefined)
  process.exitCode = await runTask(chosen.task, chosen.rest);
else {
  console.error(describeUsageError(mistake ?? "", `${command} --`));
  process.exitCode = 2;
}
