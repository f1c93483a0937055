import { Command, CommanderError } from "commander";
import { explainUsage, takeLanguage, translateHelp } from "../../../contract/src/command-line.ts";
import { version } from "../version.ts";
import { calls } from "./calls.ts";
import { CommandError, invocation, languageOption, UsageError } from "./command.ts";
import { makeCompletion } from "./completion.ts";
import { say, useLanguage } from "./language.ts";
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
export async function runCommandLine(given: readonly string[]): Promise<number> {
  const { language, words } = takeLanguage(given);
  useLanguage(language);
  const program = new Command(invocation())
    .description("The PIX service of the contract, working, on this machine.")
    .version(version, "--version")
    .addOption(languageOption)
    .configureHelp(translateHelp(say))
    .exitOverride()
    .configureOutput({ writeOut: (text) => console.log(text.trimEnd()), outputError: () => {} })
    .addHelpText(
      "after",
      () => `\n${say("Without a command the sandbox starts. The other commands call one that is running.")}`,
    );
  for (const command of commands) program.addCommand(command.copyInheritedSettings(program));
  const [first] = words;
  const isStart = first === undefined || (first.startsWith("-") && !["--help", "-h", "--version"].includes(first));
  // `help strat` is about a command that there is not, as `strat` is.
  const isUnknown = first === "help" && words.length > 1 && !commands.some((command) => command.name() === words[1]);
  try {
    await program.parseAsync(isStart ? ["start", ...words] : words.slice(isUnknown ? 1 : 0), { from: "user" });
    return 0;
  } catch (error) {
    return explain(error, words);
  }
}

function explain(error: unknown, words: readonly string[]): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const isUsage = error instanceof CommanderError || error instanceof UsageError;
  if (!isUsage && !(error instanceof CommandError)) throw error;
  const message = say(explainUsage(error.message));
  const name = commands.map((command) => command.name()).find((known) => known === words[0]);
  const see = isUsage ? say(`\nSee: ${[invocation(), name].filter(Boolean).join(" ")} --help`) : "";
  const code = isUsage ? "USAGE" : error.code;
  const text = isUsage ? `${message}${see}` : `${message}${error.example ?? ""}`;
  console.error(words.includes("--json") ? JSON.stringify({ error: { code, message } }) : text);
  return isUsage || code === "VALIDATION_ERROR" ? 2 : 1;
}
