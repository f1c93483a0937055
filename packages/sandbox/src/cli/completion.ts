import { type Command, defineCommand } from "./command.ts";
import { commonOptions, readChoice } from "./read-arguments.ts";

const shells = ["bash", "zsh"] as const;

/** The command that completes the others. */
export const makeCompletion = (commands: readonly Command[]): Command =>
  defineCommand({
    name: "completion",
    summary: "Print a script that completes commands and options in a shell",
    words: ["<bash|zsh>"],
    options: {},
    examples: ["completion bash >> ~/.bashrc", "completion zsh >> ~/.zshrc"],
    run: async ({ words: [word = ""], output }) => {
      const shell = readChoice("completion", word, shells);
      const cases = commands.map(({ name, options }) => {
        const flags = Object.keys({ ...options, ...commonOptions }).map((flag) => `--${flag}`);
        return `    ${name}) words="${flags.join(" ")}" ;;`;
      });
      const script = `${shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : ""}_pix_sandbox() {
  local words="${commands.map(({ name }) => name).join(" ")}"
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _pix_sandbox pix-sandbox`;
      output.result({ shell, script }, () => script);
      return 0;
    },
  });
