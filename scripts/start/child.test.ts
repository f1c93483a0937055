import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Child, startChild } from "./child.ts";

let folder: string;
let child: Child | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "child-"));
});
afterEach(async () => {
  await child?.stop();
  child = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Says that it runs, stays, and says that it was told to end. */
const stays = `process.on("SIGTERM", () => { console.log("told to end"); process.exit(); });
setInterval(() => {}, 1000);
console.log("running " + process.pid);`;

async function start(program: string, env?: Record<string, string>): Promise<Child> {
  await writeFile(join(folder, "program.cjs"), program);
  child = startChild({ name: "other", line: "node program.cjs", cwd: folder, ...(env && { env }) }, folder);
  return child;
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("its lines are taken one by one, and it is told to end", async () => {
  const started = await start(`${stays}\nconsole.error(process.env.GIVEN);`, { GIVEN: "from outside" });
  const lines: string[] = [];
  started.onLine((line) => lines.push(line));
  const [, pid] = await started.printed(/^running (\d+)$/);
  await started.stop();
  expect(lines).toEqual(expect.arrayContaining(["from outside", "told to end"]));
  await expect.poll(() => runs(Number(pid))).toBe(false);
});

test("a line is found whatever its colours", async () => {
  const started = await start(
    `${stays}\nconsole.log("\\u001b[1mLocal\\u001b[22m:   \\u001b[36mhttp://there\\u001b[39m");`,
  );
  expect((await started.printed(/^Local: +(\S+)$/))[1]).toBe("http://there");
});

test("one that ends by itself is named, with what it said last", async () => {
  const started = await start('console.error("no room"); process.exit(3);');
  await expect(started.failed).rejects.toThrow("other has ended (exit code 3), so everything is stopped.\n  no room");
  await expect(started.printed(/never/)).rejects.toThrow("other has ended");
});

test("it ends when its parent is killed", async () => {
  await writeFile(join(folder, "program.cjs"), stays);
  const module = new URL("child.ts", import.meta.url).href;
  await writeFile(
    join(folder, "parent.mjs"),
    `import { startChild } from ${JSON.stringify(module)};
const child = startChild({ name: "other", line: "node program.cjs", cwd: ${JSON.stringify(folder)} }, "/");
child.onLine((line) => console.log(line));`,
  );
  const parent = spawn(process.execPath, [join(folder, "parent.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  parent.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await expect.poll(() => said).toMatch(/running \d+/);
  const pid = Number(/running (\d+)/.exec(said)?.[1]);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  await expect.poll(() => runs(pid)).toBe(false);
});
