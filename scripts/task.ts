// `npm run NAME -- WORD`: the task of tasks.ts with this name and word.
import { describeUsageError, suggestName } from "@packages/contract/src/command-line.ts";
import { chooseTask, runTask } from "./run-task.ts";
import { type Tasks, tasks } from "./tasks.ts";

const [name = "", ...args] = process.argv.slice(2);
const command = name === "test" ? "npm test" : `npm run ${name}`;

function printTasks(known: Tasks): string {
  const lines = Object.entries(known).map(([word, { about }]) => {
    const call = word === "default" ? command : `${command} -- ${word}`;
    return `  ${call}\n      ${about.replace(/(.{1,72})(?: |$)/g, "$1\n      ").trimEnd()}`;
  });
  return `Usage:\n\n${lines.join("\n")}\n\nExit code: that of the first program that fails, 2 for wrong words,\n130 after Ctrl-C.\n`;
}

const steps = tasks[name];
if (!steps) throw new Error(`There are no tasks called ${name}.`);
const chosen = chooseTask(steps, args);
// A program that takes arguments explains its own.
const isHelp = args.includes("--help") && (!chosen || chosen.task === steps.default);
if (isHelp) console.log(printTasks(steps));
else if (chosen) process.exitCode = await runTask(chosen.task, chosen.rest);
else {
  const [word = "nothing"] = args;
  const message = `${command} does not take ${word}.${suggestName(word, Object.keys(steps))}`;
  console.error(describeUsageError(message, `${command} --`));
  process.exitCode = 2;
}
