// Ten realistic changes of the spec: their verdicts, the lines that they are told of, and the reports to look at. With
// REVIEW_REPORTS=write the reports beside this file are written anew.
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { loadSpec } from "../../packages/review/src/load/load.ts";
import type { Loaded } from "../../packages/review/src/load/loaded.ts";
import { makeReport } from "../../packages/review/src/make-report.ts";
import { printHtml } from "../../packages/review/src/report/html.ts";
import { printMarkdown } from "../../packages/review/src/report/markdown.ts";
import { tenChanges } from "./ten-changes.ts";

const home = join(import.meta.dirname, "../..");
const surroundings = {
  root: home,
  spec: "spec/main.tsp",
  document: "generated/openapi/openapi.yaml",
  ruleset: "spec/lint/ruleset.yaml",
  consumers: "test/consumers",
  inventory: "test/interface/inventory.yaml",
};

let base: Loaded;
beforeAll(async () => {
  base = await loadSpec("main", join(home, "spec/main.tsp"), home);
});

async function copySpec(edits: (typeof tenChanges)[number]["edits"]): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "review-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(home, "spec"), join(folder, "spec"), { recursive: true });
  await symlink(join(home, "node_modules"), join(folder, "node_modules"), "junction");
  for (const [file, from, to] of edits) {
    const path = join(folder, "spec", file);
    const text = await readFile(path, "utf8");
    const edited = text.replace(from, to);
    expect(edited, `${file} has no ${from}`).not.toBe(text);
    await writeFile(path, edited);
  }
  return folder;
}

/** Each takes many seconds: every third one, and all of them in `npm run test:deep` or where reports are written. */
const isWhole = process.env.REVIEW_CHANGES === "all" || process.env.REVIEW_REPORTS === "write";
const changes = tenChanges.filter((_, index) => isWhole || index % 3 === 0);

test.for(changes)("$name", async ({ name, edits, verdict, kinds }) => {
  const folder = await copySpec(edits);
  const head = await loadSpec(name, join(folder, "spec/main.tsp"), folder);
  const report = await makeReport(base, head, surroundings, false);
  expect(report.verdict).toBe(verdict);
  for (const [kind, file] of kinds) {
    const change = report.changes.find((candidate) => candidate.kind === kind);
    expect(change, JSON.stringify(report.changes)).toBeDefined();
    expect(change?.where.file).toBe(file);
    expect(change?.where.line).toBeGreaterThan(1);
  }
  const text = printMarkdown(report);
  const [shown = ""] = text.split("<details>");
  // What is not folded fits two screens.
  expect(shown.split("\n").length).toBeLessThan(60);
  expect(printHtml(report, { base, head })).toContain("side by side");
  if (process.env.REVIEW_REPORTS !== "write") return;
  const reports = join(import.meta.dirname, "reports");
  await mkdir(reports, { recursive: true });
  await writeFile(join(reports, `${name}.md`), text);
});
