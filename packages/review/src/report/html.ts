// The report as a page of its own: every change, and the parts of the contract that changed, side by side.
import { stringify } from "yaml";
import type { Change } from "../change.ts";
import { isTree, type Tree } from "../place.ts";
import { type DiffLine, diffLines } from "./diff-lines.ts";
import { advice, type Contracts, count, type Report } from "./report.ts";

const style = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1.5rem; }
h1 { margin: 0; } h2 { margin: 2rem 0 .5rem; }
table { border-collapse: collapse; width: 100%; } td, th { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; }
.breaking { color: light-dark(#b3261e, #ff8a80); } .risky { color: light-dark(#8a5a00, #ffc04d); } .safe { color: light-dark(#1b6e36, #7bd88f); }
code, pre { font: 12.5px/1.45 ui-monospace, monospace; } td small { opacity: .8; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1px; overflow-x: auto; border: 1px solid var(--line); }
.sides pre { margin: 0; padding: 0 .5rem; white-space: pre-wrap; overflow-wrap: anywhere; min-height: 1.45em; }
.gone { background: light-dark(#fde2e0, #4a1f1c); } .come { background: light-dark(#dcf3e1, #17381f); }
.cut { grid-column: 1 / -1; text-align: center; opacity: .6; }
summary { cursor: pointer; } code { overflow-wrap: anywhere; }
@media (max-width: 45rem) {
  body { padding: 1rem; } thead { display: none; } table, tbody, tr, td { display: block; } td { border: 0; padding: .1rem 0; }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
}
`;

export function printHtml(report: Report, contracts: Contracts): string {
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
  "New lint findings",
  report.lint.map(({ rule, message, source, pointer }) => [source ?? pointer, `${rule}: ${message}`]),
)}
${list(
  "Statements that are not documented, new",
  report.basis.added.map(({ subject, kind, reason }) => [subject, `${kind}. ${reason}`]),
)}
${list(
  "Statements that are gone",
  report.basis.removed.map(({ subject, kind, reason }) => [subject, `${kind}. ${reason}`]),
)}
${list(
  "Inventory",
  (report.inventory ?? []).map((line) => [line.slice(0, 1), line.slice(1)]),
)}
${examples(report)}
${sideBySide(contracts)}
</body>
</html>
`;
}

function text(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
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
    ([place = "", said = ""]) => `<tr><td><code>${text(place)}</code></td><td>${prose(said)}</td></tr>`,
  );
  return `<h2>${title}</h2>\n<table><tbody>\n${cells.join("\n")}\n</tbody></table>`;
}

function examples({ examples: changed }: Report): string {
  const blocks = changed.map(({ title, name, before, after }) => {
    const lines = (value: unknown): string[] => (value === undefined ? [] : JSON.stringify(value, null, 2).split("\n"));
    return `<details><summary>${text(title)}, <code>${text(name)}</code></summary>${sides(diffLines(lines(before), lines(after)))}</details>`;
  });
  return blocks.length === 0 ? "" : `<h2>Examples</h2>\n${blocks.join("\n")}`;
}

/** The parts of a document that are read as one: an operation, a notification, a component. */
function partsOf(document: Tree): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const { paths, webhooks, components, ...root } = document;
  found.set("the whole", root);
  for (const [area, items] of Object.entries({ paths, webhooks })) {
    for (const [path, item] of Object.entries(isTree(items) ? items : {})) {
      for (const [method, operation] of Object.entries(isTree(item) ? item : {}))
        found.set(area === "paths" ? `${method.toUpperCase()} ${path}` : `notification ${path}`, operation);
    }
  }
  for (const [kind, entries] of Object.entries(isTree(components) ? components : {})) {
    for (const [name, entry] of Object.entries(isTree(entries) ? entries : {})) found.set(`${kind}: ${name}`, entry);
  }
  return found;
}

function sideBySide({ base, head }: Contracts): string {
  const [was, is] = [partsOf(base.document), partsOf(head.document)];
  const lines = (value: unknown): string[] =>
    value === undefined ? [] : stringify(value, { lineWidth: 0 }).trimEnd().split("\n");
  const blocks = [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [before, after] = [lines(was.get(name)), lines(is.get(name))];
    if (before.join("\n") === after.join("\n")) return [];
    return [`<details open><summary>${text(name)}</summary>${sides(diffLines(before, after))}</details>`];
  });
  return blocks.length === 0 ? "" : `<h2>The contract, side by side</h2>\n${blocks.join("\n")}`;
}

/** Lines in two columns; what is far from any change is cut. */
function sides(lines: DiffLine[]): string {
  const rows: string[] = [];
  let cut = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (!line) break;
    if (line.sign === " ") {
      if (!line.near) {
        if (!cut) rows.push('<span class="cut">⋯</span>');
        cut = true;
        continue;
      }
      cut = false;
      rows.push(`<pre>${text(line.line)}</pre><pre>${text(line.line)}</pre>`);
      continue;
    }
    cut = false;
    const run: DiffLine[] = [];
    for (; lines[index] && lines[index]?.sign !== " "; index += 1) run.push(lines[index] as DiffLine);
    index -= 1;
    const [gone, come] = [run.filter(({ sign }) => sign === "-"), run.filter(({ sign }) => sign === "+")];
    for (let row = 0; row < Math.max(gone.length, come.length); row += 1) {
      rows.push(cell(gone[row], "gone") + cell(come[row], "come"));
    }
  }
  return `<div class="sides">${rows.join("\n")}</div>`;
}

function cell(line: DiffLine | undefined, name: string): string {
  return line ? `<pre class="${name}">${text(line.line)}</pre>` : "<pre></pre>";
}
