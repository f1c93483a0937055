import { showLines } from "@packages/contract/src/show-text.ts";
import { printAnnotations } from "./annotations.ts";
import { printChangelog } from "./changelog.ts";
import { printHtml } from "./html.ts";
import { printMarkdown } from "./markdown.ts";
import type { Report } from "./report.ts";
import { printSarif } from "./sarif.ts";
import { printText } from "./text.ts";

/** A form of the report. Every one shows each change with its sentence, place and fingerprint. */
interface ReportFormat {
  print(report: Report): string;
  /** The parts that it shows besides: code that no longer compiles, and decisions that are over. */
  shows: readonly ("consumers" | "decisions")[];
}

const everything = ["consumers", "decisions"] as const;

export const reportFormats = {
  md: { print: printMarkdown, shows: everything },
  /** For the terminal. */
  text: { print: printText, shows: everything },
  /** For programs. */
  json: { print: (report) => `${JSON.stringify(report, null, 2)}\n`, shows: everything },
  html: { print: printHtml, shows: everything },
  /** For the lines of a pull request on GitHub. */
  annotations: { print: printAnnotations, shows: ["decisions"] },
  changelog: { print: printChangelog, shows: [] },
  sarif: { print: printSarif, shows: [] },
} satisfies Record<string, ReportFormat>;

export type Format = keyof typeof reportFormats;

export const printFormats = Object.keys(reportFormats) as Format[];

export function isFormat(word: string): word is Format {
  return Object.hasOwn(reportFormats, word);
}

/** The format without `--format`: a page for the terminal, or Markdown for a file or another program. */
export function defaultFormat(isTerminal: boolean): Format {
  return isTerminal ? "text" : "md";
}

export function print(report: Report, format: Format): string {
  return showLines(reportFormats[format].print(report));
}

/** The exit code of a report: 1 for a breaking change whose version step is missing, and for a spec with errors. */
export function outcome({ verdict, mayBreak, flaws }: Report): number {
  const isRefused = verdict === "breaking" && !mayBreak;
  return isRefused || flaws.length > 0 ? 1 : 0;
}
