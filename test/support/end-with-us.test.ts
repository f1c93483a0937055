import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Whether a process does anything: one that has ended may wait long for its parent to notice. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self/stat") || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

test("a group of processes ends with the process that started it, though that is killed", async () => {
  const module = new URL("end-with-us.ts", import.meta.url).href;
  const program = `import { spawn, spawnSync } from "node:child_process";
import { endGroupWithUs } from ${JSON.stringify(module)};
const child = spawn("sh", ["-c", "sleep 1000 & echo $$ $!; wait"], { detached: true, stdio: ["ignore", "inherit", "inherit"] });
endGroupWithUs(child);
console.log("ready");`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  parent.stdout.on("data", (text) => {
    said += text;
  });
  // The child may speak before anybody watches it.
  await expect.poll(() => /ready/.test(said) && /\d+ \d+/.test(said)).toBe(true);
  const pids = /(\d+) (\d+)/.exec(said)?.slice(1).map(Number) ?? [];
  parent.kill("SIGKILL");
  for (const pid of pids) await expect.poll(() => runs(pid)).toBe(false);
});
