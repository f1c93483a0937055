import { stylesheet } from "@packages/contract/src/design/stylesheet.ts";
import { areas } from "../checks.ts";
import { type Finding, flatten } from "../findings.ts";
import { type Report, subjectOf, untestedByReason } from "../report.ts";
import { escapeMarkup as encode } from "./markup.ts";

/** A page that loads nothing: findings by cause, the worst first, and what was not tested. */
export function toHtml(report: Report): string {
  const {
    url,
    conforms,
    findings,
    requests,
    duration,
    seed,
    startedAt,
    contract,
    skipped,
    comparison,
  } = report;
  const state = findings.length > 0 ? "bad" : conforms ? "ok" : "open";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${encode(`Conformance of ${url}`)}</title>
<style>${style}</style>
<main class="report">
<h1>${encode(url)}</h1>
<p class="verdict ${state}">${encode(report.verdict)}</p>
<p>${encode(`${contract.title} ${contract.version}, ${startedAt}, ${requests} requests in ${duration.toFixed(1)} s, seed ${seed}.`)}</p>
${report.stopped === undefined ? "" : `<p class="open">Ended early: ${encode(report.stopped)}</p>`}
${comparison ? `<p>${encode(`Since the earlier run: ${comparison.added.length} new, ${comparison.gone.length} gone, ${comparison.unchanged} unchanged.`)}</p>` : ""}
${contentsOf(findings)}
<h2 id="findings">Findings</h2>
${findings.length === 0 ? "<p>None.</p>" : findings.map(writeFinding).join("\n")}
<h2 id="untested">Not tested here</h2>
${list([...untestedByReason(report)].map(([reason, names]) => `${reason} ${names.join("; ")}`))}
<h2 id="skipped">Skipped</h2>
${list(skipped.map(({ check, operation = "*", reason, hidden }) => `${check} of ${operation} (${hidden} hidden): ${reason}`))}
</main>
<script>${script}</script>
</html>
`;
}

const style = `${stylesheet}
.ok { color: var(--good-ink); } .bad { color: var(--bad-ink); } .open { color: var(--waiting-ink); }
.verdict { font-size: var(--size-title); font-weight: 600; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
nav p { max-width: 30rem; margin-top: 0.75rem; }
main ul ul, details ul, h2 + ul { padding-left: 1.25rem; list-style: disc; }
details { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: var(--radius-card); background: var(--surface); }
details details { padding: 0; border: 0; }
summary { color: var(--ink); }
details[open] > :not(summary) { margin-top: 0.625rem; }
pre { padding: 0.75rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sunken); }
`;

/** Hides the findings that do not have the text that is looked for. */
const script = `
document.querySelector("#filter")?.addEventListener("input", ({ target }) => {
  const wanted = target.value.toLowerCase();
  for (const one of document.querySelectorAll("[data-finding]")) one.hidden = !one.textContent.toLowerCase().includes(wanted);
});
`;

function contentsOf(findings: readonly Finding[]): string {
  const ofAreas = areas.flatMap((area) => {
    const of = findings.filter((finding) => finding.area === area);
    const [first] = of;
    return first
      ? [`<li><a href="#finding-${findings.indexOf(first) + 1}">${area}: ${of.length}</a></li>`]
      : [];
  });
  const others = ["untested", "skipped"].map((id) => `<li><a href="#${id}">${id}</a></li>`);
  const filter = `<p><input id="filter" type="search" placeholder="Filter findings" aria-label="Filter findings"></p>`;
  return `<nav><ul>${[...ofAreas, ...others].join("")}</ul></nav>${findings.length > 0 ? filter : ""}`;
}

function writeFinding(finding: Finding, index: number): string {
  const { check, message, cites, curl, repeats, request, requests, consequences } = finding;
  const more = repeats > 0 ? ` (${repeats} more like it)` : "";
  const title = `<span class="badge bad">${finding.area}</span> ${encode(`${subjectOf(finding)} · ${check}${more}`)}`;
  const following = flatten(consequences).map(
    (one) => `${subjectOf(one)} · ${one.check}: ${one.message}`,
  );
  const places = [request, ...requests].filter((place) => place !== "");
  return `<details data-finding id="finding-${index + 1}"${index < 10 ? " open" : ""}>
<summary>${title}<br>${encode(message)}</summary>
<p>Against <code>${encode(cites)}</code></p>
${places.length > 1 ? `<details><summary>Seen with ${places.length} kinds of requests</summary>${list(places)}</details>` : ""}${curl === "" ? "" : `<pre>${encode(curl)}</pre>`}
${following.length > 0 ? `<p>From it follow:</p>${list(following)}` : ""}
</details>`;
}

function list(items: readonly string[]): string {
  return items.length === 0
    ? "<p>Nothing.</p>"
    : `<ul>${items.map((item) => `<li>${encode(item)}</li>`).join("")}</ul>`;
}
