import { showLines } from "@packages/contract/src/show-text.ts";
import { printAnnotations } from "./annotations.ts";
import { printChangelog } from "./changelog.ts";
import { printHtml } from "./html.ts";
import { printMarkdown } from "./markdown.ts";
import type { Report } from "./report.ts";
import { printSarif } from "./sarif.ts";
import { printText } from "./text.ts";

const printers = {
  md: printMarkdown,
  /** For the terminal. */
  text: printText,
  /** Everything, for programs. */
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  html: printHtml,
  /** For the lines of a pull request on GitHub. */
  annotations: printAnnotations,
  changelog: printChangelog,
  sarif: printSarif,
};

export type Format = keyof typeof printers;

export const printFormats = Object.keys(printers) as Format[];

export function isFormat(word: string): word is Format {
  return Object.hasOwn(printers, word);
}

/** The format without `--format`: a page for the terminal, or Markdown for a file or another program. */
export function defaultFormat(isTerminal: boolean): Format {
  return isTerminal ? "text" : "md";
}

export function print(report: Report, format: Format): string {
  return showLines(printers[format](report));
}

/** The exit code of a report: 1 for a breaking change whose version step is missing, and for a spec with errors. */
export function outcome({ verdict, mayBreak, flaws }: Report): number {
  const isRefused = verdict === "breaking" && !mayBreak;
  return isRefused || flaws.length > 0 ? 1 : 0;
}
