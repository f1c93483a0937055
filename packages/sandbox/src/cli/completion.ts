import { Argument, type Command } from "commander";
import { type CommonOptions, makeCommand } from "./command.ts";
import { makeOutput } from "./output.ts";

/** The command that completes the others. */
export function makeCompletion(commands: readonly Command[]): Command {
  return makeCommand("completion", "Print a script that completes commands in a shell", [
    "completion bash >> ~/.bashrc",
    "completion zsh >> ~/.zshrc",
    "completion fish > ~/.config/fish/completions/pix-sandbox.fish",
  ])
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .action((shell: "bash" | "zsh" | "fish", options: CommonOptions) => {
      const names = commands.map((command) => command.name()).join(" ");
      const words = commands.map((command) => {
        const flags = command.createHelp().visibleOptions(command);
        const known = [...(command.registeredArguments[0]?.argChoices ?? []), ...flags.map(({ long }) => long)];
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
      const script = { bash, fish, zsh: `autoload -U +X bashcompinit && bashcompinit\n${bash}` }[shell];
      makeOutput(options).result({ shell, script }, () => script);
    });
}
