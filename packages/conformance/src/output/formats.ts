import type { Report } from "../report.ts";
import { toHtml } from "./html.ts";
import { toJson } from "./json.ts";
import { toJunit } from "./junit.ts";
import { toText } from "./text.ts";

export const formats = ["text", "json", "junit", "html"] as const;

/** Ways to write a report. */
export type Format = (typeof formats)[number];

const writers: Readonly<Record<Format, (report: Report) => string>> = {
  text: toText,
  json: toJson,
  junit: toJunit,
  html: toHtml,
};

export function writeReport(report: Report, format: Format): string {
  return writers[format](report);
}
