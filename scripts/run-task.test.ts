import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../test/support/folder.ts";
import { chooseTask, runTask } from "./run-task.ts";
import { tasks } from "./tasks.ts";

/** Runs programs that end with these codes. Returns the code of the task, and what each program was given. */
async function runAll(codes: number[], runsAll: boolean) {
  const log = join(await makeFolder(), "log");
  const program = `require("fs").appendFileSync(${JSON.stringify(log)}, process.argv.slice(1) + "\\n"); process.exit(+process.argv[1])`;
  const run = codes.map((code) => ["node", "-e", program, `${code}`]);
  const code = await runTask({ about: "", run, runsAll }, ["further"]);
  return [code, (await readFile(log, "utf8")).trim().split("\n")];
}

test("a failure ends a task, and only the last program gets the further arguments", async () => {
  expect(await runAll([0, 3, 0], false)).toEqual([3, ["0", "3"]]);
  expect(await runAll([0, 0], false)).toEqual([0, ["0", "0,further"]]);
});

test("a task of independent programs runs all, and fails as the first that failed", async () => {
  expect(await runAll([0, 3, 4, 0], true)).toEqual([3, ["0", "3", "4", "0,further"]]);
});

test("a program that a signal ends has failed", async () => {
  const run = [["node", "-e", "process.kill(process.pid, 'SIGKILL')"]];
  expect(await runTask({ about: "", run }, [])).toBe(130);
});

test("a variable of the task is one of its programs, unless the caller has set it", async () => {
  vi.stubEnv("TASK_GIVEN", "7");
  const program = "process.exit(10 * process.env.TASK_GIVEN + Number(process.env.TASK_OWN))";
  const env = { TASK_GIVEN: "1", TASK_OWN: "2" };
  expect(await runTask({ about: "", run: [["node", "-e", program]], env }, [])).toBe(72);
  vi.unstubAllEnvs();
});

test("no listener for signals is left", async () => {
  const count = () => ["SIGINT", "SIGTERM"].map((name) => process.listenerCount(name));
  const before = count();
  await runTask(
    {
      about: "",
      run: [
        ["node", "-e", ""],
        ["node", "-e", "process.exit(2)"],
      ],
    },
    [],
  );
  expect(count()).toEqual(before);
});

/** Tasks whose programs need what the one before has made or mended. */
const inTurn = ["check packages", "fix default"];

test("of a task's programs that do not need each other none hides another's failure", () => {
  const all = Object.entries(tasks).flatMap(([script, words]) =>
    Object.entries(words).flatMap(([word, { run, runsAll }]) =>
      run.length > 1 ? [[`${script} ${word}`, runsAll ?? false] as const] : [],
    ),
  );
  expect(all.filter(([, runsAll]) => !runsAll).map(([name]) => name)).toEqual(inTurn);
  expect(all.length).toBeGreaterThan(inTurn.length);
});

test.for<[words: string, task: string, rest: string[]]>([
  ["test", "default", []],
  ["test a.test.ts -t x", "default", ["a.test.ts", "-t", "x"]],
  ["test constructor", "default", ["constructor"]],
  ["test slow a b", "slow", ["a", "b"]],
  ["lint contract --format json", "contract", ["--format", "json"]],
  ["docs", "default", []],
  ["docs --port 1", "default", ["--port", "1"]],
  ["docs build", "build", []],
  ["release check", "check", []],
])("%s is the task %s with %j", ([words, task, rest]) => {
  const [name = "", ...args] = words.split(" ");
  expect(chooseTask(tasks[name] ?? {}, args)).toEqual({ task: tasks[name]?.[task], rest });
});

test.for([
  "docs biuld",
  "docs build x",
  "docs build --x",
  "lint x",
  "lint code x",
  "release",
  "release x",
])("%s is no task", (words) => {
  const [name = "", ...args] = words.split(" ");
  expect(chooseTask(tasks[name] ?? {}, args)).toBeUndefined();
});
