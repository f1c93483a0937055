import { showText } from "@packages/contract/src/show-text.ts";
import { countRequests, type Finding, flatten, listOperations } from "../findings.ts";
import {
  countCauses,
  describeOperations,
  describeSubject,
  describeUnreliable,
  listPlaces,
  type Report,
  splitByBasis,
  untestedByReason,
} from "../report.ts";

/** Findings that are shown in full; the others are named. */
const maxShown = 10;
const lineWidth = 110;

/** A summary for a terminal, as long as a screen: the worst findings, the untested parts, and the verdict. */
export function toText(report: Report): string {
  const { findings, untested, skipped, requests, duration, seed, stopped, comparison, verdict } =
    report;
  const lines: string[] = [];
  const unreliable = describeUnreliable(report);
  if (unreliable !== undefined) lines.push(...wrap(unreliable, 3), "");
  const { documented, assumed } = splitByBasis(findings);
  if (documented.length > 1) lines.push("Fix these first:");
  for (const [index, finding] of documented.slice(0, maxShown).entries())
    lines.push(...writeFinding(finding, index));
  const others = documented.slice(maxShown);
  const byCheck = [...Map.groupBy(others, ({ check }) => check)].map(([check, all]) => {
    const subjects = [...new Set(all.flatMap(listOperations))];
    return `${check}${all.length > 1 ? ` (${all.length})` : ""} of ${describeOperations(subjects)}`;
  });
  if (others.length > 0) lines.push(...wrap(`and ${others.length} more: ${byCheck.join("; ")}`, 6));
  lines.push(...writeAssumed(assumed));
  if (findings.length > 0)
    lines.push(
      "All of them, with commands that repeat the requests: --html FILE or --json FILE.",
      "",
    );
  if (untested.length > 0) {
    lines.push("Not tested here:");
    for (const [reason, names] of untestedByReason(report))
      lines.push(...wrap(`${names.join("; ")}: ${reason}`, 2, "  "));
    lines.push("");
  }
  for (const { check, operation, request, reason, hidden } of skipped) {
    const what = [check, operation, request].filter((part) => part !== undefined).join(":");
    lines.push(`Skipped ${what} (${hidden} hidden): ${reason}`);
  }
  if (comparison) {
    const { added, gone, unchanged } = comparison;
    lines.push(
      `Since the earlier run: ${countCauses(added)} new, ${countCauses(gone)} gone, ${unchanged} unchanged causes.`,
    );
    for (const { check, causes } of added)
      for (const { operation, message } of causes)
        lines.push(clip(`  new: ${describeOperations([operation])} · ${check}: ${message}`));
  }
  if (stopped !== undefined) lines.push(`Ended early: ${stopped}`);
  const rate = Math.round(requests / Math.max(duration, 0.001));
  lines.push(
    `${requests} requests in ${duration.toFixed(1)} s (${rate} a second), seed ${seed}.`,
    verdict,
  );
  return `${lines.map(showText).join("\n")}\n`;
}

/** Findings about what the contract assumes, a line each: those of most requests first. */
function writeAssumed(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const sorted = [...findings].sort((one, other) => countRequests(other) - countRequests(one));
  const lines = sorted.slice(0, maxShown).map((finding) => {
    const requests = countRequests(finding);
    const more = `${requests} request${requests === 1 ? "" : "s"}`;
    return clip(`  ${finding.check}, ${more}: ${finding.message} (${describeSubject(finding)})`);
  });
  const left = sorted.length - lines.length;
  return [
    "Assumed here, not stated in the provider's document (--strict counts these, too):",
    ...lines,
    ...(left > 0 ? [`  and ${left} more`] : []),
    "",
  ];
}

/** A finding in a few lines: the mistake, the contract's sentence, and a command that repeats the request. */
function writeFinding(finding: Finding, index: number): string[] {
  const { check, area, message, cites, sentence, causes, consequences } = finding;
  const requests = countRequests(finding);
  const more = requests > 1 ? ` (${requests} requests)` : "";
  const operations = listOperations(finding);
  // The heading has named those already.
  const others = listPlaces(causes.slice(1)).filter(
    (place) => !operations.slice(0, maxNamed).includes(place),
  );
  const curl = causes[0]?.curl ?? "";
  const followers = [...new Set(flatten(consequences).map((one) => one.check))];
  const [says = cites] = sentence === "" ? [] : sentence.split(/(?<=\.)\s|\n\n/);
  const following = followers.length > 0 ? ` → ${followers.join(", ")}` : "";
  return [
    clip(`${index + 1}. ${area}: ${nameSome(operations)} · ${check}${more}${following}`),
    clip(`   ${message}`),
    ...(others.length > 0 ? wrap(`also: ${others.join("; ")}`, 3, "   ") : []),
    ...wrap(`contract: ${says}`, 3, "   "),
    // A command that is cut cannot be pasted.
    ...(curl === "" ? [] : [`   ${curl}`]),
  ];
}

/** Operations named in a heading: the lines below it list the others. */
const maxNamed = 3;

function nameSome(operations: readonly string[]): string {
  const left = operations.length - maxNamed;
  return describeOperations(operations.slice(0, maxNamed)) + (left > 0 ? ` and ${left} more` : "");
}

const clip = (line: string) =>
  line.length > lineWidth ? `${line.slice(0, lineWidth - 1)}…` : line;

/** A paragraph of at most some lines. */
function wrap(text: string, maxLines: number, indent = ""): string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + word.length + indent.length >= lineWidth) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  const shown = lines.slice(0, maxLines).map((line) => indent + line);
  return lines.length > maxLines ? [...shown.slice(0, -1), `${shown.at(-1)} …`] : shown;
}
