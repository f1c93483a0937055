import { flatten } from "../findings.ts";
import type { Report } from "../report.ts";
import { escapeMarkup as encode } from "./escape.ts";

/** JUnit's XML: a suite for each operation, a case for each check that was made of it. */
export function toJunit({ coverage, findings, untested, duration, url, verdict }: Report): string {
  const all = flatten(findings);
  const suites = coverage.flatMap(({ operation, checks }) => {
    const skipped = untested.filter(
      (one) => one.operation === operation && !checks.some(({ check }) => check === one.check),
    );
    if (checks.length + skipped.length === 0) return [];
    const cases = checks.map(({ check, failed }) => {
      const found = all.filter((finding) => finding.operations.includes(operation) && finding.check === check);
      const failures = found.map(
        ({ message, curl, cites }) => `<failure message="${encode(message)}">${encode(`${cites}\n${curl}`)}</failure>`,
      );
      return failed > 0 ? `${open(operation, check)}>${failures.join("")}</testcase>` : `${open(operation, check)}/>`;
    });
    const left = skipped.map(
      ({ check, reason }) => `${open(operation, check)}><skipped message="${encode(reason)}"/></testcase>`,
    );
    const failures = checks.filter(({ failed }) => failed > 0).length;
    const counts = `tests="${checks.length + skipped.length}" failures="${failures}" skipped="${skipped.length}"`;
    return [`<testsuite name="${encode(operation)}" ${counts}>`, ...cases, ...left, "</testsuite>"];
  });
  const head = `<testsuites name="${encode(`Conformance of ${url}`)}" time="${duration.toFixed(3)}">`;
  const property = `<properties><property name="verdict" value="${encode(verdict)}"/></properties>`;
  const summary = `<testsuite name="verdict" tests="0" failures="0">${property}</testsuite>`;
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, summary, ...suites, "</testsuites>"].join("\n")}\n`;
}

const open = (operation: string, check: string): string =>
  `<testcase classname="${encode(operation)}" name="${encode(check)}"`;
