// The generated document.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { lint, loadRuleset, rulesetFile } from "./lint.ts";

const contract = readFileSync(new URL("../../generated/openapi/openapi.yaml", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "lint-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the generated document has no findings, whatever their severity", async () => {
  expect(await lint(await loadRuleset(), parse(contract))).toEqual([]);
});

test("in CI a finding fails and becomes an annotation of its line", () => {
  const file = join(folder, "openapi.yaml");
  writeFileSync(file, contract.replace(/^ {6}summary: .*\n/m, ""));
  const command = createRequire(import.meta.url).resolve("@stoplight/spectral-cli/dist/index.js");
  const options = ["--ruleset", rulesetFile, "--fail-severity", "hint", "--format", "github-actions"];
  const { status, stdout } = spawnSync(process.execPath, [command, "lint", ...options, file], { encoding: "utf8" });
  expect(stdout).toMatch(/^::error .*title=operation-summary.*line=\d+.*::No summary at #\/paths\/.+: add @summary/m);
  expect(status).toBe(1);
});
