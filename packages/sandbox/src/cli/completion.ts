import { Argument, type Command } from "commander";
import { type CommonOptions, makeCommand } from "./command.ts";
import { makeOutput } from "./output.ts";

/** The command that completes the others. */
export function makeCompletion(commands: readonly Command[]): Command {
  return makeCommand("completion", "Print a script that completes commands in a shell", [
    "completion bash >> ~/.bashrc",
    "completion zsh >> ~/.zshrc",
  ])
    .addArgument(new Argument("<shell>").choices(["bash", "zsh"]))
    .action((shell: string, options: CommonOptions) => {
      const cases = commands.map((command) => {
        const flags = command.createHelp().visibleOptions(command);
        const words = [...(command.registeredArguments[0]?.argChoices ?? []), ...flags.map(({ long }) => long)];
        return `    ${command.name()}) words="${words.join(" ")}" ;;`;
      });
      const script = `${shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : ""}_pix_sandbox() {
  local words="${commands.map((command) => command.name()).join(" ")}"
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _pix_sandbox pix-sandbox`;
      makeOutput(options).result({ shell, script }, () => script);
    });
}
