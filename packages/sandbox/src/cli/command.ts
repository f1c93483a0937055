import { createInterface } from "node:readline/promises";
import { isObject } from "@packages/contract/src/check/run.ts";
import { UsageError } from "@packages/contract/src/command.ts";
import { readUrl, wholeNumber } from "@packages/contract/src/option-values.ts";
import { Command, InvalidArgumentError, Option } from "commander";
import { type InvalidField, joinFields } from "../control/invalid-input-error.ts";
import { isLoopbackHost } from "../notifications/destinations.ts";
import { defaultUrl, readAddress } from "./address.ts";
import { CommandError } from "./command-error.ts";
import { say } from "./language.ts";

export { CommandError, readUrl, UsageError, wholeNumber };

/** The mistakes in fields, in a sentence. */
export function describeInvalidFields(fields: readonly InvalidField[]): string {
  return joinFields(fields, say).replaceAll("`", "");
}

/** How the command line was called, for commands that are to be pasted. */
export function invocation(): string {
  if (import.meta.url.endsWith(".ts")) return "npm run -s sandbox --";
  return process.env.npm_command === "exec" ? "npx @pix-contract/sandbox" : "pix-sandbox";
}

/** Options of every command. */
export interface CommandOptions {
  json?: true;
}

/** `takeLanguage` reads it before the others; here it is for the help, and refuses other values. */
export const languageOption = new Option("--lang <LANG>", "language of the output").choices([
  "pt",
  "en",
]);

/** A command with `--json` and a help that ends in examples. Examples begin after the name of the program. */
export function makeCommand(
  name: string,
  summary: string,
  examples: readonly string[],
  notes?: string,
): Command {
  const lines = examples.map((example) => `  ${invocation()} ${example}`).join("\n");
  return new Command(name)
    .description(`${summary}.`)
    .option("--json", "print JSON, one document a line")
    .addOption(languageOption)
    .addHelpText("after", ({ command }) => {
      const above = notes === undefined ? "" : `${wrapSentences(notes, command)}\n\n`;
      return `\n${above}${say("Examples:")}\n${lines}`;
    });
}

/** Sentences of a command's help in the language of the command, in lines that fit the terminal. */
export function wrapSentences(sentences: string, command: Command): string {
  return command.createHelp().boxWrap(say(sentences), process.stdout.columns ?? 80);
}

/** Options of every command that calls a running sandbox. */
export interface TargetOptions extends CommandOptions {
  url?: string;
  controlToken?: string;
}

/** Adds the options for the address of the sandbox. */
export function forSandbox(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--url <URL>",
        `address of the sandbox (default: PIX_BASE_URL, else the sandbox started in this folder, else ${defaultUrl})`,
      ).argParser(takeAddress),
    )
    .addOption(
      new Option("--control-token <TOKEN>", "token of its control plane, if it has one").env(
        "PIX_SANDBOX_CONTROL_TOKEN",
      ),
    );
}

/** Adds the option that confirms a command which replaces the state of a sandbox. */
export function withYes(command: Command): Command {
  return command.option("--yes", "replace what the sandbox holds without a prompt");
}

/**
 * Prompts for a confirmation at the terminal, unless `--yes` was given.
 *
 * @throws {CommandError} if the answer is not yes, if there is no terminal, or if the sandbox is on another machine
 */
export async function confirmReplacement(url: string, yes: unknown): Promise<void> {
  if (yes) return;
  const refusal = (reason: string) => new CommandError(reason, "NOT_CONFIRMED");
  if (!isLoopbackHost(new URL(url).hostname))
    throw refusal(
      `${url} is on another machine, and others may use it: replace its state with --yes.`,
    );
  const question = say(`Replace everything that the sandbox at ${url} holds?`);
  if (!process.stdin.isTTY) throw refusal(`${question} ${say("Without a terminal, use --yes.")}`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^(y|yes|s|sim)$/i.test(answer.trim())) throw refusal("Nothing was changed.");
  } finally {
    terminal.close();
  }
}

function takeAddress(value: string): string {
  const address = readAddress(value);
  if (address !== undefined) return address;
  throw new InvalidArgumentError(`It takes a URL like ${defaultUrl}.`);
}

/** Fields and their values, by name. */
export type CommandFields = Record<string, unknown>;

/**
 * Reads `field=value`, given any number of times, into an object: `customer.name=Maria`, `amount=700`. A value that is
 * JSON is read as such, any other value is a string.
 *
 * @throws {InvalidArgumentError}
 */
export function readField(pair: string, given: CommandFields = {}): CommandFields {
  const [, path = "", value = ""] = /^([A-Za-z][\w.]*)=(.*)$/s.exec(pair) ?? [];
  if (path === "")
    throw new InvalidArgumentError("It takes a field and its value, like amount=700.");
  const fields = structuredClone(given);
  setField(fields, path, parseValue(value));
  return fields;
}

/** Sets a field by its path: `customer.name`. */
export function setField(fields: CommandFields, path: string, value: unknown): void {
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  let place = fields;
  for (const step of steps) {
    const next = isObject(place[step]) ? place[step] : {};
    place[step] = next;
    place = next;
  }
  place[last] = value;
}

function parseValue(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
