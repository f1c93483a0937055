// CPU time and peak memory of whole commands.
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/** Written by each process of a command when it ends: its peak memory in KiB. */
const hook = `import { appendFileSync } from "node:fs";
process.once("exit", () => appendFileSync(process.env.PEAKS, process.resourceUsage().maxRSS + "\\n"));`;

export interface Cost {
  /** Seconds of CPU time, of all processes of the command. */
  cpu: number;
  /** MiB; of the largest process. */
  memory: number;
}

/** Runs a command of Node to its end, in a folder that `prepareCosts` prepared. */
export async function costOf(folder: string, ...command: string[]): Promise<Cost> {
  const peaks = join(folder, "peaks.txt");
  await rm(peaks, { force: true });
  const { stdout } = await runFile(
    "sh",
    ["-c", '"$@" >/dev/null && times', "sh", process.execPath, ...command],
    {
      cwd: folder,
      maxBuffer: 2 ** 26,
      env: {
        ...process.env,
        PEAKS: peaks,
        NODE_OPTIONS: `--import ${pathToFileURL(join(folder, "hook.mjs"))}`,
      },
    },
  );
  // The last line has the times of the shell's children: \`1m2.50s 0m3.25s\`.
  const times = stdout.trim().split("\n").at(-1) ?? "";
  const seconds = [...times.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, m, s]) => Number(m) * 60 + Number(s),
  );
  const sizes = (await readFile(peaks, "utf8")).trim().split("\n").map(Number);
  return { cpu: seconds.reduce((sum, one) => sum + one, 0), memory: Math.max(...sizes) / 1024 };
}

/** Puts a file into a folder by which commands report their memory. */
export async function prepareCosts(folder: string): Promise<void> {
  await writeFile(join(folder, "hook.mjs"), hook);
}
