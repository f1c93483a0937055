// A draft for the change log: what changed for whom, in the words of the review.
import type { Change, Severity } from "../change.ts";
import type { Report } from "./report.ts";

const headings: [Severity, string][] = [
  ["breaking", "Breaking"],
  ["risky", "Look at"],
  ["safe", "Changed"],
];

export function printChangelog(report: Report): string {
  const { head, release, changes } = report;
  const blocks = headings.flatMap(([severity, heading]) => {
    const own = changes.filter((change) => change.severity === severity);
    return own.length === 0 ? [] : [`### ${heading}`, own.map(line).join("\n")];
  });
  if (blocks.length === 0) blocks.push("Its meaning has not changed.");
  return `${[`## Unreleased (interface ${head.version}, ${release})`, ...blocks].join("\n\n")}\n`;
}

function line({ message, affects, instead, severity }: Change): string {
  const remedy = severity === "safe" || instead === undefined ? "" : ` ${instead}`;
  return `- **${affects.join(", ")}**: ${message.replaceAll("\n", " ")}${remedy}`;
}
