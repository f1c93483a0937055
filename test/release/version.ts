// `npm run release:version`: raises the version of every package by what the changesets say, and drafts the change log.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../packages/support/run.ts";
import { publishedFolders, readManifest } from "./packages.ts";

const root = join(import.meta.dirname, "../..");
const node = (...args: string[]): Promise<string> => run(process.execPath, args, root);

/** One version for all packages and for the project, which the generator takes it from. */
async function raiseVersions(): Promise<string> {
  await node(join(import.meta.dirname, "node_modules/@changesets/cli/bin.js"), "version");
  const [version, ...others] = new Set(
    publishedFolders(root).map((folder) => readManifest(join(root, folder)).version),
  );
  if (version === undefined || others.length > 0)
    throw new Error(`The packages are not in step: ${[version, ...others].join(", ")}.`);
  const file = join(root, "package.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`));
  await node("packages/generator/src/generate.ts");
  await run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"], root);
  return version;
}

/** What the review says of the contract since the last release, for a person to finish. */
async function draftChangeLog(version: string): Promise<void> {
  const last = await run("git", ["describe", "--tags", "--abbrev=0", "--match", "v*"], root).catch(() => "");
  const review = ["packages/review/src/review.ts", "--allow-breaking", "--format", "changelog"];
  const draft = last === "" ? "\n" : await node(...review, "--base", last.trim());
  const file = join(root, "CHANGELOG.md");
  const text = readFileSync(file, "utf8");
  const entry = draft.replace(/^.*\n+/, `## ${version}\n\n`);
  // What was noted since the last release is of this one.
  const noted = /^## Unreleased.*\n+/m;
  writeFileSync(file, noted.test(text) ? text.replace(noted, `${entry}\n`) : text.replace(/^(?=## )/m, `${entry}\n`));
}

const version = await raiseVersions();
await draftChangeLog(version);
console.log(`Version ${version}. Finish CHANGELOG.md, and commit everything; the tag is v${version}.`);
