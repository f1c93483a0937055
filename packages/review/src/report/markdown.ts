// The report as one comment: changes that need a look are open, the rest is folded.
import type { Change } from "../change.ts";
import {
  advice,
  count,
  listChanges,
  maxFollowers,
  newsWords,
  plural,
  type Report,
  type ReportedChange,
  type Section,
  sectionsIn,
  shownPlace,
  signs,
  stepWords,
  verdictWords,
  versionWords,
  wording,
} from "./report.ts";

/** Changes that are shown in the open; the others are folded. */
const maxOpen = 8;
/** GitHub refuses comments of more than 65,536 characters. */
const maxCommentLength = 60_000;

/** Finds the comment of an earlier run, which the next one replaces; the fingerprints in it name the changes that were seen. */
export const marker = "contract-review";

export function printMarkdown(report: Report): string {
  const { verdict, names } = report;
  const changes = listChanges(report);
  const accepted = changes.filter(({ acceptance }) => acceptance);
  const counted = changes.filter(({ acceptance }) => !acceptance);
  const bad = counted.filter(({ change }) => change.severity !== "safe").map(entry);
  const safe = counted.filter(({ change }) => change.severity === "safe").map(entry);
  const sections = sectionsIn(report);
  const head = [
    `## ${signs[verdict]} Contract: ${verdictWords(report)}`,
    `${count(report)}${newsWords(report)} · \`${escapePlain(names.base)}\` → \`${escapePlain(names.head)}\` (${escapeHtml(versionWords(report))}) · version step: **${stepWords(report)}**`,
    advice(report),
  ];
  const blocks: Block[] = [
    ...sections.filter(({ isFirst }) => isFirst).flatMap(openSection),
    { lines: bad.slice(0, maxOpen) },
    { title: `${bad.length - maxOpen} further breaking or risky`, lines: bad.slice(maxOpen) },
    ...sections.filter(({ isOpen, isFirst }) => isOpen && !isFirst).flatMap(openSection),
    { title: `Accepted: ${accepted.length}`, lines: accepted.map(entry) },
    { title: `Safe: ${safe.length}`, lines: safe },
    ...sections
      .filter(({ isOpen }) => !isOpen)
      .map((section) => ({ title: section.title, lines: printLines(section) })),
    { lines: [wording(report)] },
  ];
  const seen = seenMark(report.changes);
  const room = maxCommentLength - head.join("\n\n").length - seen.length;
  return `${[...head, ...fillRoom(blocks, room)].join("\n\n")}\n\n${seen}\n`;
}

/** The fingerprints of the changes, in a comment that is not shown: as many as a quarter of the room holds. */
function seenMark(changes: readonly Change[]): string {
  const fingerprints = changes.map(({ fingerprint }) => fingerprint);
  const room = Math.floor(maxCommentLength / 4 / 13);
  return `<!-- ${[marker, ...fingerprints.slice(0, room)].join(" ")} -->`;
}

/** Lines of a comment, folded under their title if they have one. */
interface Block {
  title?: string;
  lines: string[];
}

/** Room for the frame of a block, and for the line that counts the rest. */
const frameLength = 200;

/** As many lines as there is room for, in their order: the worst come first. The last line counts those that are left out. */
function fillRoom(blocks: readonly Block[], room: number): string[] {
  let used = frameLength;
  let left = 0;
  const printed = blocks.map(({ title, lines }) => {
    const taken = lines.filter((line) => {
      if (line === "") return false;
      const isTaken = used + line.length + frameLength <= room;
      if (isTaken) used += line.length + 1;
      else left++;
      return isTaken;
    });
    if (taken.length > 0) used += frameLength;
    return title === undefined ? taken.join("\n") : fold(title, taken);
  });
  const rest = left > 0 ? [`${plural(left, "more line")} in the report as a page.`] : [];
  return [...printed.filter(Boolean), ...rest];
}

function entry({ change, place, affects, remedy, isNew }: ReportedChange): string {
  const { severity, message, fingerprint, follows = [] } = change;
  const mark = isNew ? " **new**" : "";
  const lines = [
    `- ${signs[severity]}${mark} ${escapeHtml(message)} — ${affects} · \`${escapePlain(place)}\` · ${fingerprint}`,
    ...(remedy ? [`<br>↳ ${escapeHtml(remedy)}`] : []),
    ...follows
      .slice(0, maxFollowers)
      .map(
        (one) =>
          `\n  - ${signs[one.severity]} ${escapeHtml(one.message)} \`${escapePlain(shownPlace(one))}\``,
      ),
    ...(follows.length > maxFollowers ? [`\n  - and ${follows.length - maxFollowers} more`] : []),
  ];
  return lines.join("");
}

function escapePlain(markdown: string): string {
  return markdown.replaceAll("`", "");
}

/** A string that does not act as HTML; code spans stay. */
function escapeHtml(markdown: string): string {
  return markdown
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
function openSection(section: Section): Block[] {
  const few = 3;
  const lines = printLines(section);
  return [
    { lines: [`**${section.title}**\n`, ...lines.slice(0, few)] },
    { title: `${lines.length - few} more`, lines: lines.slice(few) },
  ];
}
