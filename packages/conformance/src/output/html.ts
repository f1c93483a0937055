import { type CheckName, checkNames, checks } from "../checks.ts";
import { type OperationCoverage, type Report, subjectOf, untestedByReason, verdictOf } from "../report.ts";

/** A page that needs nothing beside itself: findings, and a picture of what was seen and checked. */
export function toHtml(report: Report): string {
  const { url, conforms, findings, requests, duration, seed, startedAt, contract, skipped } = report;
  const state = findings.length > 0 ? "bad" : conforms ? "ok" : "open";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${encode(`Conformance of ${url}`)}</title>
<style>${style}</style>
<main>
<h1>${encode(url)}</h1>
<p class="verdict ${state}">${encode(verdictOf(report))}</p>
<p>${encode(`${contract.title} ${contract.version}, ${startedAt}, ${requests} requests in ${duration.toFixed(1)} s, seed ${seed}.`)}</p>
${report.stopped === undefined ? "" : `<p class="open">Ended early: ${encode(report.stopped)}</p>`}
<h2>Findings</h2>
${findings.length === 0 ? "<p>None.</p>" : findings.map(writeFinding).join("\n")}
<h2>Statuses</h2>
<p>How often each status was seen. –: documented and never seen; red: seen and not documented; empty: neither.</p>
${statusTable(report.coverage)}
<h2>Checks</h2>
<p>How often each check was made; red, and how often of how often, where it failed; empty where it was not made. Those that were made nowhere are left out.</p>
${checkTable(report.coverage)}
<h2>Not tested here</h2>
${list([...untestedByReason(report)].map(([reason, names]) => `${reason} ${names.join("; ")}`))}
<h2>Skipped</h2>
${list(skipped.map(({ check, operation = "*", reason, hidden }) => `${check} of ${operation} (${hidden} hidden): ${reason}`))}
</main>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --bad: #c62828; --ok: #2e7d32; --open: #8a5a00; --line: #8884; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 80rem; padding: 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } .ok { color: var(--ok); } .bad { color: var(--bad); } .open { color: var(--open); }
.verdict { font-size: 1.2rem; font-weight: 600; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --ok: #81c784; --open: #ffc04d; } }
div.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; }
th, td { border: 1px solid var(--line); padding: .2rem .45rem; text-align: center; } th:first-child { text-align: left; position: sticky; left: 0; background: Canvas; }
td.seen { background: color-mix(in srgb, var(--ok) 25%, transparent); } td.failed { background: color-mix(in srgb, var(--bad) 35%, transparent); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); padding: .5rem; }
`;

function writeFinding({ operation, check, message, curl, repeats }: Report["findings"][number]): string {
  const more = repeats > 0 ? ` (${repeats} more like it)` : "";
  return `<h3>${encode(`${subjectOf(operation)} · ${check}${more}`)}</h3>\n<p>${encode(message)}</p>${curl === "" ? "" : `\n<pre>${encode(curl)}</pre>`}`;
}

function statusTable(coverage: readonly OperationCoverage[]): string {
  const rows = coverage.filter(({ statuses }) => statuses.length > 0);
  const all = [...new Set(rows.flatMap(({ statuses }) => statuses.map(({ status }) => status)))].sort((a, b) => a - b);
  const body = rows.map(({ operation, statuses }) => {
    const cells = all.map((status) => {
      const found = statuses.find((one) => one.status === status);
      if (!found) return "<td></td>";
      const state = found.seen === 0 ? "" : found.documented ? ' class="seen"' : ' class="failed"';
      return `<td${state}>${found.seen === 0 ? "–" : found.seen}</td>`;
    });
    return `<tr><th scope="row">${encode(operation)}</th>${cells.join("")}</tr>`;
  });
  return table(["operation", ...all.map(String)], body);
}

function checkTable(coverage: readonly OperationCoverage[]): string {
  const rows = coverage.filter((one) => one.checks.length > 0);
  const made = checkNames.filter((check) => rows.some(({ checks: all }) => all.some((one) => one.check === check)));
  const body = made.map((check: CheckName) => {
    const cells = rows.map((row) => {
      const found = row.checks.find((one) => one.check === check);
      if (!found) return "<td></td>";
      const { passed, failed } = found;
      return failed > 0 ? `<td class="failed">${failed} of ${passed + failed}</td>` : `<td class="seen">${passed}</td>`;
    });
    return `<tr><th scope="row" title="${encode(checks[check].about)}">${check}</th>${cells.join("")}</tr>`;
  });
  return table(["check", ...rows.map(({ operation }) => subjectOf(operation))], body);
}

function table(head: readonly string[], rows: readonly string[]): string {
  const cells = head.map((cell) => `<th scope="col">${encode(cell)}</th>`).join("");
  return `<div class="scroll" tabindex="0"><table><thead><tr>${cells}</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>`;
}

function list(items: readonly string[]): string {
  return items.length === 0
    ? "<p>Nothing.</p>"
    : `<ul>${items.map((item) => `<li>${encode(item)}</li>`).join("")}</ul>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function encode(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
