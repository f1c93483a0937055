// The command `spectral`, as others have it, says of the contract what `npm run lint -- contract` says.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { lint, loadRuleset } from "../../scripts/lint/spectral.ts";
import { makeFolder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");
const folder = await makeFolder(afterAll);
const contract = readFileSync(join(root, "generated/openapi/openapi.yaml"), "utf8");

function runSpectral(file: string): { status: number | null; codes: string[] } {
  const { status, stdout, stderr } = spawnSync(
    join(root, "node_modules/.bin/spectral"),
    [
      "lint",
      file,
      "--ruleset",
      join(root, "spec/lint/ruleset.yaml"),
      "--format",
      "json",
      "--quiet",
    ],
    { encoding: "utf8" },
  );
  // The list is JSON; without findings the command may print a sentence behind it.
  const list = /^\[[\s\S]*?^\]|^\[\]/m.exec(stdout)?.[0];
  if (list === undefined) throw new Error(stdout + stderr);
  return { status, codes: (JSON.parse(list) as { code: string }[]).map(({ code }) => code) };
}

test("the contract has no finding", () => {
  expect(runSpectral(join(root, "generated/openapi/openapi.yaml"))).toEqual({
    status: 0,
    codes: [],
  });
});

test("a contract with faults has the same findings by both", async () => {
  const broken = parse(contract) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const [first = {}] = Object.values(broken.paths);
  const [operation = {}] = Object.values(first);
  delete operation.description;
  delete operation.tags;
  operation.operationId = "no name";
  await mkdir(folder, { recursive: true });
  const file = join(folder, "broken.yaml");
  await writeFile(file, stringify(broken));
  const { status, codes } = runSpectral(file);
  const found = await lint(await loadRuleset(), broken);
  expect(found.length).toBeGreaterThan(2);
  expect(codes.sort()).toEqual(found.map(({ rule }) => rule).sort());
  expect(status).toBe(1);
});
