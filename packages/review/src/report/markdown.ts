// The report as one comment: findings that need a look are open, the rest is folded.
import type { Change } from "../change.ts";
import {
  advice,
  count,
  type Finding,
  findingsIn,
  newsWords,
  type Report,
  type Section,
  sectionsIn,
  shownPlace,
  signs,
  verdictWords,
  versionWords,
  wording,
} from "./report.ts";

/** Findings that are shown in the open; the others are folded. */
const maxOpen = 8;
/** GitHub refuses comments of more than 65,536 characters. */
const maxCommentLength = 60_000;

/** Finds the comment of an earlier run, which the next one replaces; the fingerprints in it name the findings that were seen. */
export const marker = "contract-review";

export function printMarkdown(report: Report): string {
  const { verdict, names, release, changes } = report;
  const findings = findingsIn(report);
  const accepted = findings.filter(({ acceptance }) => acceptance);
  const counted = findings.filter(({ acceptance }) => !acceptance);
  const bad = counted.filter(({ change }) => change.severity !== "safe").map(entry);
  const safe = counted.filter(({ change }) => change.severity === "safe").map(entry);
  const sections = sectionsIn(report);
  const blocks = [
    `## ${signs[verdict]} Contract: ${verdictWords(report)}`,
    `${count(report)}${newsWords(report)} · \`${escapePlain(names.base)}\` → \`${escapePlain(names.head)}\` (${escapeHtml(versionWords(report))}) · proposed step: **${release}**`,
    advice(report),
    bad.slice(0, maxOpen).join("\n"),
    fold(`${bad.length - maxOpen} further breaking or risky`, bad.slice(maxOpen)),
    ...sections.filter(({ isOpen }) => isOpen).map(openSection),
    fold(`Accepted: ${accepted.length}`, accepted.map(entry)),
    fold(`Safe: ${safe.length}`, safe),
    ...sections.filter(({ isOpen }) => !isOpen).map((one) => fold(one.title, printLines(one))),
    wording(report),
  ].filter(Boolean);
  const seen = seenMark(changes);
  return `${capped(blocks, maxCommentLength - seen.length)}\n\n${seen}\n`;
}

/** The fingerprints of the changes, in a comment that is not shown: as many as a quarter of the room holds. */
function seenMark(changes: readonly Change[]): string {
  const fingerprints = changes.map(({ fingerprint }) => fingerprint);
  const room = Math.floor(maxCommentLength / 4 / 13);
  return `<!-- ${[marker, ...fingerprints.slice(0, room)].join(" ")} -->`;
}

/** As many blocks as there is room for; the verdict comes first, so that it is not cut. */
function capped(blocks: string[], room: number): string {
  const rest = "\n\nThe rest is in the report as a page.";
  let text = "";
  for (const block of blocks) {
    const next = text === "" ? block : `${text}\n\n${block}`;
    if (next.length > room - rest.length) return `${text}${rest}`;
    text = next;
  }
  return text;
}

function entry({ change, place, affects, remedy, isNew }: Finding): string {
  const { severity, message, fingerprint, follows = [] } = change;
  const mark = isNew ? " **new**" : "";
  const lines = [
    `- ${signs[severity]}${mark} ${escapeHtml(message)} — ${affects} · \`${escapePlain(place)}\` · ${fingerprint}`,
    ...(remedy ? [`<br>↳ ${escapeHtml(remedy)}`] : []),
    ...follows.map(
      (one) =>
        `\n  - ${signs[one.severity]} ${escapeHtml(one.message)} \`${escapePlain(shownPlace(one))}\``,
    ),
  ];
  return lines.join("");
}

function escapePlain(text: string): string {
  return text.replaceAll("`", "");
}

/** Text that does not act as HTML; code spans stay. */
function escapeHtml(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    )
    .join("")
    .replaceAll("\n", " ");
}

function fold(title: string, lines: string[]): string {
  if (lines.length === 0) return "";
  return `<details><summary>${title}</summary>\n\n${lines.join("\n")}\n\n</details>`;
}

function printLines({ lines }: Section): string[] {
  return lines.map(({ place, text }) => `- \`${escapePlain(place)}\` ${escapeHtml(text)}`);
}

/** The first lines in the open, the others folded. */
function openSection(section: Section): string {
  const few = 3;
  const lines = printLines(section);
  const rest = fold(`${lines.length - few} more`, lines.slice(few));
  return [`**${section.title}**`, lines.slice(0, few).join("\n"), rest]
    .filter(Boolean)
    .join("\n\n");
}
