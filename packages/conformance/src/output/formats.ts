import { showLines } from "@packages/contract/src/show-text.ts";
import type { Report } from "../report.ts";
import { toHtml } from "./html.ts";
import { toBadge, toJunit } from "./markup.ts";
import { toText } from "./text.ts";

export const formats = ["text", "json", "junit", "html", "badge"] as const;

/** Ways to write a report. */
export type Format = (typeof formats)[number];

const writers: Readonly<Record<Format, (report: Report) => string>> = {
  text: toText,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: toJunit,
  html: toHtml,
  badge: toBadge,
};

export function writeReport(report: Report, format: Format): string {
  return showLines(writers[format](report));
}
