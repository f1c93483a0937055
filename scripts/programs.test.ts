// The commands that run other programs, with stand-ins for those that hold each call whole.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../test/support/folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const task = fileURLToPath(new URL("task.ts", import.meta.url));
const start = fileURLToPath(new URL("start.ts", import.meta.url));
const lintImports = fileURLToPath(new URL("lint-imports.ts", import.meta.url));
const related = fileURLToPath(new URL("related.ts", import.meta.url));
const check = fileURLToPath(new URL("check.ts", import.meta.url));

/** What a stand-in does: it ends with the code or the signal of the first words that its call has, and prints; and writes results of tests. */
interface StandIn {
  names?: string[];
  codes?: Record<string, number | NodeJS.Signals>;
  prints?: string;
  results?: object;
}

/** Runs a script, with stand-ins for the programs that it runs. Each call begins with the program's name. */
async function runScript(
  script: string,
  args: string[],
  standIn: StandIn = {},
  env: object = {},
  cwd = root,
) {
  const folder = await makeFolder();
  const log = join(folder, "log");
  const program = `#!${process.execPath}
const { appendFileSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
const name = require("node:path").basename(process.argv[1]);
appendFileSync(${JSON.stringify(log)}, JSON.stringify([name, ...args]) + "\\n");
const { codes = {}, prints = "", results } = ${JSON.stringify(standIn)};
process.stdout.write(prints);
const file = args.find((one) => one.startsWith("--outputFile.json="))?.split("=")[1];
if (file && results) writeFileSync(file, JSON.stringify(results));
const [, code = 0] = Object.entries(codes).find(([words]) => [name, ...args].join(" ").includes(words)) ?? [];
if (typeof code === "number") process.exit(code);
process.kill(process.pid, code);
`;
  for (const name of standIn.names ?? ["npx", "npm"]) {
    await writeFile(join(folder, name), program);
    await chmod(join(folder, name), 0o755);
  }
  const { CI: _, npm_lifecycle_event: __, ...others } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", join(root, "scripts/run.js"), script, ...args],
    {
      cwd,
      env: { ...others, PATH: `${folder}${delimiter}${process.env.PATH}`, ...env },
      encoding: "utf8",
      // It only ends what hangs.
      timeout: 50_000,
    },
  );
  const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  return { code: status, out: stdout, err: stderr, calls: lines.map((line) => JSON.parse(line)) };
}

const reached = "packages/conformance/src/meaning.ts";
const unreached = "packages/conformance/src/cli.ts";
const vitest = ["npx", "vitest", "run", "--project", "fast"];

test("related runs the fast tests that reach the files, and ends as they do", async () => {
  for (const code of [0, 3]) {
    const run = await runScript(related, [reached], { codes: { vitest: code } });
    expect(run.code).toBe(code);
    const [call = []] = run.calls;
    expect(call.slice(0, 5)).toEqual(vitest);
    expect(call.slice(5)).toContain("packages/conformance/src/meaning.test.ts");
    expect(call.slice(5).filter((path: string) => /\.(slow|deep)\./.test(path))).toEqual([]);
    expect(run.out).toContain("test/conformance/command-line.slow.test.ts");
  }
});

test("related fails if a signal ends the tests", async () => {
  const { code } = await runScript(related, [reached], { codes: { vitest: "SIGKILL" } });
  expect(code).toBe(1);
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
  expect(run.calls[0]).toEqual(["npm", "run", "--silent", "generate", "--", "--check"]);
  expect(run.calls[1]?.slice(0, 6)).toEqual([
    "npm",
    "test",
    "--silent",
    "--",
    "slow",
    expect.stringMatching(/^--shard=[1234]\/4$/),
  ]);
});

test("checks that fail are named, and none is hidden by another; tests run only if all pass", async () => {
  const run = await runScript(check, ["code", "drift", "test"], {
    codes: { "lint -- code": 1, generate: 2 },
  });
  expect(run.code).toBe(1);
  expect(run.calls.map((call) => call[3])).toEqual(["generate", "lint"]);
  expect(run.err).toContain("failed: drift (npm run check -- drift)");
  expect(run.err).toContain("failed: code (npm run check -- code)");
  expect(run.out.trim().split("\n").at(-1)).toBe("0 passed, 2 failed");
});

test.for([
  [0, "1/4"],
  [2, "3/4"],
  [1_001, "2/4"],
])("after %d commits, check runs %s of what takes long", async ([commits, shard]) => {
  const standIn = { names: ["npm", "git"], prints: `${commits}\n`, results: passed };
  const { calls } = await runScript(check, ["slow", "faults"], standIn);
  const shards = calls.flat().filter((word: string) => word.startsWith("--shard"));
  expect(shards).toEqual([`--shard=${shard}`, `--shard=${shard}`]);
});

const programs = ["vitest", "biome", "tsp", "tsc", "publint", "npm", "node", "vitepress"];
const source = ["--import", "./scripts/run.js"];
test("a task is refused, explained or run with the arguments that follow it", async () => {
  const run = (words: string) => runScript(task, words.split(" "), { names: programs });
  const refused = await run("release chek");
  expect([refused.code, refused.calls]).toEqual([2, []]);
  expect(refused.err).toContain("npm run release does not take chek. Did you mean check?");
  const explained = await run("lint --help");
  expect([explained.code, explained.calls]).toEqual([0, []]);
  expect(explained.out).toContain("npm run lint -- code");
  // A program that takes arguments explains its own.
  const own = await run("lint contract --help");
  expect(own.calls).toEqual([["node", ...source, "scripts/lint-contract.ts", "--help"]]);
  expect([own.code, own.out]).toEqual([0, ""]);
});

test.for([
  ["lint code", { "biome check": 4, "lint-imports": 5 }, 5, ["node", "tsp", "biome"]],
  ["check packages", { "publint generated/mock": 6 }, 6, ["npm", "publint", "publint"]],
] as const)("%s with the codes %j ends with %d", async ([words, codes, code, ran]) => {
  const run = await runScript(task, words.split(" "), { names: programs, codes });
  expect(run.code).toBe(code);
  expect(run.calls.map(([name = ""]) => name)).toEqual(ran);
});

test.for(["mock", "sandbox", "docs"])(
  "start refuses a --%s-port in use, and names it",
  async (name) => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const others = ["mock", "sandbox", "docs"].filter((one) => one !== name);
    const flags = [...others.map((one) => `--${one}-port=0`), `--${name}-port=${port}`];
    const run = await runScript(start, flags, {}, { LC_ALL: "C" });
    expect(run).toMatchObject({ code: 1, out: "" });
    expect(run.err).toBe(
      `Port ${port} is in use: stop what listens there, or choose another with --${name}-port.\n`,
    );
  },
);

test.for([["--lang=de", "--lang cannot be 'de'. It can be pt, en."]] as const)(
  "start refuses %s",
  async ([flag, message]) => {
    const run = await runScript(start, [flag], {}, { LC_ALL: "C" });
    expect([run.code, run.out]).toEqual([2, ""]);
    expect(run.err).toContain(message);
  },
);

test("the lint of imports names each that leaves its package, of the files that are there", async () => {
  const folder = await makeFolder();
  const files = {
    "package.json": '{"workspaces":["packages/*"]}',
    "packages/a/package.json": '{"name":"@packages/a"}',
    "packages/b/package.json": '{"name":"@packages/b","dependencies":{"@packages/a":"*"}}',
    "packages/a/src/x.ts": 'import "../../b/src/y.ts"; import "@packages/b"; import "./z.ts";',
    "packages/b/src/y.ts": 'import "@packages/a/src/x.ts";',
    "packages/a/src/x.test.ts": 'import "@packages/b";',
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const list = (names: string[]) =>
    runScript(lintImports, [], { names: ["git"], prints: names.join("\n") }, {}, folder);
  const all = await list([...Object.keys(files), "packages/a/src/gone.ts"]);
  expect([all.code, all.out]).toEqual([1, ""]);
  expect(all.err.trim().split("\n")).toEqual([
    'packages/a/src/x.ts: "../../b/src/y.ts" leaves packages/a: import by name.',
    'packages/a/src/x.ts: "@packages/b" is not in packages/a/package.json, which lists what it may import.',
  ]);
  const right = await list(["packages/b/src/y.ts", "packages/a/src/x.test.ts"]);
  expect([right.code, right.err]).toEqual([0, ""]);
});

test("a program that is not there is named in one line", () => {
  const args = ["--import", "./scripts/run.js", "nope.ts"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `There is no file ${join(root, "nope.ts")}: check its path.\n`,
  });
});
