import { stripVTControlCharacters, styleText } from "node:util";
import { showText } from "@packages/contract/src/show-text.ts";
import { formatMoney } from "../console/page/parts/money.ts";
import { type Tone, tones } from "../console/page/parts/tones.ts";
import { formatLength } from "../console/page/parts/when.ts";
import type { ControlOperation } from "../control-client.ts";
import type { CommandOptions } from "./command.ts";
import { commandLanguage, say } from "./language.ts";

type Style = Parameters<typeof styleText>[0];

/** Where a command prints. */
export interface CommandOutput {
  /** Whether it is to be read by a program. */
  readonly json: boolean;
  /** Prints a result: as a line of JSON, or for people. */
  result(value: unknown, text: () => string): void;
  /** Styles a string; plain if the output is not a terminal or NO_COLOR is set. */
  style(style: Style, text: string): string;
  /** Prints a remark beside the result, on the error output. */
  remark(text: string): void;
  /** Prints the address of the sandbox that is about to be changed, on the error output. */
  announce(url: string): void;
}

export function makeOutput({ json }: CommandOptions): CommandOutput {
  return {
    json: json === true,
    result: (value, text) => console.log(json ? showText(JSON.stringify(value)) : text()),
    style: (style, text) => styleText(style, text, { stream: process.stdout }),
    remark: (text) => console.error(showText(json ? JSON.stringify({ remark: text }) : say(text))),
    announce: (url) => console.error(json ? JSON.stringify({ sandbox: url }) : `Sandbox: ${url}`),
  };
}

const styles: Record<Tone, Style> = {
  good: "green",
  waiting: "yellow",
  bad: "red",
  neutral: "magenta",
};

type Units = ControlOperation["units"];

/** A value as people read it: `R$ 49,90`, `2 hours`, a status in its colour. */
function showValue(value: unknown, path: string, units: Units, { style }: CommandOutput): string {
  const text = showText(String(value));
  if (units[path] === "length") return formatLength(Number(value), commandLanguage);
  // A space that terminals, and people who copy from them, take for a space.
  if (units[path] === "money") return formatMoney(Number(value)).replace("\u00a0", " ");
  return path.endsWith("status") ? style(styles[tones[text] ?? "neutral"], text) : text;
}

/** Characters of the longest value that is shown: an image is longer. */
const maxShownText = 1_000;

/** The fields of an object, one a line. */
export function showObject(object: unknown, units: Units, output: CommandOutput): string {
  const collect = (value: unknown, path: string): [string, string][] => {
    if (value === null || value === undefined || value === "") return [];
    if (typeof value === "string" && value.length > maxShownText) return [];
    if (Array.isArray(value))
      return value.map((item) => [path, showLine(item, units, output, `${path}.`)]);
    if (typeof value !== "object") return [[path, showValue(value, path, units, output)]];
    return Object.entries(value).flatMap(([name, inner]) =>
      collect(inner, path ? `${path}.${name}` : name),
    );
  };
  return showFields(output, collect(object, ""));
}

/** The fields of an object in a line of a list, with the widths of their columns. */
const columns: readonly (readonly [path: string, width?: number])[] = [
  ["createdAt"],
  ["at"],
  ["id"],
  ["number"],
  ["event", 20],
  ["method"],
  ["path"],
  ["operation"],
  ["kind"],
  ["objectId"],
  ["status", 10],
  ["attemptCount"],
  ["amount", 14],
  ["balance"],
  ["pixKey"],
  ["customer.name"],
  ["name"],
  ["url"],
  ["errorCode"],
  ["error"],
];

/** An object of a list in a line. @param prefix path of its fields in the response, for their units */
export function showLine(object: object, units: Units, output: CommandOutput, prefix = ""): string {
  const read = (path: string): unknown =>
    path.split(".").reduce((value, name) => (value as never)?.[name], object);
  const shown = columns.flatMap(([path, width = 0]) => {
    const value = read(path);
    if (value === null || value === undefined || value === "") return [];
    const cell = showValue(value, prefix + path, units, output);
    return [cell + " ".repeat(Math.max(0, width - stripVTControlCharacters(cell).length))];
  });
  return joinCells(shown);
}

/** Cells in a line. Those that the terminal has no room for follow in further ones, indented. */
function joinCells([first = "", ...others]: readonly string[]): string {
  const room = process.stdout.columns ?? Number.POSITIVE_INFINITY;
  return others
    .reduce((lines, cell) => {
      const line = lines.slice(lines.lastIndexOf("\n") + 1);
      const isRoom = stripVTControlCharacters(`${line}  ${cell}`).trimEnd().length <= room;
      return `${lines}${isRoom ? "  " : "\n    "}${cell}`;
    }, first)
    .replaceAll(/ +$/gm, "");
}

/** Names and values, one a line. */
export function showFields(
  { style }: CommandOutput,
  fields: readonly (readonly [name: string, value: string])[],
): string {
  const shown = fields.map(([name, value]) => [showText(name), value] as const);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `  ${style("dim", name.padEnd(width))}  ${value}`).join("\n");
}
