// The commands that run other programs, with stand-ins for those that hold each call whole.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeFolder } from "../test/support/folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const related = fileURLToPath(new URL("related.ts", import.meta.url));
const check = fileURLToPath(new URL("check.ts", import.meta.url));

/** What a stand-in does: it ends with the code of the first words that its call has, and writes results of tests. */
interface StandIn {
  codes?: Record<string, number>;
  results?: object;
}

/** Runs a script, with stand-ins for npm and npx. */
async function runScript(script: string, args: string[], standIn: StandIn = {}, env: object = {}) {
  const folder = await makeFolder();
  const log = join(folder, "log");
  const program = `#!${process.execPath}
const { appendFileSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, JSON.stringify(args) + "\\n");
const { codes = {}, results } = ${JSON.stringify(standIn)};
const file = args.find((one) => one.startsWith("--outputFile.json="))?.split("=")[1];
if (file && results) writeFileSync(file, JSON.stringify(results));
process.exit(Object.entries(codes).find(([words]) => args.join(" ").includes(words))?.[1] ?? 0);
`;
  for (const name of ["npx", "npm"]) {
    await writeFile(join(folder, name), program);
    await chmod(join(folder, name), 0o755);
  }
  const { CI: _, npm_lifecycle_event: __, ...others } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "./scripts/run.js", script, ...args],
    {
      cwd: root,
      env: { ...others, PATH: `${folder}${delimiter}${process.env.PATH}`, ...env },
      encoding: "utf8",
    },
  );
  const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  return { code: status, out: stdout, err: stderr, calls: lines.map((line) => JSON.parse(line)) };
}

const reached = "packages/conformance/src/meaning.ts";
const unreached = "packages/conformance/src/cli.ts";
const vitest = ["vitest", "run", "--project", "fast"];

test("related runs the fast tests that reach the files, and ends as they do", async () => {
  for (const code of [0, 3]) {
    const run = await runScript(related, [reached], { codes: { vitest: code } });
    expect(run.code).toBe(code);
    const [call = []] = run.calls;
    expect(call.slice(0, 4)).toEqual(vitest);
    expect(call.slice(4)).toContain("packages/conformance/src/meaning.test.ts");
    expect(call.slice(4).filter((path: string) => /\.(slow|deep)\./.test(path))).toEqual([]);
    expect(run.out).toContain("test/conformance/command-line.slow.test.ts");
  }
});

test("related fails where no fast test reaches one of the files, though those of others pass", async () => {
  const alone = await runScript(related, [unreached]);
  expect([alone.code, alone.calls]).toEqual([1, []]);
  expect(alone.err).toContain(`No fast test reaches:\n  ${unreached}`);
  const both = await runScript(related, [reached, unreached]);
  expect([both.code, both.calls.length]).toEqual([1, 1]);
});

test.for([
  [[], "Name the files that changed."],
  [["nothing.ts"], "There is no file nothing.ts."],
] as const)("related refuses %j", async ([args, message]) => {
  const { code, err, calls } = await runScript(related, [...args]);
  expect([code, calls]).toEqual([2, []]);
  expect(err).toContain(message);
});

const passed = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0 };
test.for<[string, StandIn, code: number, last: string, env?: object]>([
  ["all pass", { results: passed }, 0, "6 passed, 0 failed"],
  [
    "one fails",
    { results: { ...passed, numFailedTests: 2 }, codes: { test: 1 } },
    1,
    "6 passed, 2 failed",
  ],
  [
    "a file cannot be loaded",
    { results: passed, codes: { "test --silent": 1 } },
    1,
    "6 passed, 1 failed",
  ],
  ["none was run", { results: {} }, 1, "1 passed, 1 failed"],
  [
    "one is skipped",
    { results: { ...passed, numPendingTests: 1 } },
    0,
    "6 passed, 0 failed, 1 skipped",
  ],
  [
    "one is skipped in CI",
    { results: { ...passed, numPendingTests: 1 } },
    1,
    "6 passed, 1 failed, 1 skipped",
    { CI: "1" },
  ],
])("check counts tests, of which %s", async ([, standIn, code, last, env]) => {
  const run = await runScript(check, ["slow", "drift"], standIn, env);
  expect(run.code, run.out + run.err).toBe(code);
  expect(run.out.trim().split("\n").at(-1)).toBe(last);
  expect(run.calls[0]).toEqual(["run", "--silent", "generate", "--", "--check"]);
  expect(run.calls[1]?.slice(0, 5)).toEqual([
    "test",
    "--silent",
    "--",
    "slow",
    expect.stringMatching(/^--shard=[123]\/3$/),
  ]);
});

test("checks that fail are named, and none is hidden by another; tests run only if all pass", async () => {
  const run = await runScript(check, ["code", "drift", "test"], {
    codes: { "lint -- code": 1, generate: 2 },
  });
  expect(run.code).toBe(1);
  expect(run.calls.map((call) => call[2])).toEqual(["generate", "lint"]);
  expect(run.err).toContain("failed: drift (npm run check -- drift)");
  expect(run.err).toContain("failed: code (npm run check -- code)");
  expect(run.out.trim().split("\n").at(-1)).toBe("0 passed, 2 failed");
});
