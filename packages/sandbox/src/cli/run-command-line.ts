import { Command, CommanderError } from "commander";
import { version } from "../version.ts";
import { calls } from "./calls.ts";
import { CommandError, invocation, UsageError } from "./command.ts";
import { makeCompletion } from "./completion.ts";
import { listen } from "./listen.ts";
import { start } from "./start-options.ts";

const others = [start, ...calls, listen];

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [...others, makeCompletion(others)];

/**
 * Runs the command that the words name; options alone are those of `start`.
 *
 * @returns the exit code: 0, 1 if the command failed, 2 if the words are wrong
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const program = new Command(invocation())
    .description("The PIX payment service of the contract, working, on this machine.")
    .version(version, "--version")
    .exitOverride()
    .configureOutput({ writeOut: (text) => console.log(text.trimEnd()), outputError: () => {} })
    .addHelpText("after", "\nWithout a command the sandbox starts. The other commands call one that is running.");
  for (const command of commands) program.addCommand(command.copyInheritedSettings(program));
  const [first] = words;
  const isStart = first === undefined || (first.startsWith("-") && !["--help", "-h", "--version"].includes(first));
  try {
    await program.parseAsync(isStart ? ["start", ...words] : words, { from: "user" });
    return 0;
  } catch (error) {
    return explain(error, words);
  }
}

/** Messages of the library that reads the words, and the same without its own terms. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [/^error: /, ""],
  [/^option '(-\S+).*?' argument '(.*)' is invalid\. /s, "$1 cannot be '$2'. "],
  [/^option '(-\S+).*?' value '(.*)' from env '(\w+)' is invalid\. /s, "$3 cannot be '$2'. "],
  [/^command-argument value '(.*)' is invalid for argument '(.*)'\. /s, "$2 cannot be '$1'. "],
  [/^option '(-\S+).*?' cannot be used with option '(-\S+).*?'$/, "$1 cannot be used with $2."],
  [/^missing required argument '(.*)'$/, "$1 is missing."],
  [/^required option '(.*)' not specified$/, "$1 is missing."],
  [/^too many arguments for '(.*)'\. Expected.*$/, "$1 takes fewer words."],
  [/Allowed choices are /, "It can be "],
];

function explain(error: unknown, words: readonly string[]): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const isUsage = error instanceof CommanderError || error instanceof UsageError;
  if (!isUsage && !(error instanceof CommandError)) throw error;
  const message = plainer.reduce((text, [pattern, plain]) => text.replace(pattern, plain), error.message);
  const name = commands.map((command) => command.name()).find((known) => known === words[0]);
  const see = isUsage ? `\nSee: ${[invocation(), name].filter(Boolean).join(" ")} --help` : "";
  const code = isUsage ? "USAGE" : error.code;
  console.error(words.includes("--json") ? JSON.stringify({ error: { code, message } }) : `${message}${see}`);
  return isUsage ? 2 : 1;
}
