import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Change, Severity } from "../change.ts";
import type { Flaw } from "../load/loaded.ts";
import { defaultFormat, print, printFormats, reportFormats } from "./print.ts";
import type { Report } from "./report.ts";

/** A report with the same text in every field of a document that a person may have written. */
function reportOf(text: string): Report {
  const change = (severity: Severity, index: number): Change => ({
    kind: "field-removed",
    fingerprint: `0123456789a${index}`,
    severity,
    affects: ["client"],
    messages: [text],
    fields: [],
    message: text,
    where: {
      pointer: "/paths",
      in: "head",
      subject: text,
      operations: [text],
      source: "spec/a.tsp:1",
      file: "spec/a.tsp",
      line: 1,
    },
    instead: text,
    before: text,
    after: text,
    ...(index === 0 && { follows: [{ ...change(severity, 9), message: `${text} follows` }] }),
  });
  const acceptance = { fingerprint: "0123456789a4", reason: text, by: text, until: "2030-01-01" };
  return {
    verdict: "breaking",
    mayBreak: false,
    packageRelease: null,
    flaws: [],
    release: "major",
    words: 1,
    added: null,
    changes: (["breaking", "risky", "safe", "breaking"] as const).map(change),
    base: { version: text },
    head: { version: `${text} 2` },
    names: { base: text, head: text },
    decided: {
      accepted: [{ change: change("breaking", 4), acceptance }],
      stale: [{ acceptance, isOver: true }],
    },
    consumers: [{ place: "1.0/checkout.ts:12", message: text }],
    basis: { added: [], removed: [], renamed: [] },
  };
}

test.for(["md", "html"] as const)("no text of a contract becomes markup in %s", (format) => {
  const [tame, wild] = ["text", "<img src=x onerror=alert(1)>"].map((text) =>
    print(reportOf(text), format),
  );
  const tags = (page = ""): number => page.replaceAll(/`[^`]*`/g, "").split("<").length;
  expect(tags(wild)).toBe(tags(tame));
});

test("a comment has each change once, counts what it folds, and is cut where GitHub would refuse it", () => {
  const report = reportOf("text");
  const many = (length: number): string => {
    const changes = Array.from({ length }, (_, index) => ({
      ...(report.changes[0] as Change),
      kind: `kind-${index}`,
    }));
    return print({ ...report, changes, consumers: [], decided: { accepted: [], stale: [] } }, "md");
  };
  expect(many(10)).toContain("<summary>2 further breaking or risky</summary>");
  expect(many(10).match(/^- /gm)).toHaveLength(10);
  for (const length of [400, 600, 800, 10_000]) expect(many(length).length).toBeLessThan(65_536);
  expect(many(10_000)).toMatch(
    /\n\n\d+ more lines in the report as a page\.\n\n<!-- contract-review [0-9a-f ]+ -->\n$/,
  );
  // It is filled.
  for (const length of [600, 800, 10_000]) expect(many(length).length).toBeGreaterThan(58_000);
});

test("mistakes of the spec are annotated at their lines, each once and not at any length", () => {
  const mistake: Flaw = {
    severity: "error",
    file: "spec/a.tsp",
    line: 3,
    text: `unassignable: ${"long ".repeat(500)}`,
  };
  const warning: Flaw = { severity: "warning", text: "deprecated: old" };
  const report = { ...reportOf("text"), flaws: [mistake, { ...mistake }, warning] };
  const lines = print(report, "annotations").split("\n");
  const shown = lines.filter((line) => line.includes("unassignable"));
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatch(
    /^::error file=spec\/a\.tsp,line=3,title=The spec does not compile%3A 1 error%2C 1 warning::error unassignable: long /,
  );
  expect(shown[0]?.length).toBeLessThan(500);
  expect(lines).toContain(
    "::warning title=The spec does not compile%3A 1 error%2C 1 warning::warning deprecated: old",
  );
});

test("warnings alone are not called a spec that does not compile", () => {
  const warning: Flaw = { severity: "warning", text: "unused-error: no operation answers with it" };
  const page = print({ ...reportOf("text"), flaws: [warning] }, "md");
  expect(page).toContain("The compiler warns: 1 warning");
  expect(page).toContain("Fix the compiler's warnings");
  expect(page).not.toMatch(/does not compile|as far as/);
});

test.for(printFormats)("unused decisions are one line in %s", (format) => {
  const acceptances = ["0123456789ab", "ba9876543210"].map((fingerprint) => ({
    acceptance: { fingerprint, reason: "Nobody reads it.", by: "Ana", until: "2030-01-01" },
    isOver: false,
  }));
  const decided = { accepted: [], stale: acceptances };
  const page = print({ ...reportOf("text"), decided }, format);
  const shows: readonly string[] = reportFormats[format].shows;
  if (format === "json" || !shows.includes("decisions")) return;
  expect(page).toContain("2 decisions");
  expect(page.split("unused in this comparison")).toHaveLength(2);
  for (const { acceptance } of acceptances) expect(page).toContain(acceptance.fingerprint);
});

test("of many unused decisions five are listed, and the number of the others", () => {
  const stale = Array.from({ length: 58 }, (_, at) => ({
    acceptance: {
      fingerprint: `${at}`.padStart(12, "0"),
      reason: "x",
      by: "Ana",
      until: "2030-01-01",
    },
    isOver: false,
  }));
  const report = { ...reportOf("text"), decided: { accepted: [], stale } };
  const page = print(report, "text");
  expect(page).toContain("Decisions: 0 expired, 58 unused");
  expect(page).toContain("000000000004, 53 more (--json lists all). Remove");
  expect(page).not.toContain("000000000005");
  expect(print(report, "json")).toContain("000000000057");
});

test("the README lists every format", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  const [, list = ""] = /Every format prints[^:]*:([^.]*)\./.exec(readme) ?? [];
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual([...printFormats].sort());
});

test.for(printFormats)("%s has each finding with sentence, place and fingerprint", (format) => {
  const report = reportOf("it changed");
  // The page of HTML says where a place may break.
  const page = print(report, format).replaceAll(/<wbr>|<\/?span[^>]*>/g, "");
  const all = [...report.changes, ...report.decided.accepted.map(({ change }) => change)];
  for (const { fingerprint } of all) expect(page.split(fingerprint)).not.toHaveLength(1);
  expect(page).toContain("it changed follows");
  expect(page).not.toContain("Its meaning has not changed.");
  expect(page).toContain("spec/a.tsp");
  const shows: readonly string[] = reportFormats[format].shows;
  const parts = [
    page.includes("1.0/checkout.ts:12") && "consumers",
    /expired on 2030-01-01|"isOver": true/.test(page) && "decisions",
  ];
  expect(parts.filter(Boolean)).toEqual(shows);
});

test("the page for the terminal has no markup, and the one for the browser no backticks", () => {
  const { base, head, names } = reportOf("1.0");
  const report = { ...reportOf("`Book.title` is gone"), base, head, names };
  expect(print(report, "text")).not.toMatch(/<\w|\*\*|^#/m);
  expect(print(report, "html")).not.toContain("`");
  expect(print(report, "html")).toContain("<code>Book.title</code> is gone");
  expect([defaultFormat(true), defaultFormat(false)]).toEqual(["text", "md"]);
});

test.for(["md", "html", "text"] as const)("%s has each section once", (format) => {
  const flaw: Flaw = { severity: "error", file: "spec/a.tsp", line: 3, text: "the only flaw" };
  const statement = {
    subject: "its subject",
    kind: "assumed",
    reason: "The only reason.",
  } as const;
  const report = {
    ...reportOf("text"),
    flaws: [flaw],
    consumers: [{ place: "1.0/a.ts:1", message: "the only consumer" }],
    basis: { added: [statement], removed: [], renamed: [] },
  } as unknown as Report;
  const page = print(report, format).replaceAll(/<wbr>|<\/?span[^>]*>/g, "");
  for (const text of ["the only flaw", "the only consumer", "The only reason."])
    expect(page.split(text).length - 1, text).toBe(1);
});

test.for([
  [{ file: "a.yaml", line: 7 }, 7],
  [{ file: "a.yaml", line: 1 }, 1],
  // A document that cannot be placed: the formats count lines from 1.
  [{ file: "a.yaml", line: undefined }, 1],
  [{ file: undefined, line: undefined }, undefined],
] as const)("a finding at %j is at the line %s", ([at, line]) => {
  const report = reportOf("text");
  const [change] = report.changes;
  const where = { ...change?.where, ...at };
  const one = { ...report, changes: [{ ...change, where }], decided: { accepted: [], stale: [] } };
  const [result] = JSON.parse(print(one as Report, "sarif")).runs[0].results;
  const [{ physicalLocation = undefined }] = result.locations;
  expect(physicalLocation).toEqual(
    line && { artifactLocation: { uri: "a.yaml" }, region: { startLine: line } },
  );
  const annotation = print(one as Report, "annotations");
  if (line === undefined) expect(annotation).not.toContain("file=a.yaml");
  else expect(annotation).toContain(`file=a.yaml,line=${line},`);
});
