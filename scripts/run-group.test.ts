import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { runGroup } from "./run-group.ts";

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("the exit code is that of the command", async () => {
  expect(await runGroup("sh", ["-c", "exit 3"])).toBe(3);
  await expect(runGroup("/nowhere/at-all", [])).rejects.toThrow("ENOENT");
});

test("an interrupted run ends with everything that it has started, also what does not listen", async () => {
  const module = new URL("run-group.ts", import.meta.url).href;
  // The command's own child ignores the signal; the command gets the signal and ends.
  const deaf = `process.on("SIGINT", () => {}); setInterval(() => {}, 1000); console.log("deaf", process.pid);`;
  const command = `const { spawn } = require("node:child_process");
process.on("SIGINT", () => process.exit(0));
spawn(process.execPath, ["-e", ${JSON.stringify(deaf)}], { stdio: "inherit" });
console.log("command", process.pid);`;
  const program = `import { Interrupted, runGroup } from ${JSON.stringify(module)};
try {
  await runGroup(process.execPath, ["-e", ${JSON.stringify(command)}], { stdio: "inherit" });
} catch (error) {
  console.log(error instanceof Interrupted ? "interrupted" : error);
}`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  parent.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await expect.poll(() => said).toMatch(/command \d+[\s\S]*deaf \d+|deaf \d+[\s\S]*command \d+/);
  const pids = [...said.matchAll(/(?:command|deaf) (\d+)/g)].map(([, pid]) => Number(pid));
  parent.kill("SIGINT");
  await once(parent, "close");
  expect(said).toContain("interrupted");
  for (const pid of pids) await expect.poll(() => runs(pid)).toBe(false);
});

test("no listener for signals is left, whether the command ends or does not start", async () => {
  const count = () => ["SIGINT", "SIGTERM", "SIGHUP"].map((name) => process.listenerCount(name));
  const before = count();
  await runGroup("sh", ["-c", "exit 1"]);
  await runGroup("/nowhere/at-all", []).catch(() => {});
  expect(count()).toEqual(before);
});
