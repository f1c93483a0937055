// The report as a separate page, with every change.
import { stylesheet } from "@packages/contract/src/design/stylesheet.ts";
import type { Change } from "../change.ts";
import { advice, count, type Report } from "./report.ts";

const tones = { breaking: "bad", risky: "waiting", safe: "good", none: "neutral" };

const style = `${stylesheet}
td:first-child, td:nth-child(2) { white-space: nowrap; }
.lead { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
`;

export function printHtml(report: Report): string {
  const { verdict, names, base, head, release } = report;
  const title = `Contract review: ${verdict}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main class="report">
<h1 class="lead">Contract review ${badge(verdict)}</h1>
<p class="quiet">${text(count(report))} · <code>${text(names.base)}</code> ${text(base.version)} → <code>${text(names.head)}</code> ${text(head.version)} · proposed step: <strong>${release}</strong></p>
<p>${prose(advice(report))}</p>
${changesTable(report.changes)}
${list(
  "Code of earlier releases that no longer compiles",
  (report.consumers ?? []).map(({ place, message }) => [place, message]),
)}
${list(
  "Statements that are not documented, new",
  report.basis.added.map(({ subject, kind, reason }) => [subject, `${kind}. ${reason}`]),
)}
${list(
  "Statements that are gone",
  report.basis.removed.map(({ subject, kind, reason }) => [subject, `${kind}. ${reason}`]),
)}
</main></body>
</html>
`;
}

function text(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Text whose code spans are code. */
function prose(value: string): string {
  return text(value).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}

function badge(severity: keyof typeof tones): string {
  return `<span class="badge ${tones[severity]}">${severity}</span>`;
}

function changesTable(changes: readonly Change[]): string {
  if (changes.length === 0) return "";
  const rows = changes.map(
    ({ severity, affects, message, instead, where }) =>
      `<tr><td data-label="Severity">${badge(severity)}</td><td data-label="Affects">${affects.join(", ")}</td><td data-label="Change"><span>${prose(message)}${instead === undefined ? "" : `<br><small class="quiet">↳ ${prose(instead)}</small>`}</span></td><td data-label="Where"><code>${text(where.source ?? where.pointer)}</code></td></tr>`,
  );
  return `<h2>Changes</h2>\n<table><thead><tr><th>Severity</th><th>Affects</th><th>What and why</th><th>Where</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
}

function list(title: string, rows: string[][]): string {
  if (rows.length === 0) return "";
  const cells = rows.map(
    ([place = "", said = ""]) =>
      `<tr><td><code>${text(place)}</code></td><td>${prose(said)}</td></tr>`,
  );
  return `<h2>${title}</h2>\n<table><tbody>\n${cells.join("\n")}\n</tbody></table>`;
}
