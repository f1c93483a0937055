import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claims, describeRuns } from "./claims.ts";

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
