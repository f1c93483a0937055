// The command as it is typed: flags, formats, what it writes and the codes with which it ends.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { run } from "../packages/support/run.ts";

const home = join(import.meta.dirname, "../..");
let folder: string;

/** A contract with a limit of bodies, which is easy to change in every way. */
const contract = (limit: number, version = "1.0"): object => ({
  openapi: "3.1.0",
  info: { title: "Library", version },
  paths: { "/books": { get: { operationId: "listBooks", responses: { "200": { description: "Books." } } } } },
  "x-body-limit": limit,
});

// A project of its own without spec, ruleset and consumers, whose first commit has the contract as it was.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "review-project-"));
  await mkdir(join(folder, "generated/openapi"), { recursive: true });
  const document = join(folder, "generated/openapi/openapi.yaml");
  const git = (...args: string[]): Promise<string> =>
    run("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], folder);
  await writeFile(document, stringify(contract(2048)));
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", ".");
  await git("commit", "--quiet", "-m", "The contract");
  await writeFile(join(folder, "lower.yaml"), stringify(contract(1024)));
  await writeFile(join(folder, "next.json"), JSON.stringify(contract(1024, "2.0")));
  await writeFile(join(folder, "higher.yaml"), stringify(contract(4096)));
  await writeFile(join(folder, "text.yaml"), "just text");
  await writeFile(join(folder, "broken.yaml"), "openapi: [");
});
afterAll(() => rm(folder, { recursive: true }));

function review(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(home, "packages/review/src/review.ts"), ...args],
      { cwd: folder },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe.concurrent("the command", () => {
  test.for<[string, string[], number, string]>([
    ["a breaking change", ["--head", "lower.yaml"], 1, "## 🔴 Contract: breaking"],
    ["one that is allowed", ["--head", "lower.yaml", "--allow-breaking"], 0, "## 🔴 Contract: breaking"],
    ["one with a new major version", ["--head", "next.json"], 0, "It breaks, and the major version says so."],
    ["a safe change", ["--head", "higher.yaml"], 0, "## 🟢 Contract: safe"],
    ["no change", ["--head", "generated/openapi/openapi.yaml"], 0, "no change of meaning"],
    ["a page", ["--head", "lower.yaml", "--format", "html"], 1, "<!doctype html>"],
    ["a draft of the change log", ["--head", "lower.yaml", "--format", "changelog"], 1, "### Breaking"],
    [
      "annotations",
      ["--head", "lower.yaml", "--format", "annotations"],
      1,
      "::error file=lower.yaml,line=12,title=breaking::",
    ],
    ["help", ["--help"], 0, "Usage: npm run review"],
  ])("%s", async ([, args, code, said]) => {
    const result = await review("--base", "main", ...args);
    expect(result.out).toContain(said);
    expect([result.code, result.err]).toEqual([code, ""]);
  });

  test("JSON is for programs", async () => {
    const { out, code } = await review("--base", "main", "--head", "lower.yaml", "--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      verdict: "breaking",
      release: "major",
      base: { name: "main", version: "1.0" },
      changes: [
        {
          kind: "body-limit-lowered",
          severity: "breaking",
          affects: ["client"],
          where: { pointer: "/x-body-limit", file: "lower.yaml", line: 12 },
        },
      ],
    });
  });

  test("a report in a file leaves one line in the terminal", async () => {
    const { out, code } = await review("--base", "main", "--head", "lower.yaml", "--out", "review.md");
    expect([code, out]).toEqual([1, "breaking: 1 breaking; the report is in review.md.\n"]);
    expect(await readFile(join(folder, "review.md"), "utf8")).toContain("1 KiB instead of 2 KiB");
  });

  test.for<[string, string[], number, string]>([
    ["no base", [], 2, "--base is missing"],
    ["a flag that there is not", ["--base", "main", "--fast"], 2, "--fast"],
    ["a format that there is not", ["--base", "main", "--format", "pdf"], 2, "--format: 'pdf' is none of md,"],
    ["neither file nor commit", ["--base", "nowhere"], 2, "nowhere is neither a file nor a commit"],
    ["a flag as a commit", ["--base", "--output=x"], 2, "--base"],
    ["a file that is not there", ["--base", "main", "--head", "none.yaml"], 2, "There is no file none.yaml."],
    ["what is no contract", ["--base", "main", "--head", "text.yaml"], 1, "text.yaml is no OpenAPI document"],
    ["what is no YAML", ["--base", "main", "--head", "broken.yaml"], 1, "broken.yaml cannot be read"],
  ])("%s is said in a sentence", async ([, args, code, said]) => {
    const result = await review(...args);
    expect(result.err).toContain(said);
    expect(result.err).not.toMatch(/^ +at /m);
    expect([result.code, result.out]).toEqual([code, ""]);
  });
});
