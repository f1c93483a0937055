// The report as a page for the terminal.
import type { Change } from "../change.ts";
import {
  advice,
  count,
  type Finding,
  findingsIn,
  newsWords,
  type Report,
  sectionsIn,
  shownPlace,
  verdictWords,
  versionWords,
  wording,
} from "./report.ts";

export function printText(report: Report): string {
  const { names, release } = report;
  const blocks = [
    `Contract: ${verdictWords(report)}\n${count(report)}${newsWords(report)}; ${names.base} → ${names.head} (${versionWords(report)}), proposed step: ${release}`,
    advice(report),
    ...findingsIn(report).map(findingBlock),
    ...sectionsIn(report).map(
      ({ title, lines }) =>
        `${title}\n${lines.map(({ place, text }) => `  ${place}  ${joinLines(text)}`).join("\n")}`,
    ),
    wording(report),
  ].filter(Boolean);
  return `${blocks.join("\n\n")}\n`;
}

function findingBlock({ change, place, affects, remedy, status }: Finding): string {
  const lines = [
    `${status}  ${place}  ${change.fingerprint}`,
    `  ${joinLines(change.message)} (${affects})`,
    ...(remedy ? [`  → ${joinLines(remedy)}`] : []),
    ...(change.follows ?? []).map(follower),
  ];
  return lines.join("\n");
}

function follower(change: Change): string {
  return `  + ${change.severity}: ${joinLines(change.message)} ${shownPlace(change)}`;
}

function joinLines(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}
