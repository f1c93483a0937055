// The report as one comment: what has to be looked at in the open, the rest folded.
import type { Change } from "../change.ts";
import {
  advice,
  count,
  type Group,
  grouped,
  isWording,
  plural,
  type Report,
  signs,
} from "./report.ts";

/** Entries that are shown in the open; the others are folded. */
const open = 8;
/** GitHub refuses comments of more than 65,536 characters. */
const most = 60_000;

/** Finds the comment of an earlier run, which the next one replaces; the fingerprints in it say what was seen. */
export const marker = "contract-review";

export function printMarkdown(report: Report): string {
  const { verdict, names, base, head, release, changes } = report;
  const bad = grouped(changes.filter(({ severity }) => severity !== "safe"));
  const safe = grouped(
    changes.filter((change) => change.severity === "safe" && !isWording(change)),
  );
  const versions =
    base.version === head.version ? base.version : `${base.version} → ${head.version}`;
  const entry = (group: Group): string => entryOf(group, report);
  const blocks = [
    `## ${signs[verdict]} Contract: ${verdict === "none" ? "no change of meaning" : verdict}`,
    `${count(report)}${news(report)} · \`${names.base}\` → \`${names.head}\` (${escapeHtml(versions)}) · proposed step: **${release}**`,
    advice(report),
    bad.length > 0 ? bad.slice(0, open).map(entry).join("\n") : "",
    fold(`${bad.length - open} further breaking or risky`, bad.slice(open).map(entry)),
    consumers(report),
    decisions(report),
    fold(`Safe: ${safe.reduce((sum, group) => sum + group.changes.length, 0)}`, safe.map(entry)),
    basis(report),
    wording(report),
  ].filter(Boolean);
  const seen =
    `<!-- ${marker} ${changes.map(({ fingerprint }) => fingerprint).join(" ")} -->`.slice(
      0,
      most / 4,
    );
  return `${capped(blocks, most - seen.length)}\n\n${seen.endsWith("-->") ? seen : `${seen.slice(0, seen.lastIndexOf(" "))} -->`}\n`;
}

/** As many blocks as there is room for; the verdict comes first, so that the rest is what is cut. */
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

/** Descriptions and examples in one line. */
function wording({ words, changes }: Report): string {
  const counts = [
    ...(words > 0 ? [plural(words, "description")] : []),
    ...(changes.some(isWording) ? [plural(changes.filter(isWording).length, "example")] : []),
  ];
  return counts.length === 0 ? "" : `Changed wording: ${counts.join(", ")}.`;
}

function news({ added, changes }: Report): string {
  return added === null || added.length === changes.length
    ? ""
    : `, ${added.length} new since the last look`;
}

function entryOf({ first, changes }: Group, report: Report): string {
  if (changes.length === 1) return line(first, report);
  const { severity, kind, affects, instead } = first;
  const places = changes.map(({ where }) => `\`${plain(where.subject)}\``);
  const shown = places.slice(0, 40).join(", ");
  const more = places.length > 40 ? ` and ${places.length - 40} more` : "";
  const text = `${escapeHtml(first.message)}${remedy(instead)}`;
  return `- ${signs[severity]} **${changes.length} × \`${kind}\`** — ${affects.join(", ")}<details><summary>${text}</summary>${shown}${more}</details>`;
}

function line(
  { severity, message, affects, instead, where, fingerprint }: Change,
  { added }: Report,
): string {
  const place = plain(where.source ?? where.pointer);
  const isNew = added?.includes(fingerprint) === true ? " **new**" : "";
  const id = severity === "breaking" ? ` · ${fingerprint}` : "";
  return `- ${signs[severity]}${isNew} ${escapeHtml(message)} — ${affects.join(", ")} · \`${place}\`${id}${remedy(instead)}`;
}

function remedy(instead: string | undefined): string {
  return instead === undefined ? "" : `<br>↳ ${escapeHtml(instead)}`;
}

function plain(text: string): string {
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

function consumers({ consumers: failures }: Report): string {
  if (!failures || failures.length === 0) return "";
  const lines = failures.map(({ place, message }) => `- \`${place}\` ${escapeHtml(message)}`);
  const title = `Code of earlier releases no longer compiles: ${plural(failures.length, "error")}`;
  return `**${title}**\n\n${lines.slice(0, 3).join("\n")}${failures.length > 3 ? `\n\n${fold(`${failures.length - 3} more`, lines.slice(3))}` : ""}`;
}

function decisions({ decided: { accepted, stale } }: Report): string {
  const lines = accepted.map(
    ({ change, acceptance: { by, reason, until } }) =>
      `- ${signs[change.severity]} ${escapeHtml(change.message)} — accepted by ${escapeHtml(by)} until ${until}: ${escapeHtml(reason)}`,
  );
  const over = stale.map(
    ({ acceptance: { fingerprint, by, until }, isOver }) =>
      `- \`${fingerprint}\` (${escapeHtml(by)}): ${isOver ? `over since ${until}` : "no change asks for it, so it can go"}`,
  );
  return [
    fold(`Accepted: ${accepted.length}`, lines),
    fold(`Decisions to clear up: ${stale.length}`, over),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function basis({ basis: { added, removed } }: Report): string {
  const line = (sign: string) => (statement: { subject: string; kind: string; reason: string }) =>
    `${sign} ${statement.subject}: ${statement.kind}. ${statement.reason}`;
  const lines = [...removed.map(line("-")), ...added.map(line("+"))];
  const diff =
    lines.length === 0
      ? []
      : ["```diff", ...lines.map((text) => text.replaceAll("```", "'''")), "```"];
  return fold(
    `Statements that are not documented: ${added.length} new, ${removed.length} gone`,
    diff,
  );
}
