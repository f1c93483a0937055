import { showLines } from "@packages/contract/src/show-text.ts";
import type { Report } from "../report.ts";
import { toHtml } from "./html.ts";
import { toBadge, toJunit } from "./markup.ts";
import { toText } from "./text.ts";

export const outputFormats = ["text", "json", "junit", "html", "badge"] as const;

/** Ways to write a report. */
export type OutputFormat = (typeof outputFormats)[number];

const writers: Readonly<Record<OutputFormat, (report: Report) => string>> = {
  text: toText,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: toJunit,
  html: toHtml,
  badge: toBadge,
};

export function printReport(report: Report, format: OutputFormat): string {
  return showLines(writers[format](report));
}
