import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { glob, readFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";

/** A workspace that was to run has ended. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Workspaces that run. */
export interface Running {
  /** Rejects with a StartError when one of them ends by itself. */
  readonly failed: Promise<never>;
  /** Has them end, and waits until their shells have. */
  stop(): Promise<void>;
}

/** Milliseconds that a workspace has to end by itself. */
const patience = 5_000;

/**
 * Runs the script `start` of every workspace that has one, with its output shown.
 *
 * @param root folder of the project's package.json
 */
export async function startWorkspaces(root: string): Promise<Running> {
  const { workspaces = [] } = await readManifest(join(root, "package.json"));
  const manifests: string[] = [];
  const patterns = workspaces.map((folder) => `${folder}/package.json`);
  for await (const path of glob(patterns, { cwd: root })) manifests.push(path);
  const children: ChildProcess[] = [];
  const endings: Promise<never>[] = [];
  let stopping = false;
  for (const path of manifests.sort()) {
    const { name, scripts } = await readManifest(join(root, path));
    if (scripts?.start === undefined) continue;
    const child = run(scripts.start, resolve(root, dirname(path)), resolve(root));
    children.push(child);
    endings.push(
      once(child, "exit").then(([code, signal]) => {
        if (stopping) return new Promise<never>(() => {});
        throw new StartError(`${name} has ended (${signal ?? `exit code ${code}`}), so everything is stopped.`);
      }),
    );
  }
  const failed = Promise.race(endings);
  // Whoever does not look at it shall not be ended by it.
  failed.catch(() => {});
  return {
    failed,
    stop: async () => {
      stopping = true;
      await Promise.all(children.map(end));
    },
  };
}

async function readManifest(
  path: string,
): Promise<{ name: string; workspaces?: string[]; scripts?: Record<string, string> }> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** Runs a script as npm does. Elsewhere than on Windows it leads a group of its own, so that all of it can be ended. */
function run(script: string, cwd: string, root: string): ChildProcess {
  const path = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`;
  return spawn(script, {
    cwd,
    shell: true,
    detached: process.platform !== "win32",
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: path },
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  send(child, "SIGTERM");
  const timer = setTimeout(() => send(child, "SIGKILL"), patience);
  await ended;
  clearTimeout(timer);
}

function send(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
