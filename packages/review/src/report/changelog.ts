// A draft for the change log: the changes and whom they affect, in the words of the review.
import type { Severity } from "../change.ts";
import { listChanges, type Report, type ReportedChange, severities } from "./report.ts";

const headings: Record<Severity, string> = {
  breaking: "Breaking",
  risky: "Look at",
  safe: "Changed",
};

export function printChangelog(report: Report): string {
  const { head, release } = report;
  const changes = listChanges(report);
  const blocks = severities.flatMap((severity) => {
    const own = changes.filter(({ change }) => change.severity === severity);
    return own.length === 0
      ? []
      : [`### ${headings[severity]}`, own.map(changelogEntry).join("\n")];
  });
  if (blocks.length === 0) blocks.push("Its meaning has not changed.");
  return `${[`## Unreleased (interface ${head.version}, ${release})`, ...blocks].join("\n\n")}\n`;
}

function changelogEntry({ change, affects, remedy, place }: ReportedChange): string {
  const { severity, fingerprint, message, follows = [] } = change;
  const said = severity === "safe" ? message : `${message} ${remedy}`;
  const lines = [
    `- **${affects}**: ${said.trim()} (\`${place}\`, ${fingerprint})`,
    ...follows.map((one) => `  - ${one.message}`),
  ];
  return lines.map((line) => line.replaceAll("\n", " ")).join("\n");
}
