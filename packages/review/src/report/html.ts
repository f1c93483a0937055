// The report as a separate page.
import { stylesheet } from "@packages/contract/src/design/stylesheet.ts";
import type { Verdict } from "../change.ts";
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

const verdictTones: Record<Verdict, string> = {
  breaking: "bad",
  risky: "waiting",
  safe: "good",
  none: "neutral",
};

const style = `${stylesheet}
td:is([data-label="Severity"], [data-label="Affects"]), [data-label="Fingerprint"] code { white-space: nowrap; }
.place { overflow-wrap: break-word; }
@media (min-width: 56.01rem) { .place { white-space: nowrap; } td[data-label="Where"] { min-width: 14rem; } }
.lead { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
`;

export function printHtml(report: Report): string {
  const { verdict, names } = report;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Contract review: ${verdictWords(report)}</title><style>${style}</style></head>
<body><main class="report">
<h1 class="lead">Contract review ${printBadge(verdict, verdictWords(report))}</h1>
<p class="quiet">${encodeText(count(report))}${newsWords(report)} · <code>${encodeText(names.base)}</code> → <code>${encodeText(names.head)}</code> (${encodeText(versionWords(report))}) · version step: <strong>${stepWords(report)}</strong></p>
<p>${encodeProse(advice(report))}</p>
${changesTable(listChanges(report))}
${sectionsIn(report).map(sectionTable).join("\n")}
<p class="quiet">${wording(report)}</p>
</main></body>
</html>
`;
}

function encodeText(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A string whose code spans are code. */
function encodeProse(value: string): string {
  return encodeText(value).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}

function printBadge(verdict: Verdict, words: string = verdict): string {
  return `<span class="badge ${verdictTones[verdict]}">${words}</span>`;
}

/** A place, which breaks between its folders and before its line alone. */
function printPlace(place: string): string {
  const parts = place
    .split(/(?<=\/)|(?=:\d+$)/)
    .map((part) => `<span class="place">${encodeText(part)}</span>`);
  return `<code>${parts.join("<wbr>")}</code>`;
}

function changesTable(changes: readonly ReportedChange[]): string {
  if (changes.length === 0) return "";
  const heads = ["Severity", "Affects", "Change", "Where", "Fingerprint"];
  return printTable("Changes", changes.map(changeRow), heads);
}

function changeRow({ change, place, affects, remedy, status }: ReportedChange): string {
  const { severity, message, fingerprint, follows = [] } = change;
  const inner = follows
    .slice(0, maxFollowers)
    .map(
      (one) =>
        `<li>${one.severity}: ${encodeProse(one.message)} <code>${encodeText(shownPlace(one))}</code></li>`,
    );
  if (follows.length > maxFollowers)
    inner.push(`<li>and ${follows.length - maxFollowers} more</li>`);
  const said = [
    encodeProse(message),
    remedy && `<br><small class="quiet">↳ ${encodeProse(remedy)}</small>`,
    inner.length > 0 ? `<ul>${inner.join("")}</ul>` : "",
  ];
  return [
    `<tr><td data-label="Severity">${printBadge(severity, status)}</td>`,
    `<td data-label="Affects">${affects}</td>`,
    `<td data-label="Change"><span>${said.join("")}</span></td>`,
    `<td data-label="Where">${printPlace(place)}</td>`,
    `<td data-label="Fingerprint"><code>${fingerprint}</code></td></tr>`,
  ].join("");
}

function sectionTable({ title, lines }: Section): string {
  const rows = lines.map(
    (line) => `<tr><td>${printPlace(line.place)}</td><td>${encodeProse(line.text)}</td></tr>`,
  );
  return printTable(title, rows);
}

function printTable(title: string, rows: string[], heads: string[] = []): string {
  const head = heads.map((one) => `<th>${one}</th>`).join("");
  const thead = head && `<thead><tr>${head}</tr></thead>`;
  return `<h2>${title}</h2>\n<table>${thead}<tbody>\n${rows.join("\n")}\n</tbody></table>`;
}
