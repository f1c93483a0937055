// The steps of the GitHub action, run one after the other with a `gh` of our own.
import { spawnSync } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { makeFolder } from "../support/folder.ts";
import { shelf } from "./shelf.ts";
import { copy, set } from "./tree.ts";

const root = join(import.meta.dirname, "../..");
const action = join(root, "packages/review");

interface Comment {
  id: number;
  body: string;
  user: { login: string };
}

const bot = "github-actions[bot]";
const mark = "<!-- contract-review 0123456789ab -->";

/** Runs the steps that are commands. Resolves with the calls of `gh` that write, and the last exit code. */
async function runAction(comments: Comment[], limit: number) {
  const folder = await makeFolder();
  const head = copy(shelf);
  set(head, "/paths/~1loans/post/x-rate-limit/limit", limit);
  await writeFile(join(folder, "base.yaml"), stringify(shelf));
  await writeFile(join(folder, "head.yaml"), stringify(head));
  await mkdir(join(folder, "bin"));
  const gh = join(folder, "bin/gh");
  await writeFile(
    gh,
    `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const args = process.argv.slice(2);
if (args.includes("graphql")) console.log(${JSON.stringify(bot)});
else if (args.includes("--slurp")) console.log(${JSON.stringify(JSON.stringify([comments]))});
else appendFileSync("written", args.slice(1, 4).join(" ") + "\\n");
`,
  );
  await chmod(gh, 0o755);
  const { runs } = parse(await readFile(join(action, "action.yml"), "utf8")) as {
    runs: { steps: { run?: string }[] };
  };
  const env = {
    ...process.env,
    PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
    BASE: "base.yaml",
    ARGUMENTS: "--head head.yaml",
    COMMAND: `${process.execPath} ${join(action, "src/cli.ts")}`,
    GH_REPO: "shop/api",
    NUMBER: "7",
    GITHUB_ACTION_PATH: action,
    GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
  };
  let code = 0;
  let output = "";
  for (const { run } of runs.steps) {
    if (run === undefined || code !== 0) continue;
    const flags = ["-e", "-o", "pipefail", "-c", run];
    const { status, stdout, stderr } = spawnSync("bash", flags, {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    code = status ?? 1;
    output += stdout + stderr;
  }
  const written = (await readFile(join(folder, "written"), "utf8")).trim().split("\n");
  const summary = await readFile(env.GITHUB_STEP_SUMMARY, "utf8");
  return { code, output, written, summary };
}

test("the action edits its own comment, whoever else has quoted it since", async () => {
  const comments = [
    { id: 1, body: `Old.\n${mark}`, user: { login: bot } },
    { id: 2, body: `> Old.\n${mark}`, user: { login: "somebody" } },
  ];
  const { code, written, summary, output } = await runAction(comments, 500);
  expect(written).toEqual(["--method PATCH repos/shop/api/issues/comments/1"]);
  expect(summary).toContain("500 requests");
  expect(output).toContain("::notice");
  expect(code).toBe(0);
});

test("without a comment of its own it writes one, and a breaking change fails the last step", async () => {
  const stranger = { id: 2, body: mark, user: { login: "somebody" } };
  const { code, written, output } = await runAction([stranger], 5);
  expect(written).toEqual(["--method POST repos/shop/api/issues/7/comments"]);
  expect(output).toContain("::error");
  expect(code).toBe(1);
});
