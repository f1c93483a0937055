import { globSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../test/support/folder.ts";
import { type Claim, claims, describeRuns } from "./claims.ts";

const root = join(import.meta.dirname, "..");

test("every page with claims is run by a command", () => {
  const pages = [
    "README.md",
    "docs/reliability.md",
    ...globSync("docs/guides/*.md", { cwd: root }),
  ];
  const listed = new Set(claims.flatMap((claim) => claim.pages));
  expect(pages.filter((page) => !listed.has(page))).toEqual([]);
});

test("every claim is run by a workflow, or by hand on a day that is known", () => {
  for (const claim of claims)
    expect(describeRuns(claim, root), claim.command).toMatch(
      /^(CI|nightly|by hand, last 20\d\d-\d\d-\d\d)/,
    );
});

test("commands that have no day are run by a workflow", () => {
  const automatic = claims.filter(({ last }) => last === undefined);
  expect(automatic.length).toBeGreaterThan(10);
  for (const claim of automatic) expect(describeRuns(claim, root)).not.toContain("by hand");
});

/** When a command is said to run, in a project with one workflow. */
async function describeIn(
  workflow: string,
  claim: Partial<Claim>,
  name = "checks.yml",
): Promise<string> {
  const folder = await makeFolder();
  await mkdir(join(folder, ".github/workflows"), { recursive: true });
  await mkdir(join(folder, "docs"));
  await writeFile(join(folder, ".github/workflows", name), workflow);
  await writeFile(join(folder, "docs/days.md"), "2026-01-02, 2026-10-01, 2025-12-31");
  return describeRuns({ claim: "", pages: [], command: "npm test", ...claim }, folder);
}

test.for<[workflow: string, claim: Partial<Claim>, said: string]>([
  ["- run: npm test", {}, "CI"],
  ["- run: npm test -- slow", {}, "by hand, last never"],
  ["- run: npm test -- slow", { command: "npm test -- slow" }, "CI"],
  ["- run: npm test -- slow --shard=1/3", { command: "npm test -- slow" }, "CI"],
  ["- run: npm test -- slower", { command: "npm test -- slow" }, "by hand, last never"],
  ["# npm test", {}, "by hand, last never"],
  ["", { last: "2026-11-01" }, "by hand, last 2026-11-01"],
  ["", { last: "docs/days.md" }, "by hand, last 2026-10-01"],
])("a workflow with %j and the claim %j: %s", async ([workflow, claim, said]) => {
  expect(await describeIn(workflow, claim)).toBe(said);
});

test("what runs every night alone is said to", async () => {
  expect(await describeIn("  command: npm test", {}, "nightly.yml")).toBe("nightly");
});
