import { stylesheet } from "@packages/contract/src/design/stylesheet.ts";
import { areas } from "../checks.ts";
import { countRequests, type Finding, type FindingPlace } from "../findings.ts";
import {
  type BaselineComparison,
  countCauses,
  describeOperations,
  describeSubject,
  describeUnreliable,
  listPlaces,
  type Report,
  splitByBasis,
  untestedByReason,
} from "../report.ts";
import { escapeMarkup as encode } from "./markup.ts";

/** A page that loads nothing: findings by cause, the worst first, and the untested parts. */
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
    coverage,
  } = report;
  const unreliable = describeUnreliable(report);
  const { documented, assumed } = splitByBasis(findings);
  const state = conforms ? "ok" : "open";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${encode(`Conformance of ${url}`)}</title>
<style>${pageStyle}</style>
<main class="report">
<h1>${encode(url)}</h1>
<p class="verdict ${findings.length > 0 ? "bad" : state}">${encodeProse(report.verdict)}</p>
<p>${encode(`${contract.title} ${contract.version}, ${startedAt}, ${requests} requests in ${duration.toFixed(1)} s, seed ${seed}.`)}</p>
${report.stopped === undefined ? "" : `<p class="open">Ended early: ${encodeProse(report.stopped)}</p>`}
${unreliable === undefined ? "" : `<p class="open">${encode(unreliable)}</p>`}
${comparison ? writeComparison(comparison) : ""}
${writeContents(documented, assumed.length)}
<h2 id="findings">Findings</h2>
${documented.length === 0 ? "<p>None.</p>" : documented.map(writeRoot).join("\n")}
${writeAssumedPart(assumed)}
<h2 id="tested">Tested</h2>
<details><summary>Checks by operation</summary>${printList(Object.entries(coverage).map(([subject, checks]) => `${subject}: ${checks.join(", ")}.`))}</details>
<h2 id="untested">Not tested here</h2>
${printList([...untestedByReason(report)].map(([reason, names]) => `${reason} ${names.join("; ")}`))}
<h2 id="skipped">Skipped</h2>
${printList(skipped.map(({ check, operation = "*", request = "*", reason, hidden }) => `${check} of ${operation}, request ${request} (${hidden} hidden): ${reason}`))}
</main>
<script>${script}</script>
</html>
`;
}

function writeComparison({ added, gone, unchanged }: BaselineComparison): string {
  const named = (some: readonly Finding[]) =>
    printList(
      some.map((one) => `${listPlaces(one.causes).join("; ")} · ${one.check}: ${one.message}`),
    );
  return `<p>Since the earlier run: ${countCauses(added)} new, ${countCauses(gone)} gone, ${unchanged} unchanged causes.</p>
<details><summary>New</summary>${named(added)}</details>
<details><summary>Gone</summary>${named(gone)}</details>`;
}

const pageStyle = `${stylesheet}
.ok { color: var(--good-ink); } .bad { color: var(--bad-ink); } .open { color: var(--waiting-ink); }
.verdict { font-size: var(--size-title); font-weight: 600; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
nav p { max-width: 30rem; margin-top: 0.75rem; }
main ul ul, details ul, h2 + ul { padding-left: 1.25rem; list-style: disc; }
details { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: var(--radius-card); background: var(--surface); }
details details { padding: 0; border: 0; }
summary { color: var(--ink); }
.reason { display: block; padding: 0.375rem 0 0 1.125rem; color: var(--quiet); }
details[open] > :not(summary) { margin-top: 0.625rem; }
pre { max-height: 10rem; overflow: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sunken); }
`;

/** Hides the findings that do not contain the search term. */
const script = `
document.querySelector("#filter")?.addEventListener("input", ({ target }) => {
  const wanted = target.value.toLowerCase();
  for (const one of document.querySelectorAll("[data-finding]")) one.hidden = !one.textContent.toLowerCase().includes(wanted);
});
`;

const areaTones: Readonly<Record<Finding["area"], string>> = {
  money: "bad",
  security: "bad",
  behaviour: "waiting",
  notifications: "waiting",
  form: "neutral",
};

/** The contents of the page: links to the first finding of each area and to the other parts, and a field that filters findings. */
function writeContents(findings: readonly Finding[], assumed: number): string {
  const link = (id: string, label = id): string => `<li><a href="#${id}">${label}</a></li>`;
  const areaLinks = areas.flatMap((area) => {
    const inArea = findings.filter((finding) => finding.area === area);
    const [first] = inArea;
    if (!first) return [];
    return [link(`finding-${findings.indexOf(first) + 1}`, `${area}: ${inArea.length}`)];
  });
  const others = [
    ...(assumed > 0 ? [link("assumed", `assumed: ${assumed}`)] : []),
    ...["tested", "untested", "skipped"].map((id) => link(id)),
  ];
  const filter = `<p><input id="filter" type="search" placeholder="Filter findings" aria-label="Filter findings"></p>`;
  return `<nav><ul>${[...areaLinks, ...others].join("")}</ul></nav>${findings.length + assumed > 0 ? filter : ""}`;
}

/** Findings about what the contract assumes, folded: they count with `--strict` alone. */
function writeAssumedPart(findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const list = findings.map((finding) => writeFindingMarkup(finding, "data-finding"));
  return `<h2 id="assumed">Assumed here, not stated in the provider's document</h2>
<p>These count with <code>--strict</code> alone.</p>
${list.join("\n")}`;
}

function writeRoot(finding: Finding, index: number): string {
  const open = index < 10 ? " open" : "";
  return writeFindingMarkup(finding, `data-finding id="finding-${index + 1}"${open}`);
}

/** A finding and those that follow from it, however deep. */
function writeFindingMarkup(finding: Finding, attributes: string): string {
  const { check, area, basis, message, cites, sentence, causes, consequences } = finding;
  const requests = countRequests(finding);
  const more = requests > 1 ? ` (${requests} requests)` : "";
  const origin = basis === undefined ? "" : ` <span class="badge">${basis}</span>`;
  const name = `${encode(describeSubject(finding))} · <code>${encode(check)}</code>`;
  const title = `<span class="badge ${areaTones[area]}">${area}</span>${origin} <b>${name}</b>${more}`;
  const following = consequences.map((one) => writeFindingMarkup(one, "")).join("\n");
  return `<details ${attributes}>
<summary>${title}<span class="reason">${encodeProse(message)}</span></summary>
<p>${encodeProse(sentence)} <code>${encode(cites).replaceAll(/~1|\//g, "<wbr>$&")}</code></p>
${writeCauses(causes)}
${following === "" ? "" : `<p>From it follow:</p>${following}`}
</details>`;
}

/** The command of the only cause, or every cause, folded. */
function writeCauses(causes: readonly FindingPlace[]): string {
  const [first, ...others] = causes;
  if (!first) return "";
  if (others.length === 0) return writeEvidence(first);
  const entries = causes.map((cause) => {
    const more = cause.repeats > 0 ? ` (${cause.repeats + 1} requests)` : "";
    const subject = `${describeOperations([cause.operation])}${more}: ${cause.message}`;
    return `<details><summary>${encodeProse(subject)}</summary>${writeEvidence(cause)}</details>`;
  });
  return `<details><summary>${causes.length} causes</summary>${entries.join("\n")}</details>`;
}

/** The evidence of a cause: a command that repeats its request, a notification. */
function writeEvidence({ curl, received = "" }: FindingPlace): string {
  return [curl, received]
    .filter((block) => block !== "")
    .map((block) => `<pre tabindex="0">${encode(block)}</pre>`)
    .join("");
}

/** Markdown of the contract or the suite, with its code marked as such. A value without spaces that fills lines is cut. */
const encodeProse = (markdown: string) =>
  encode(markdown.replaceAll(/(\S{60})\S{60,}/g, "$1…")).replaceAll(
    /`([^`]+)`/g,
    "<code>$1</code>",
  );

function printList(items: readonly string[]): string {
  return items.length === 0
    ? "<p>Nothing.</p>"
    : `<ul>${items.map((item) => `<li>${encodeProse(item)}</li>`).join("")}</ul>`;
}
