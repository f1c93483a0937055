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

interface Action {
  inputs: Record<string, { default?: string }>;
  runs: { steps: { name?: string; run?: string; env?: Record<string, string> }[] };
}

/** A call of `gh` that writes. */
interface Call {
  call: string[];
  token: string;
  sent: string;
}

const token = "token-of-the-job";
/** The author of a token of an app. That of a token of the job is the second. */
const bot = "reviewer[bot]";
const fallback = "github-actions[bot]";
const mark = "<!-- contract-review 0123456789ab -->";

/** Calls of `gh` that read, whole. */
const reads = [
  ["api", "graphql", "-f", "query={ viewer { login } }", "--jq", ".data.viewer.login"],
  ["api", "--paginate", "--slurp", "repos/shop/api/issues/7/comments"],
];

/**
 * Runs the steps that are commands. Resolves with the calls of `gh`, and the last exit code.
 *
 * @param given the base, and whether a token may not ask who it belongs to
 */
async function runAction(
  comments: Comment[],
  limit: number,
  { base = "base.yaml", isAnonymous = false } = {},
) {
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
const { appendFileSync, readFileSync } = require("node:fs");
const args = process.argv.slice(2);
const reads = ${JSON.stringify(reads)}.findIndex((one) => String(one) === String(args));
if (reads === 0 && ${isAnonymous}) process.exit(1);
else if (reads === 0) console.log(${JSON.stringify(bot)});
else if (reads === 1) console.log(${JSON.stringify(JSON.stringify([comments.slice(0, 1), comments.slice(1)]))});
else {
  // As gh does: -F reads the file behind an @, -f sends the text as it stands.
  const body = args.at(-1).replace(/^body=/, "");
  const isFile = args.at(-2) === "-F" && body.startsWith("@");
  const sent = isFile ? readFileSync(body.slice(1), "utf8") : body;
  appendFileSync("written", JSON.stringify({ call: args.slice(0, -2), token: process.env.GH_TOKEN, sent }) + "\\n");
}
`,
  );
  await chmod(gh, 0o755);
  const { inputs, runs } = parse(await readFile(join(action, "action.yml"), "utf8")) as Action;
  const summaryFile = join(folder, "summary.md");
  const values: Record<string, string> = {
    "inputs.base": base,
    "inputs.arguments": "--head head.yaml",
    "inputs.command": inputs.command?.default ?? "",
    "inputs.token": token,
    "github.repository": "shop/api",
    "github.event.pull_request.number": "7",
  };
  const fill = (text: string): string =>
    text.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The test has no value for ${name}.`);
      return value;
    });
  let code = 0;
  let output = "";
  for (const { name, run, env = {} } of runs.steps) {
    // The dependencies of this repository are installed already.
    if (run === undefined || name === "Install the review" || code !== 0) continue;
    const flags = ["-e", "-o", "pipefail", "-c", run];
    const { status, stdout, stderr } = spawnSync("bash", flags, {
      cwd: folder,
      env: {
        ...process.env,
        GH_TOKEN: undefined,
        PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
        GITHUB_ACTION_PATH: action,
        GITHUB_STEP_SUMMARY: summaryFile,
        ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value)])),
      },
      encoding: "utf8",
    });
    code = status ?? 1;
    output += stdout + stderr;
  }
  const lines = await readFile(join(folder, "written"), "utf8").catch(() => "");
  const written = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Call);
  const summary = await readFile(summaryFile, "utf8").catch(() => "");
  return { code, output, written, summary };
}

test("the action edits its own comment, whoever else has quoted it since", async () => {
  const comments = [
    { id: 1, body: `Old.\n${mark}`, user: { login: bot } },
    { id: 2, body: `> Old.\n${mark}`, user: { login: "somebody" } },
  ];
  const { code, written, summary, output } = await runAction(comments, 500);
  expect(written).toEqual([
    {
      call: ["api", "--method", "PATCH", "repos/shop/api/issues/comments/1"],
      token,
      sent: summary,
    },
  ]);
  expect(summary).toContain("500 requests");
  expect(output).toContain("::notice");
  expect(code).toBe(0);
});

test("a token that may not ask who it belongs to is that of the job", async () => {
  const comments = [
    { id: 3, body: `Old.\n${mark}`, user: { login: bot } },
    { id: 4, body: `Old.\n${mark}`, user: { login: fallback } },
  ];
  const { written } = await runAction(comments, 500, { isAnonymous: true });
  expect(written.map(({ call }) => call.at(-1))).toEqual(["repos/shop/api/issues/comments/4"]);
});

test("a review that cannot compare ends with 2 and its reason, and comments on nothing", async () => {
  const { code, output, written, summary } = await runAction([], 500, { base: "nothing.yaml" });
  expect([code, written, summary]).toEqual([2, [], ""]);
  expect(output).toContain("nothing.yaml");
});

test("without a comment of its own it writes one, and a breaking change fails the last step", async () => {
  const stranger = { id: 2, body: mark, user: { login: "somebody" } };
  const { code, written, output, summary } = await runAction([stranger], 5);
  expect(written).toEqual([
    { call: ["api", "--method", "POST", "repos/shop/api/issues/7/comments"], token, sent: summary },
  ]);
  expect(output).toContain("::error");
  expect(code).toBe(1);
});

test("without an input `command`, the action asks no registry for the review, and its code gets no token", async () => {
  const { inputs, runs } = parse(await readFile(join(action, "action.yml"), "utf8")) as Action;
  expect(inputs.command?.default).toBe("");
  const texts = runs.steps.map(({ run = "" }) => run);
  expect(texts.join("\n")).not.toMatch(/\b(npx|npm (exec|install|i)|pnpm|yarn|bunx?)\b/);
  const tokens = runs.steps.filter(({ env }) => env && "GH_TOKEN" in env);
  expect(tokens.map(({ name }) => name)).toEqual(["Comment of an earlier run", "Comment"]);
});
