import type { Report } from "../report.ts";

/** JUnit's XML: a suite for each operation, a case for each check that was made of it. */
export function toJunit({ coverage, findings, untested, duration, url }: Report): string {
  const suites = coverage.flatMap(({ operation, checks }) => {
    const skipped = untested.filter(
      (one) => one.operation === operation && !checks.some(({ check }) => check === one.check),
    );
    if (checks.length + skipped.length === 0) return [];
    const cases = checks.map(({ check, failed }) => {
      const found = findings.filter((finding) => finding.operation === operation && finding.check === check);
      const failures = found.map(
        ({ message, curl }) => `<failure message="${encode(message)}">${encode(curl)}</failure>`,
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
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, "</testsuites>"].join("\n")}\n`;
}

const open = (operation: string, check: string): string =>
  `<testcase classname="${encode(operation)}" name="${encode(check)}"`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** Text as XML can carry it: control characters it cannot. */
function encode(text: string): string {
  const printable = [...text.toWellFormed()].map((character) => (isControl(character) ? "\ufffd" : character));
  return printable.join("").replaceAll(/[&<>"\n]/g, (character) => entities[character] ?? character);
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 0xfffe || code === 0xffff;
}
