import { expect, test } from "vitest";
import type { Finding } from "../findings.ts";
import type { Report } from "../report.ts";
import { type OutputFormat, outputFormats, printReport } from "./formats.ts";

const evil = `"'><img src=x onerror=alert(1)>\n\u0001]]>&lt;`;

/** A report with the same text in every field that holds one. */
function reportOf(text: string): Report {
  const finding = (consequences: Finding[]): Finding => ({
    check: "lookup",
    area: "money",
    message: text,
    gist: text,
    cites: text,
    sentence: text,
    causes: [
      { operation: text, place: text, request: text, message: text, curl: text, repeats: 1 },
      { operation: text, place: "", request: text, message: text, curl: text, repeats: 0 },
    ],
    consequences,
  });
  const findings = Array.from({ length: 30 }, () => finding([finding([])]));
  return {
    conforms: false,
    verdict: text,
    url: text,
    contract: { title: text, version: text },
    startedAt: text,
    seed: 1,
    duration: 1,
    requests: 1,
    findings,
    stopped: text,
    grade: { checks: 61, passed: 47, failed: 0, untested: 14, leftOut: 0 },
    untested: [{ check: "token", operation: text, reason: text }],
    skipped: [{ check: "list", operation: text, request: text, reason: text, hidden: 0 }],
    comparison: { added: findings.slice(0, 2), gone: [], unchanged: 1 },
    coverage: { [text]: ["lookup"] },
  };
}

/** What is left of a page when its texts are gone. */
const tagsOf = (markup: string) => markup.match(/<[^>]*>/g) ?? [];

test.for<OutputFormat>(["html", "junit", "badge"])(
  "no text of a report becomes markup in %s",
  (format) => {
    const [tame, wild] = ["text", evil].map((text) => printReport(reportOf(text), format));
    expect(wild).not.toMatch(/<img|]]>/);
    // A quote that stays one would end an attribute.
    const quotes = (page = "") => page.split(`"'`).length;
    expect(quotes(wild)).toBe(quotes(tame));
    expect(tagsOf(wild ?? "").length).toBe(tagsOf(tame ?? "").length);
  },
);

test("assumptions fail no case of JUnit and redden no badge, unless they count", () => {
  const plain = reportOf("text");
  const findings = plain.findings.map((one) => ({
    ...one,
    consequences: [],
    basis: "assumed" as const,
  }));
  const assumed = { ...plain, findings };
  const results = [plain, assumed, { ...assumed, strict: true as const }].map((report) => {
    const junit = printReport(report, "junit");
    const isRed = printReport(report, "badge").includes("#c62828");
    return [/failures="1"/.test(junit), junit.includes("<failure"), isRed];
  });
  expect(results).toEqual([
    [true, true, true],
    [false, false, false],
    [true, true, true],
  ]);
  expect(printReport(assumed, "junit")).toContain('<skipped message="Assumed here: text');
});

test("the page has assumptions of the contract in a separate part", () => {
  const report = reportOf("text");
  const [one, ...others] = report.findings;
  if (!one) throw new Error("no finding");
  one.basis = "assumed";
  const [before = "", assumed = ""] = printReport(report, "html").split('<h2 id="assumed">');
  expect(before.match(/<details data-finding/g)).toHaveLength(others.length);
  expect(before).toContain('<a href="#assumed">assumed: 1</a>');
  expect(assumed.match(/<details data-finding/g)).toHaveLength(1);
});

test("the page cuts a value that would fill lines, and breaks a pointer between its parts", () => {
  const report = reportOf(`#/paths/~1api~1v1 ${"x".repeat(1_000)}`);
  const page = printReport(report, "html");
  expect(page).toContain(`<span class="reason">#/paths/~1api~1v1 ${"x".repeat(60)}…</span>`);
  expect(page).toContain("<code>#<wbr>/paths<wbr>/<wbr>~1api<wbr>~1v1 ");
});

test("a heading names three operations, and always the check", () => {
  const report = reportOf("text");
  const [finding] = report.findings;
  const [cause] = finding?.causes ?? [];
  if (!finding || !cause) throw new Error("no finding");
  finding.causes = [
    "createCharge",
    "createTransfer",
    "getCharge",
    "getTransfer",
    "listWebhooks",
  ].map((operation) => ({ ...cause, operation }));
  expect(printReport(report, "text")).toContain(
    "1. money: createCharge, createTransfer, getCharge and 2 more · lookup (10 requests)",
  );
});

test("what is printed is short, and names what it leaves out", () => {
  const lines = printReport(reportOf("a text of some words ".repeat(20)), "text").split("\n");
  expect(lines.length).toBeLessThan(120);
  expect(lines.join("\n")).toContain("and 20 more: ");
  expect(
    outputFormats.map((format) => printReport(reportOf("text"), format).length > 100),
  ).not.toContain(false);
});

test.for([
  [1, "It is wrong."],
  [2, "It is wrong. (and 1 more)"],
  [3, "It is wrong. (and 2 more)"],
] as const)(
  "a case of JUnit with %d causes is one failure, whose message says how many follow",
  ([count, message]) => {
    const report = reportOf("createLoan");
    const [finding] = report.findings;
    const [cause] = finding?.causes ?? [];
    if (!finding || !cause) throw new Error("The report has no cause.");
    const { comparison: _, ...compared } = report;
    const causes = Array.from({ length: count }, () => ({ ...cause, message: "It is wrong." }));
    const findings = [{ ...finding, causes, consequences: [] }];
    const junit = printReport({ ...compared, findings }, "junit");
    expect(junit).toContain(`<failure message="${message}">`);
    expect(junit).toContain('tests="2" failures="1" skipped="1"');
  },
);
