import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runTask } from "./run-task.ts";

/** Runs programs that end with these codes. Returns the code of the task, and what each program was given. */
async function runAll(codes: number[], runsAll: boolean) {
  const log = join(await mkdtemp(join(tmpdir(), "task-")), "log");
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
