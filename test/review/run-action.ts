// Runs the steps of action.yml that are commands, one after the other, with a `gh` of our own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { makeFolder } from "../support/folder.ts";

/** The action's folder in this repository. */
export const actionFolder = dirname(join(import.meta.dirname, "../../packages/review/action.yml"));

export interface Comment {
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

/** How the action is run. */
export interface ActionRun {
  /** The folder that the workflow works in. */
  folder: string;
  comments: Comment[];
  /** Values of the action's inputs, in place of the defaults. */
  inputs: { base?: string; arguments: string };
  /** Steps that are left out. */
  skip?: string[];
  /** The action's folder. Default: that of this repository. */
  action?: string;
  /** Whether a token may not ask who it belongs to. */
  isAnonymous?: boolean;
  env?: NodeJS.ProcessEnv;
}

export const token = "token-of-the-job";
/** The author of a token of an app. */
export const bot = "reviewer[bot]";

/** Calls of `gh` that read, whole. */
const reads = [
  ["api", "graphql", "-f", "query={ viewer { login } }", "--jq", ".data.viewer.login"],
  ["api", "--paginate", "--slurp", "repos/shop/api/issues/7/comments"],
];

export async function readAction(folder = actionFolder): Promise<Action> {
  return parse(await readFile(join(folder, "action.yml"), "utf8")) as Action;
}

/** Resolves with the calls of `gh` that write, the last exit code, what was printed, and the summary. */
export async function runAction({
  folder,
  comments,
  inputs: given,
  skip = [],
  action = actionFolder,
  isAnonymous = false,
  env: more = {},
}: ActionRun) {
  const runner = await makeFolder();
  await mkdir(join(runner, "bin"));
  const gh = join(runner, "bin/gh");
  const writtenFile = join(runner, "written");
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
  const line = { call: args.slice(0, -2), token: process.env.GH_TOKEN, sent };
  appendFileSync(${JSON.stringify(writtenFile)}, JSON.stringify(line) + "\\n");
}
`,
  );
  await chmod(gh, 0o755);
  const { inputs, runs } = await readAction(action);
  const summaryFile = join(runner, "summary.md");
  const values: Record<string, string> = {
    "github.base_ref": "main",
    "github.repository": "shop/api",
    "github.event.pull_request.number": "7",
    "github.token": token,
  };
  const fill = (template: string): string =>
    template.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The test has no value for ${name}.`);
      return value;
    });
  for (const [name, { default: usual = "" }] of Object.entries(inputs))
    values[`inputs.${name}`] = fill({ ...given }[name] ?? usual);
  let code = 0;
  let output = "";
  for (const { name = "", run, env = {} } of runs.steps) {
    if (run === undefined || skip.includes(name) || code !== 0) continue;
    const child = spawn("bash", ["-e", "-o", "pipefail", "-c", run], {
      cwd: folder,
      env: {
        ...process.env,
        ...more,
        GH_TOKEN: undefined,
        PATH: `${join(runner, "bin")}${delimiter}${process.env.PATH}`,
        GITHUB_ACTION_PATH: action,
        GITHUB_STEP_SUMMARY: summaryFile,
        ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value)])),
      },
    });
    const ended = once(child, "close");
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    code = Number((await ended)[0] ?? 1);
    output += stdout + stderr;
  }
  const lines = await readFile(writtenFile, "utf8").catch(() => "");
  const written = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Call);
  const summary = await readFile(summaryFile, "utf8").catch(() => "");
  return { code, output, written, summary };
}
