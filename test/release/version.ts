// `npm run release -- version`: raises the version of every package by what the changesets say, and drafts the change log.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "../../packages/review/src/load/load.ts";
import { makeReport } from "../../packages/review/src/make-report.ts";
import { printChangelog } from "../../packages/review/src/report/changelog.ts";
import type { Report } from "../../packages/review/src/report/report.ts";
import { run } from "../packages/support/run.ts";
import { publishedFolders, readManifest } from "./packages.ts";
import { notesOfChangesets, refuseStep, stepOfChangesets } from "./step.ts";
import { changeset } from "./tools.ts";

const root = join(import.meta.dirname, "../..");
const node = (...args: string[]): Promise<string> => run(process.execPath, args, root);

/** One version for all packages and for the project, which the generator takes it from. */
async function raiseVersions(): Promise<string> {
  if ((await changeset("version")) !== 0) throw new Error("The versions could not be raised.");
  const [version, ...others] = new Set(
    publishedFolders(root).map((folder) => readManifest(join(root, folder)).version),
  );
  if (version === undefined || others.length > 0)
    throw new Error(`The packages are not in step: ${[version, ...others].join(", ")}.`);
  const file = join(root, "package.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`));
  await node("packages/generator/src/generate.ts");
  await run(
    "npm",
    ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"],
    root,
  );
  return version;
}

/** What the review finds since the last release; nothing before the first. */
async function reviewSinceRelease(): Promise<Report | undefined> {
  const last = (
    await run("git", ["describe", "--tags", "--abbrev=0", "--match", "v*"], root).catch(() => "")
  ).trim();
  if (last === "") return undefined;
  const files = { root, spec: "spec/main.tsp", document: "generated/openapi/openapi.yaml" };
  const project = { ...files, consumers: "test/consumers", decisions: "review.yaml" };
  const base = await load(last, "base", project);
  const head = await load(join(root, files.spec), "head", project);
  return makeReport(base, head, project, { isWorkingTree: true });
}

/** The entry of this release: what the changesets say to users of the packages, then the draft of the review. */
function writeChangeLog(version: string, report: Report | undefined, notes: string): void {
  const draft = report ? printChangelog(report).replace(/^.*\n+/, "") : "";
  const file = join(root, "CHANGELOG.md");
  const text = readFileSync(file, "utf8");
  const entry = [`## ${version}`, notes, draft.trim()].filter(Boolean).join("\n\n");
  // What was noted since the last release is of this one.
  const noted = /^## Unreleased.*\n+/m;
  const written = noted.test(text)
    ? text.replace(noted, () => `${entry}\n\n`)
    : text.replace(/^(?=## )/m, () => `${entry}\n\n`);
  writeFileSync(file, written);
}

const changesets = join(root, ".changeset");
if (notesOfChangesets(changesets) === "") {
  console.error("There is no changeset: note the changes with `npm run release -- change` first.");
  process.exit(1);
}
const report = await reviewSinceRelease();
const refusal = report && refuseStep(stepOfChangesets(changesets), report);
if (refusal) {
  console.error(refusal);
  process.exit(1);
}
const notes = notesOfChangesets(changesets);
const version = await raiseVersions();
writeChangeLog(version, report, notes);
console.log(
  `Version ${version}. Finish CHANGELOG.md, and commit everything; the tag is v${version}.`,
);
