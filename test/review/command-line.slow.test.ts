// The command as it is typed: flags, formats, what it writes and the codes with which it ends.
import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { compileSpec } from "../../packages/contract/src/compile.ts";
import { buildDocument } from "../../packages/contract/src/document/build-document.ts";
import { compileConsumers } from "../../packages/review/src/consumers.ts";
import { run } from "../packages/support/run.ts";
import { makeFolder } from "../support/folder.ts";

const home = join(import.meta.dirname, "../..");
const folder = await makeFolder(afterAll);
/** Of the lower limit: it stays the same, because decisions name it. */
const fingerprint = "031f01e4556c";

test("the head of a commit is compiled from its spec, although the committed document is of an earlier one", async () => {
  const project = join(folder, "typespec");
  const git = (...args: string[]): Promise<string> =>
    run("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], project);
  const spec = (most: number): string =>
    `import "@typespec/http";\nimport "@typespec/openapi";\nusing Http;\n@service(#{ title: "Library" })\nnamespace Library;\n@route("/books")\nop findBooks(\n  @query\n  @maxLength(${most})\n  title: string,\n): void;\n`;
  await mkdir(join(project, "spec"), { recursive: true });
  await symlink(join(home, "node_modules"), join(project, "node_modules"), "junction");
  await writeFile(join(project, ".gitignore"), "node_modules\n");
  await writeFile(join(project, "spec/main.tsp"), spec(9));
  const command = [join(home, "packages/review/src/cli.ts"), "--document", "openapi.json"];
  const compiled = await compileSpec(join(project, "spec/main.tsp"));
  await writeFile(join(project, "openapi.json"), JSON.stringify(buildDocument(compiled.document)));
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", ".");
  await git("commit", "--quiet", "-m", "The contract");
  await writeFile(join(project, "spec/main.tsp"), spec(5));
  await git("commit", "--quiet", "-am", "Only the spec");
  const ofCommit = [...command, "--base", "HEAD~1", "--head", "HEAD", "--format", "text"];
  await expect(run(process.execPath, ofCommit, project)).rejects.toThrow(
    /breaking {2}spec\/main\.tsp:9 {2}[0-9a-f]{12}\n.*maxLength went from 9 to 5/,
  );
});

test("programs of earlier releases compile against the sources of this project, with nothing built", () => {
  return expect(compileConsumers(home, "test/consumers")).resolves.toEqual([]);
});

/** A contract with a limit of bodies, which is easy to change in every way. */
const contract = (limit: number, version = "1.0"): object => ({
  openapi: "3.1.0",
  info: { title: "Library", version },
  paths: {
    "/books": {
      get: { operationId: "listBooks", responses: { "200": { description: "Books." } } },
    },
  },
  "x-body-limit": limit,
});

// A project of its own without spec, ruleset and consumers, whose first commit has the contract as it was.
beforeAll(async () => {
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
  const decision = (until: string): string =>
    stringify({
      accepted: [{ fingerprint, reason: "No caller sends so much.", by: "Ana", until }],
    });
  await writeFile(join(folder, "accepted.yaml"), decision("2999-01-01"));
  await writeFile(join(folder, "over.yaml"), decision("2020-01-01"));
  await writeFile(join(folder, "day.yaml"), decision("2027-02-31"));
  await writeFile(join(folder, "severities.yaml"), "severities: { body-limit-lowered: risky }");
  await writeFile(join(folder, "wrong.yaml"), "severities: { body-limit: risky }");
  await writeFile(
    join(folder, "nameless.yaml"),
    `accepted: [{ fingerprint: "${fingerprint}", reason: It is fine. }]`,
  );
  const { paths, ...rest } = contract(2048) as { paths: object };
  const prefixed = Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [`/v1${path}`, item]),
  );
  await writeFile(join(folder, "prefixed.yaml"), stringify({ ...rest, paths: prefixed }));
  await writeFile(join(folder, "text.yaml"), "just text");
  await writeFile(join(folder, "broken.yaml"), "openapi: [");
});

function review(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(home, "packages/review/src/cli.ts"), ...args],
      { cwd: folder },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

const lower = (decisions: string): string[] => ["--head", "lower.yaml", "--decisions", decisions];

describe.concurrent("the command", () => {
  test.for<[string, string[], number, string]>([
    ["a breaking change", ["--head", "lower.yaml"], 1, "## 🔴 Contract: breaking"],
    ["one that is accepted", lower("accepted.yaml"), 0, "Accepted: 1"],
    ["one that was accepted until lately", lower("over.yaml"), 1, "expired on 2020-01-01"],
    ["one that a rule of the project makes risky", lower("severities.yaml"), 0, "1 risky"],
    [
      "a change of the last report",
      ["--head", "lower.yaml", "--seen", "accepted.yaml"],
      1,
      "0 new since the last look",
    ],
    [
      "paths under a prefix",
      ["--head", "prefixed.yaml", "--head-prefix", "/v1"],
      0,
      "no change of meaning",
    ],
    [
      "one with a new major version",
      ["--head", "next.json"],
      0,
      "Breaking, as the new version of the contract announces.",
    ],
    ["a safe change", ["--head", "higher.yaml"], 0, "## 🟢 Contract: safe"],
    ["no change", ["--head", "generated/openapi/openapi.yaml"], 0, "no change of meaning"],
    ["a page", ["--head", "lower.yaml", "--format", "html"], 1, "<!doctype html>"],
    [
      "a draft of the change log",
      ["--head", "lower.yaml", "--format", "changelog"],
      1,
      "### Breaking",
    ],
    [
      "annotations",
      ["--head", "lower.yaml", "--format", "annotations"],
      1,
      "::error file=lower.yaml,line=12,title=breaking%3A body-limit-lowered::",
    ],
    ["help", ["--help"], 0, "Usage: npm run -s review -- --base X"],
  ])("%s", async ([, args, code, said]) => {
    const result = await review("--base", "main", ...args);
    expect(result.out).toContain(said);
    expect([result.code, result.err]).toEqual([code, ""]);
  });

  test("JSON is for programs", async () => {
    const { out, code } = await review(
      "--base",
      "main",
      "--head",
      "lower.yaml",
      "--format",
      "json",
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      verdict: "breaking",
      release: "major",
      names: { base: "main" },
      base: { version: "1.0" },
      changes: [
        {
          kind: "body-limit-lowered",
          fingerprint,
          severity: "breaking",
          affects: ["client"],
          where: { pointer: "/x-body-limit", file: "lower.yaml", line: 12 },
        },
      ],
    });
  });

  test("a report in a file leaves one line in the terminal", async () => {
    const { out, code } = await review(
      "--base",
      "main",
      "--head",
      "lower.yaml",
      "--out",
      "review.md",
    );
    expect([code, out]).toEqual([1, "breaking: 1 breaking; the report is in review.md.\n"]);
    expect(await readFile(join(folder, "review.md"), "utf8")).toContain("1 KiB instead of 2 KiB");
  });

  test.for<[string, string[], string]>([
    ["no base", [], "--base is missing"],
    ["a flag that there is not", ["--base", "main", "--fast"], "--fast"],
    [
      "a format that there is not",
      ["--base", "main", "--format", "pdf"],
      "--format cannot be 'pdf'. It can be md,",
    ],
    ["neither file nor commit", ["--base", "nowhere"], "nowhere is neither a file nor a commit"],
    ["a flag as a commit", ["--base", "--output=x"], "--base"],
    [
      "a file that is not there",
      ["--base", "main", "--head", "none.yaml"],
      "File not found: none.yaml.",
    ],
    [
      "a rule that does not exist",
      ["--base", "main", ...lower("wrong.yaml")],
      "unknown rule `body-limit`",
    ],
    [
      "an acceptance without a name",
      ["--base", "main", ...lower("nameless.yaml")],
      "an acceptance needs `by`",
    ],
    [
      "decisions that are not there",
      ["--base", "main", "--decisions", "none.yaml"],
      "File not found: none.yaml.",
    ],
    ["decisions that are no YAML", ["--base", "main", ...lower("broken.yaml")], "broken.yaml"],
    ["an invalid date", ["--base", "main", ...lower("day.yaml")], "invalid date 2027-02-31"],
    [
      "a folder that is not there",
      ["--base", "main", "--head", "lower.yaml", "--out", "no/x.md"],
      "no/x.md cannot",
    ],
    [
      "what is no contract",
      ["--base", "main", "--head", "text.yaml"],
      "text.yaml is not an OpenAPI document",
    ],
    ["what is no YAML", ["--base", "main", "--head", "broken.yaml"], "broken.yaml cannot be read"],
  ])("%s is said in a sentence", async ([, args, said]) => {
    const result = await review(...args);
    expect(result.err).toContain(said);
    expect(result.err).not.toMatch(/^ +at /m);
    expect([result.code, result.out]).toEqual([2, ""]);
  });
});
