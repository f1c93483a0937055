import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeReport } from "../../packages/review/src/make-report.ts";
import type { Release } from "../../packages/review/src/semver.ts";
import { shelf } from "../review/shelf.ts";
import { copy, set, type Tree } from "../review/tree.ts";
import { makeFolder } from "../support/folder.ts";
import { publishedFolders, readManifest } from "./packages.ts";
import { refuseStep, stepOfChangesets } from "./step.ts";

test.for<[asked: Release, limit: number, version: string, refused: string | undefined]>([
  [
    "patch",
    5,
    "0.1.0",
    "The changesets ask for patch, and the contract needs minor:\n- `createLoan` allows 5 requests",
  ],
  ["minor", 5, "0.1.0", undefined],
  [
    "minor",
    5,
    "1.2.0",
    "and the contract needs major:\n- `createLoan` allows 5 requests in 1 minute",
  ],
  ["major", 5, "1.2.0", undefined],
  ["patch", 500, "1.2.0", "needs minor:\n- `createLoan` allows 500 requests"],
  ["none", 100, "1.2.0", undefined],
])(
  "a step of %s for a limit of 100 that becomes %i, after %s",
  async ([asked, limit, version, refused]) => {
    const head: Tree = copy(shelf);
    set(head, "/paths/~1loans/post/x-rate-limit/limit", limit);
    const loaded = (document: Tree) => ({ name: "shelf", document, locate: async () => new Map() });
    const root = await makeFolder();
    writeFileSync(join(root, "package.json"), JSON.stringify({ version }));
    // The packages' own step is proposed only in a project that has code of earlier releases.
    mkdirSync(join(root, "consumers"));
    const files = {
      root,
      spec: "",
      document: "",
      consumers: "consumers",
      decisions: "review.yaml",
    };
    const report = await makeReport(loaded(copy(shelf)), loaded(head), files, {
      isWorkingTree: true,
    });
    const found = refuseStep(asked, report);
    if (refused === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(refused);
  },
);

test("the largest changeset counts", async () => {
  const folder = await makeFolder();
  expect(stepOfChangesets(folder)).toBe("none");
  writeFileSync(join(folder, "a.md"), '---\n"@library/client": patch\n---\n\nA fix.\n');
  writeFileSync(
    join(folder, "b.md"),
    '---\n"@library/client": minor\n"@library/server": patch\n---\n\nA field.\n',
  );
  expect(stepOfChangesets(folder)).toBe("minor");
});

test("every package names the repository, and the workflow may sign: provenance needs both", () => {
  const root = join(import.meta.dirname, "../..");
  for (const folder of publishedFolders(root))
    expect(readManifest(join(root, folder)).repository?.url, folder).toBe(
      readManifest(root).repository?.url,
    );
  const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
  expect(workflow).toMatch(/^ {6}id-token: write$/m);
  expect(workflow).not.toContain("NPM_TOKEN");
});
