import {
  describeUsageError,
  explainUsage,
  suggestName,
  takeLanguage,
  translateHelp,
} from "@packages/contract/src/command-line.ts";
import { showText } from "@packages/contract/src/show-text.ts";
import { Argument, Command, CommanderError } from "commander";
import { version } from "../version.ts";
import { operationCommands } from "./calls.ts";
import {
  CommandError,
  type CommandOptions,
  invocation,
  languageOption,
  makeCommand,
  UsageError,
  wrapSentences,
} from "./command.ts";
import { say, useLanguage } from "./language.ts";
import { listen } from "./listen.ts";
import { makeOutput } from "./output.ts";
import { restoreCommand, snapshotCommand } from "./snapshot.ts";
import { start } from "./start-options.ts";

const others = [start, ...operationCommands, snapshotCommand, restoreCommand, listen];

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [...others, makeCompletion(others)];

/**
 * Runs the command that the words name; options alone are those of `start`.
 *
 * @returns the exit code: 0, 1 if it failed, 2 if the words are wrong
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
    // `reportFailure` finds the nearest name, as every command of the project does.
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: (text) => console.log(text.trimEnd()), outputError: () => {} })
    .addHelpText(
      "after",
      ({ command }) =>
        `\n${wrapSentences("Without a command the sandbox starts. The other commands call one that runs.", command)}`,
    )
    .addHelpText(
      "afterAll",
      ({ command }) =>
        `\n${wrapSentences("Exit code: 0 after Ctrl-C or success, 1 if it failed, 2 for wrong arguments.", command)}`,
    );
  for (const command of commands) program.addCommand(command.copyInheritedSettings(program));
  const [first] = words;
  const isStart =
    first === undefined ||
    (first.startsWith("-") && !["--help", "-h", "--version"].includes(first));
  // `help strat` is about a command that there is not, as `strat` is.
  const isUnknown =
    first === "help" &&
    words.length > 1 &&
    !commands.some((command) => command.name() === words[1]);
  try {
    await program.parseAsync(isStart ? ["start", ...words] : words.slice(isUnknown ? 1 : 0), {
      from: "user",
    });
    return 0;
  } catch (error) {
    return reportFailure(error, words);
  }
}

function reportFailure(error: unknown, words: readonly string[]): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const isUsage = error instanceof CommanderError || error instanceof UsageError;
  if (!isUsage && !(error instanceof CommandError)) throw error;
  // It holds words of the command, and answers of the sandbox or of another server.
  const command = commands.find((known) => known.name() === words[0]);
  const invoked = [invocation(), command?.name()].filter(Boolean).join(" ");
  const code = isUsage ? "USAGE" : error.code;
  const mistake = isUsage ? withNearestName(error.message, command ?? start) : error.message;
  const message = say(showText(isUsage ? explainUsage(mistake) : mistake));
  const text = isUsage
    ? describeUsageError(mistake, invoked, say)
    : `${message}${error.example ?? ""}`;
  const json = showText(JSON.stringify({ error: { code, message } }));
  console.error(words.includes("--json") ? json : text);
  return isUsage || code === "VALIDATION_ERROR" ? 2 : 1;
}

/** A message about an unknown command, or an unknown option of a command, with the nearest known one on a second line. */
function withNearestName(message: string, command: Command): string {
  const [, kind, word = ""] = /unknown (command|option) '(.*)'/.exec(message) ?? [];
  if (kind === undefined) return message;
  const flags = command.createHelp().visibleOptions(command);
  const names =
    kind === "command"
      ? commands.map((known) => known.name())
      : flags.flatMap(({ long }) => long ?? []);
  return message + suggestName(word, names).replace(" ", "\n");
}

/** The command that completes the others. */
function makeCompletion(commands: readonly Command[]): Command {
  return makeCommand("completion", "Print a script that completes commands in a shell", [
    "completion bash >> ~/.bashrc",
    "completion zsh >> ~/.zshrc",
    "completion fish > ~/.config/fish/completions/pix-sandbox.fish",
  ])
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .action((shell: "bash" | "zsh" | "fish", options: CommandOptions) => {
      const names = commands.map((command) => command.name()).join(" ");
      const words = commands.map((command) => {
        const flags = command.createHelp().visibleOptions(command);
        const known = [
          ...(command.registeredArguments[0]?.argChoices ?? []),
          ...flags.map(({ long }) => long),
        ];
        return { name: command.name(), known: known.join(" ") };
      });
      const bash = `_pix_sandbox() {
  local words="${names}"
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${words.map(({ name, known }) => `    ${name}) words="${known}" ;;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _pix_sandbox pix-sandbox`;
      const seen = "__fish_seen_subcommand_from";
      const fish = `complete -c pix-sandbox -n "not ${seen} ${names}" -a "${names}"
${words.map(({ name, known }) => `complete -c pix-sandbox -n "${seen} ${name}" -a "${known}"`).join("\n")}`;
      const script = { bash, fish, zsh: `autoload -U +X bashcompinit && bashcompinit\n${bash}` }[
        shell
      ];
      makeOutput(options).result({ shell, script }, () => script);
    });
}
