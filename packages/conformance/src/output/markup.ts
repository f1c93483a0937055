import { showLines } from "@packages/contract/src/show-text.ts";
import { flatten } from "../findings.ts";
import { type Report, selectCounted } from "../report.ts";

const markupEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\n": "&#10;",
};

/** A string inside HTML or XML, in elements and attributes. Control characters, which XML cannot carry, are shown as escapes. */
export function escapeMarkup(string: string): string {
  const printable = showLines(string).replaceAll(/[\ufffe\uffff]/g, "\ufffd");
  return printable.replaceAll(/[&<>"'\n]/g, (character) => markupEntities[character] ?? character);
}

/** A badge in SVG: `conforms 47/61`. */
export function toBadge(report: Report): string {
  const { grade, conforms, findings } = report;
  const isBroken = selectCounted(findings, report).length > 0;
  const label = "conforms";
  const isWhole = conforms && grade.leftOut === 0;
  const all = grade.checks + grade.leftOut;
  // A run of some checks, or one that ended early, gives no verdict on the others.
  const value = `${grade.passed}/${all}${isWhole || isBroken ? "" : " (partial)"}`;
  const withoutFailure = isWhole ? "#2e7d32" : "#8a5a00";
  const color = isBroken ? "#c62828" : withoutFailure;
  const [left, right] = [label, value].map((words) => words.length * 7 + 12) as [number, number];
  const text = (x: number, shown: string) => `<text x="${x}" y="14">${escapeMarkup(shown)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label} ${value}">
<rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${color}"/>
<g fill="#fff" font-family="Verdana,sans-serif" font-size="11">${text(6, label)}${text(left + 6, value)}</g>
</svg>
`;
}

/**
 * JUnit's XML: a suite for each operation, a case for each check that was made of it. A case that breaks assumptions alone
 * fails if they count, and else is skipped: whether the file has failures is what the exit code says.
 */
export function toJunit(report: Report): string {
  const { coverage, findings, untested, duration, url, verdict } = report;
  const counted = new Set(selectCounted(findings, report));
  const all = flatten(findings);
  const suites = Object.entries(coverage).flatMap(([operation, checks]) => {
    const skipped = untested.filter(
      (one) => one.operation === operation && !checks.includes(one.check),
    );
    const found = new Map(
      checks.flatMap((check) => {
        const causes = all
          .filter((finding) => finding.check === check)
          .flatMap((finding) => {
            const { cites, sentence, causes } = finding;
            return causes.map((cause) => ({
              ...cause,
              cites,
              sentence,
              isCounted: counted.has(finding),
            }));
          })
          .filter((cause) => cause.operation === operation);
        return causes.length > 0 ? [[check, causes]] : [];
      }),
    );
    const cases = checks.map((check) => {
      const every = found.get(check) ?? [];
      const failing = every.filter(({ isCounted }) => isCounted);
      const causes = failing.length > 0 ? failing : every;
      const [first] = causes;
      if (!first) return `${openTestCase(operation, check)}></testcase>`;
      // A test case has one failure: programs that read this format count no more.
      const more = causes.length > 1 ? ` (and ${causes.length - 1} more)` : "";
      const details = causes.map(
        ({ message, cites, sentence, curl }) => `${message}\n${cites}\n${sentence}\n${curl}\n`,
      );
      const failure = first.isCounted
        ? `<failure message="${escapeMarkup(first.message + more)}">${escapeMarkup(details.join("\n"))}</failure>`
        : `<skipped message="${escapeMarkup(`Assumed here: ${first.message}${more}`)}"/>`;
      return `${openTestCase(operation, check)}>${failure}</testcase>`;
    });
    const left = skipped.map(
      ({ check, reason }) =>
        `${openTestCase(operation, check)}><skipped message="${escapeMarkup(reason)}"/></testcase>`,
    );
    const failures = [...found.values()].filter((causes) =>
      causes.some(({ isCounted }) => isCounted),
    ).length;
    const notTested = skipped.length + found.size - failures;
    const counts = `tests="${checks.length + skipped.length}" failures="${failures}" skipped="${notTested}"`;
    return [
      `<testsuite name="${escapeMarkup(operation)}" ${counts}>`,
      ...cases,
      ...left,
      "</testsuite>",
    ];
  });
  const head = `<testsuites name="${escapeMarkup(`Conformance of ${url}`)}" time="${duration.toFixed(3)}">`;
  const property = `<properties><property name="verdict" value="${escapeMarkup(verdict)}"/></properties>`;
  const summary = `<testsuite name="verdict" tests="0" failures="0">${property}</testsuite>`;
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, summary, ...suites, "</testsuites>"].join("\n")}\n`;
}

const openTestCase = (operation: string, check: string) =>
  `<testcase classname="${escapeMarkup(operation)}" name="${escapeMarkup(check)}"`;
