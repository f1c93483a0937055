// The report as a separate page, with every change.
import type { Change } from "../change.ts";
import { advice, count, type Report } from "./report.ts";

const style = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1.5rem; }
h1 { margin: 0; } h2 { margin: 2rem 0 .5rem; }
table { border-collapse: collapse; width: 100%; } td, th { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; }
.breaking { color: light-dark(#b3261e, #ff8a80); } .risky { color: light-dark(#8a5a00, #ffc04d); } .safe { color: light-dark(#1b6e36, #7bd88f); }
code, pre { font: 12.5px/1.45 ui-monospace, monospace; } td small { opacity: .8; }
code { overflow-wrap: anywhere; }
@media (max-width: 45rem) {
  body { padding: 1rem; } thead { display: none; } table, tbody, tr, td { display: block; } td { border: 0; padding: .1rem 0; }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
}
`;

export function printHtml(report: Report): string {
  const { verdict, names, base, head, release } = report;
  const title = `Contract review: ${verdict}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body>
<h1 class="${verdict}">${title}</h1>
<p>${text(count(report))} · <code>${text(names.base)}</code> ${text(base.version)} → <code>${text(names.head)}</code> ${text(head.version)} · proposed step: <strong>${release}</strong></p>
<p>${text(advice(report))}</p>
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
</body>
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

function changesTable(changes: readonly Change[]): string {
  if (changes.length === 0) return "";
  const rows = changes.map(
    ({ severity, affects, message, instead, where }) =>
      `<tr><td class="${severity}">${severity}</td><td>${affects.join(", ")}</td><td>${prose(message)}${instead === undefined ? "" : `<br><small>↳ ${prose(instead)}</small>`}</td><td><code>${text(where.source ?? where.pointer)}</code></td></tr>`,
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
