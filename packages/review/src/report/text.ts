// The report as a page for the terminal.
import type { Change } from "../change.ts";
import {
  advice,
  count,
  listChanges,
  maxFollowers,
  newsWords,
  type Report,
  type ReportedChange,
  type Section,
  sectionsIn,
  shownPlace,
  stepWords,
  verdictWords,
  versionWords,
  wording,
} from "./report.ts";

export function printText(report: Report): string {
  const { names } = report;
  const sections = sectionsIn(report);
  const blocks = [
    `Contract: ${verdictWords(report)}\n${count(report)}${newsWords(report)}; ${names.base} → ${names.head} (${versionWords(report)}), version step: ${stepWords(report)}`,
    advice(report),
    ...sections.filter(({ isFirst }) => isFirst).map(sectionBlock),
    ...listChanges(report).map(changeBlock),
    ...sections.filter(({ isFirst }) => !isFirst).map(sectionBlock),
    wording(report),
  ].filter(Boolean);
  return `${blocks.join("\n\n")}\n`;
}

function sectionBlock({ title, lines }: Section): string {
  return `${title}\n${lines.map(({ place, text }) => `  ${place}  ${joinLines(text)}`).join("\n")}`;
}

function changeBlock({ change, place, affects, remedy, status }: ReportedChange): string {
  const { follows = [] } = change;
  const lines = [
    `${status}  ${place}  ${change.fingerprint}`,
    `  ${joinLines(change.message)} (${affects})`,
    ...(remedy ? [`  → ${joinLines(remedy)}`] : []),
    ...follows.slice(0, maxFollowers).map(follower),
    ...(follows.length > maxFollowers ? [`  + and ${follows.length - maxFollowers} more`] : []),
  ];
  return lines.join("\n");
}

function follower(change: Change): string {
  return `  + ${change.severity}: ${joinLines(change.message)} ${shownPlace(change)}`;
}

function joinLines(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}
