import { showText } from "@packages/contract/src/show-text.ts";
import { flatten } from "../findings.ts";
import { type Report, subjectOf, untestedByReason } from "../report.ts";

/** Findings that are shown in full; the others are named. */
const mostShown = 6;
const width = 110;

/** A summary for a terminal, as long as a screen: the worst findings, what was not tested, and the verdict. */
export function toText(report: Report): string {
  const { findings, untested, skipped, requests, duration, seed, stopped, comparison, verdict } =
    report;
  const lines: string[] = [];
  for (const [index, finding] of findings.slice(0, mostShown).entries()) {
    const { check, message, cites, curl, repeats, consequences } = finding;
    const more = repeats > 0 ? ` (${repeats} more like it)` : "";
    lines.push(
      clip(`${index + 1}. ${finding.area}: ${subjectOf(finding)} · ${check}${more}`),
      clip(`   ${message}`),
    );
    lines.push(clip(`   against ${cites}`));
    const followers = [...new Set(flatten(consequences).map((one) => one.check))];
    if (followers.length > 0) lines.push(clip(`   from which follow: ${followers.join(", ")}`));
    // A command that is cut is of no use: the worst one is shown whole, the others are in the other formats.
    if (curl !== "" && index === 0) lines.push(`   ${curl}`);
  }
  const others = findings.slice(mostShown);
  const byCheck = [...Map.groupBy(others, ({ check }) => check)].map(([check, all]) => {
    const subjects = [...new Set(all.flatMap(({ operations }) => operations))];
    return `${check}${all.length > 1 ? ` (${all.length})` : ""} of ${subjectOf({ operations: subjects })}`;
  });
  if (others.length > 0) lines.push(...wrap(`and ${others.length} more: ${byCheck.join("; ")}`, 6));
  if (findings.length > 0)
    lines.push(
      "All of them, with commands that repeat the requests: --html FILE or --json FILE.",
      "",
    );
  if (untested.length > 0) {
    lines.push("Not tested here:");
    for (const [reason, names] of untestedByReason(report)) {
      lines.push(clip(`  ${reason}`), ...wrap(names.join("; "), 2, "    "));
    }
    lines.push("");
  }
  for (const { check, operation, request, reason, hidden } of skipped) {
    const what = [check, operation, request].filter((part) => part !== undefined).join(":");
    lines.push(`Skipped ${what} (${hidden} hidden): ${reason}`);
  }
  if (comparison) {
    const { added, gone, unchanged } = comparison;
    lines.push(
      `Since the earlier run: ${added.length} new, ${gone.length} gone, ${unchanged} unchanged findings.`,
    );
    lines.push(
      ...added.map((one) => clip(`  new: ${subjectOf(one)} · ${one.check}: ${one.message}`)),
    );
  }
  if (stopped !== undefined) lines.push(`Ended early: ${stopped}`);
  const rate = Math.round(requests / Math.max(duration, 0.001));
  lines.push(
    `${requests} requests in ${duration.toFixed(1)} s (${rate} a second), seed ${seed}.`,
    verdict,
  );
  return `${lines.map(showText).join("\n")}\n`;
}

const clip = (line: string): string =>
  line.length > width ? `${line.slice(0, width - 1)}…` : line;

/** A text over some lines at most. */
function wrap(text: string, most: number, indent = ""): string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + word.length + indent.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  const shown = lines.slice(0, most).map((line) => indent + line);
  return lines.length > most ? [...shown.slice(0, -1), `${shown.at(-1)} …`] : shown;
}
