import { type OperationCoverage, type Report, subjectOf, untestedByReason, verdictOf } from "../report.ts";

/** A summary for a terminal: findings, what was not tested, and counts by operation. */
export function toText(report: Report): string {
  const { findings, untested, skipped, coverage, requests, duration, seed, stopped } = report;
  const lines: string[] = [];
  findings.forEach(({ operation, check, message, curl, repeats }, index) => {
    lines.push(
      `${index + 1}. ${subjectOf(operation)} · ${check}${repeats > 0 ? ` (${repeats} more like it)` : ""}`,
      `   ${message}`,
    );
    if (curl !== "") lines.push(`   ${curl}`);
    lines.push("");
  });
  if (untested.length > 0) {
    lines.push("Not tested here:");
    for (const [reason, names] of untestedByReason(report)) {
      lines.push(`  ${reason}`, ...names.map((name) => `    ${name}`));
    }
    lines.push("");
  }
  for (const { check, operation, request, reason, hidden } of skipped) {
    const what = [check, operation, request].filter((part) => part !== undefined).join(":");
    lines.push(`Skipped ${what} (${hidden} hidden): ${reason}`);
  }
  if (skipped.length > 0) lines.push("");
  lines.push(...table(coverage), "");
  if (stopped !== undefined) lines.push(`Ended early: ${stopped}`);
  const rate = Math.round(requests / Math.max(duration, 0.001));
  lines.push(`${requests} requests in ${duration.toFixed(1)} s (${rate} a second), seed ${seed}.`);
  lines.push(verdictOf(report));
  return `${lines.join("\n")}\n`;
}

function table(coverage: readonly OperationCoverage[]): string[] {
  const rows = coverage
    .filter(({ checks }) => checks.length > 0)
    .map(({ operation, statuses, checks }) => {
      const seen = statuses.filter((status) => status.documented && status.seen > 0).length;
      const documented = statuses.filter((status) => status.documented).length;
      const made = checks.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
      const failed = checks.filter((check) => check.failed > 0).map(({ check }) => check);
      const ways = documented > 0 ? `${seen}/${documented}` : "";
      return [subjectOf(operation), ways, String(made), failed.length > 0 ? failed.join(", ") : "ok"];
    });
  const all = [["operation", "statuses", "checks made", "failed"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
