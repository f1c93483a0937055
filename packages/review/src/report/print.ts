import { printAnnotations } from "./annotations.ts";
import { printChangelog } from "./changelog.ts";
import { printHtml } from "./html.ts";
import { printMarkdown } from "./markdown.ts";
import type { Report } from "./report.ts";

const printers = {
  md: (report: Report) => printMarkdown(report),
  /** Everything, for programs. */
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  html: (report: Report) => printHtml(report),
  /** For the lines of a pull request on GitHub. */
  annotations: (report: Report) => printAnnotations(report),
  changelog: (report: Report) => printChangelog(report),
};

export type Format = keyof typeof printers;

export const printFormats = Object.keys(printers) as Format[];

export function isFormat(word: string): word is Format {
  return Object.hasOwn(printers, word);
}

export function print(report: Report, format: Format): string {
  return printers[format](report);
}

/** The exit code that a report asks for: 1 for a breaking change without a new major version. */
export function outcome({ verdict, majorMoved }: Report): number {
  return verdict === "breaking" && !majorMoved ? 1 : 0;
}
