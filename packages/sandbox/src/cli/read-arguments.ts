import { parseArgs } from "node:util";
import { type Command, type Options, UsageError, type Values } from "./command.ts";
import { suggest } from "./nearest.ts";

/** What every command understands. */
export const commonOptions = {
  json: { type: "boolean", help: "print JSON, a document a line" },
  help: { type: "boolean", help: "show this" },
} as const satisfies Options;

/**
 * Reads what follows the name of a command.
 *
 * @throws {UsageError} that says which word is wrong and what may have been meant
 */
export function readArguments<Given extends Options>(
  { options, words }: Command<Given>,
  parameters: string[],
): { values: Values<Given & typeof commonOptions>; words: string[] } {
  const known: Options = { ...options, ...commonOptions };
  const { values, positionals } = parse(known, parameters);
  const most = words.length;
  if (positionals.length > most) {
    throw new UsageError(`There is nothing for '${positionals[most]}' here.`);
  }
  const needed = words.filter((word) => word.startsWith("<"));
  const missing = needed[positionals.length];
  if (missing !== undefined && values.help !== true) throw new UsageError(`${missing} is missing.`);
  const switches = Object.entries(known).map(([name, { type, multiple }]) => [
    name,
    type === "boolean" ? values[name] === true : multiple ? (values[name] ?? []) : values[name],
  ]);
  return { values: Object.fromEntries(switches), words: positionals };
}

function parse(known: Options, parameters: string[]) {
  try {
    const options = Object.fromEntries(
      Object.entries(known).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
    );
    return parseArgs({ args: parameters, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [, flag] = /^Option '(-[^ ']*)[^']*' argument is ambiguous/.exec(error.message) ?? [];
    if (flag !== undefined)
      throw new UsageError(`What follows ${flag} begins with a dash: write ${flag}=… if it is meant.`);
    const unknown = /^Unknown option '(-[^']*)'/.exec(error.message)?.[1];
    if (unknown === undefined) throw new UsageError(`${error.message.split("\n")[0]?.replace(/\.?$/, ".")}`);
    const flags = Object.keys(known).map((name) => `--${name}`);
    throw new UsageError(`There is no option ${unknown}.${suggest(unknown, flags)}`);
  }
}

/**
 * A whole number from a flag or a word.
 *
 * @throws {UsageError}
 */
export function readNumber(name: string, text: string, lowest: number, highest: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < lowest || number > highest) {
    throw new UsageError(`${name} takes a whole number from ${lowest} to ${highest}, not '${text}'.`);
  }
  return number;
}

/**
 * An http: or https: URL from a flag, without a slash at its end.
 *
 * @throws {UsageError}
 */
export function readUrl(name: string, text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${name} takes a URL like http://127.0.0.1:4020, not '${text}'.`);
  }
  return text.replace(/\/+$/, "");
}

/**
 * One of several words.
 *
 * @throws {UsageError}
 */
export function readChoice<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) {
    throw new UsageError(`${name} takes ${choices.join(", ")}, not '${text}'.${suggest(text, choices)}`);
  }
  return found;
}

/**
 * `field=value` pairs from a flag that is given several times, as an object: `customer.name=Maria`, `amount=700`. A
 * value that is JSON is what it says, any other is a text.
 *
 * @throws {UsageError}
 */
export function readFields(name: string, pairs: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const pair of pairs) {
    const [, path = "", text = ""] = /^([A-Za-z][\w.]*)=(.*)$/s.exec(pair) ?? [];
    if (path === "") throw new UsageError(`${name} takes a field and its value, like amount=700, not '${pair}'.`);
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    let place = fields;
    for (const step of steps) {
      if (!isFields(place[step])) place[step] = {};
      place = place[step] as Record<string, unknown>;
    }
    place[last] = readValue(text);
  }
  return fields;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
