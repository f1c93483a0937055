import type { Command, Options } from "./command.ts";
import { invocation } from "./invocation.ts";
import { commonOptions } from "./read-arguments.ts";

/** Help of a command. */
export function commandHelp({ name, summary, words, options, notes, examples = [] }: Command): string {
  const usage = [invocation(), name, ...words, "[options]"].join(" ");
  const parts = [`Usage: ${usage}`, `${summary}.`, optionLines({ ...options, ...commonOptions })];
  if (notes !== undefined) parts.push(notes);
  if (examples.length > 0) {
    parts.push(["Examples:", ...examples.map((example) => `  ${invocation()} ${example}`)].join("\n"));
  }
  return `${parts.join("\n\n")}\n`;
}

/** Help of the whole. */
export function generalHelp(commands: readonly Pick<Command, "name" | "summary" | "words">[]): string {
  const lines = commands.map(({ name, words, summary }) => [[name, ...words].join(" "), summary] as const);
  return `Usage: ${invocation()} [command] [options]

The PIX payment service of the contract, working, on this machine.

${columns(lines)}

Without a command the sandbox starts. The other commands talk to one that runs:
at --url, at PIX_SANDBOX_URL, or at http://127.0.0.1:4020.

${invocation()} <command> --help shows the options of a command.
`;
}

function optionLines(options: Options): string {
  return columns(
    Object.entries(options).map(([name, { value, help }]) => [
      value === undefined ? `--${name}` : `--${name} ${value}`,
      help,
    ]),
  );
}

function columns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join("\n");
}
