import { spawn, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Whether a program is not on this machine; its version is asked for, as nothing else is without effect. */
export function isMissing(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).error !== undefined;
}

interface PeerRun {
  cwd?: string;
  env?: Record<string, string>;
}

/** Runs a program of others to its end. Returns its exit code, and all that it printed in both outputs. */
export async function runPeer(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: PeerRun = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, NO_COLOR: "1", npm_config_loglevel: "error", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => parts.push(part));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: Buffer.concat(parts).toString() }));
  });
}

/** The same for a step that has to succeed. @throws with all that it printed */
export async function runStep(
  command: string,
  args: readonly string[],
  options?: PeerRun,
): Promise<string> {
  const { code, output } = await runPeer(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}\n${output}`);
  return output;
}

/** Installs npm packages, at exact versions, in a folder of their own. */
export async function installPackages(
  folder: string,
  versions: Readonly<Record<string, string>>,
): Promise<void> {
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact"];
  await runStep("npm", ["install", ...flags, ...names], { cwd: folder });
}
