import { CommandError, UsageError } from "./command.ts";
import { type CommandName, commandNames, loadCommand } from "./commands.ts";
import { invocation } from "./invocation.ts";
import { suggest } from "./nearest.ts";
import { makeOutput } from "./output.ts";
import { commandHelp, generalHelp } from "./print-help.ts";
import { readArguments } from "./read-arguments.ts";

/**
 * Runs the command that the words name, `start` where they name none.
 *
 * @returns the exit code: 0, 1 where it could not be done, 2 where the words are wrong
 */
export async function runCommandLine(words: string[]): Promise<number> {
  const [first = "start", ...rest] = words;
  if (first === "--help" || first === "-h" || first === "help") return showHelp(rest[0]);
  if (first === "--version") return showVersion();
  // Flags alone are those of `start`.
  const [name, parameters] = first.startsWith("-") ? ["start", words] : [first, rest];
  const json = parameters.includes("--json");
  try {
    return await runCommand(readName(name), parameters);
  } catch (error) {
    return explain(
      error,
      json,
      commandNames.find((known) => known === name),
    );
  }
}

async function runCommand(name: CommandName, parameters: string[]): Promise<number> {
  const command = await loadCommand(name);
  const { values, words } = readArguments(command, parameters);
  if (values.help) {
    console.log(commandHelp(command));
    return 0;
  }
  return command.run({ values, words, output: makeOutput(values.json) });
}

/** @throws {UsageError} */
function readName(name: string): CommandName {
  const found = commandNames.find((known) => known === name);
  if (found === undefined) {
    throw new UsageError(`There is no command ${name}.${suggest(name, commandNames)}`);
  }
  return found;
}

async function showHelp(name: string | undefined): Promise<number> {
  if (name !== undefined && !name.startsWith("-")) return runCommandLine([name, "--help"]);
  console.log(generalHelp(await Promise.all(commandNames.map(loadCommand))));
  return 0;
}

async function showVersion(): Promise<number> {
  const { version } = await import("../version.ts");
  console.log(version);
  return 0;
}

function explain(error: unknown, json: boolean, name: CommandName | undefined): number {
  const isUsage = error instanceof UsageError;
  if (!isUsage && !(error instanceof CommandError)) throw error;
  if (json) {
    const code = isUsage ? "USAGE" : error.code;
    console.error(JSON.stringify({ error: { code, message: error.message } }));
  } else {
    console.error(
      isUsage ? `${error.message}\nSee: ${[invocation(), name].filter(Boolean).join(" ")} --help` : error.message,
    );
  }
  return isUsage ? 2 : 1;
}
