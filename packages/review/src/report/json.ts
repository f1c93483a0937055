import type { Report } from "./report.ts";

/** The report for programs: everything, as it is. */
export function printJson(report: Report): string {
  const { verdict, release, names, base, head, majorMoved, changes, ...rest } = report;
  return `${JSON.stringify({ verdict, release, majorMoved, base: { name: names.base, ...base }, head: { name: names.head, ...head }, changes, ...rest }, null, 2)}\n`;
}
