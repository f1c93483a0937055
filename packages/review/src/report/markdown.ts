// The report as one comment: what has to be looked at in the open, the rest folded.
import type { Change } from "../change.ts";
import { diffLines } from "./diff-lines.ts";
import { advice, count, type Report, signs } from "./report.ts";

/** Changes that are shown in the open; the others are folded. */
const open = 8;

export function printMarkdown(report: Report): string {
  const { verdict, names, base, head, release, changes } = report;
  const bad = changes.filter(({ severity }) => severity !== "safe");
  const safe = changes.filter(({ severity }) => severity === "safe");
  const versions = base.version === head.version ? base.version : `${base.version} → ${head.version}`;
  const blocks = [
    `## ${signs[verdict]} Contract: ${verdict === "none" ? "no change of meaning" : verdict}`,
    `${count(report)} · \`${names.base}\` → \`${names.head}\` (${versions}) · proposed step: **${release}**`,
    advice(report),
    bad.length > 0 ? bad.slice(0, open).map(entry).join("\n") : "",
    fold(`${bad.length - open} further breaking or risky`, bad.slice(open).map(entry)),
    consumers(report),
    fold(
      `Lint: ${report.lint.length} new`,
      report.lint.map(
        ({ rule, message, source, pointer }) => `- \`${rule}\` ${escapeHtml(message)} (${source ?? pointer})`,
      ),
    ),
    fold(`Safe: ${safe.length}`, safe.map(entry)),
    basis(report),
    fold(`Inventory: ${report.inventory?.length ?? 0} lines`, code("diff", report.inventory ?? [])),
    examples(report),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function entry({ severity, message, affects, instead, where }: Change): string {
  const place = where.source ?? where.pointer;
  const remedy = instead === undefined ? "" : `<br>↳ ${escapeHtml(instead)}`;
  return `- ${signs[severity]} ${escapeHtml(message)} — ${affects.join(", ")} · \`${place.replaceAll("`", "")}\`${remedy}`;
}

/** Text that does not act as HTML; code spans stay. */
function escapeHtml(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("&", "&amp;").replaceAll("<", "&lt;")))
    .join("")
    .replaceAll("\n", " ");
}

function fold(title: string, lines: string[]): string {
  if (lines.length === 0) return "";
  return `<details><summary>${title}</summary>\n\n${lines.join("\n")}\n\n</details>`;
}

function code(language: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`\`\`\`${language}`, ...lines.map((line) => line.replaceAll("```", "'''")), "```"];
}

function consumers({ consumers: failures }: Report): string {
  if (!failures || failures.length === 0) return "";
  const lines = failures.map(({ place, message }) => `- \`${place}\` ${escapeHtml(message)}`);
  const title = `Code of earlier releases no longer compiles: ${failures.length} error${failures.length === 1 ? "" : "s"}`;
  return `**${title}**\n\n${lines.slice(0, 3).join("\n")}${failures.length > 3 ? `\n\n${fold(`${failures.length - 3} more`, lines.slice(3))}` : ""}`;
}

function basis({ basis: { added, removed } }: Report): string {
  const line = (sign: string) => (statement: { subject: string; kind: string; reason: string }) =>
    `${sign} ${statement.subject}: ${statement.kind}. ${statement.reason}`;
  const lines = [...removed.map(line("-")), ...added.map(line("+"))];
  return fold(`Statements that are not documented: ${added.length} new, ${removed.length} gone`, code("diff", lines));
}

function examples({ examples: changed }: Report): string {
  const shown = changed
    .slice(0, 4)
    .flatMap(({ title, name, before, after }) => [
      `**${title}**, \`${name}\``,
      ...code("diff", lineDiff(before, after)),
    ]);
  const more = changed.length > 4 ? [`and ${changed.length - 4} more, in the HTML report`] : [];
  return fold(`Examples: ${changed.length} changed`, [...shown, ...more]);
}

/** Two values as JSON, line by line, with what is the same around what is not. */
function lineDiff(before: unknown, after: unknown): string[] {
  const text = (value: unknown): string[] =>
    value === undefined ? [] : JSON.stringify(value, null, 2).split("\n").map(short);
  return diffLines(text(before), text(after)).flatMap(({ sign, line, near }) =>
    sign === " " && !near ? [] : [`${sign} ${line}`],
  );
}

function short(line: string): string {
  return line.length > 140 ? `${line.slice(0, 137)}…` : line;
}
