import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxOptions } from "../../../packages/sandbox/src/options.ts";

const root = join(import.meta.dirname, "../../..");

/** What is compiled once is not compiled again by the next of many processes. */
const compileCache = join(root, "node_modules/.cache/sandbox-processes");

/** A process that is ready to open a sandbox. */
export interface Prepared {
  /** Opens the sandbox, listens, and gives its URL; rejects with what the process says where it does not open. */
  start(options: SandboxOptions): Promise<string>;
  /** Asks the process to end, and gives its exit code; null where a signal ended it. */
  terminate(): Promise<number | null>;
  /** Stops the process where it is, as a machine that hangs does, for some milliseconds. */
  hang(duration: number): Promise<void>;
  /** Ends the process at once, as a failure of power would: nothing of it runs any more. */
  kill(): Promise<void>;
}

/** Starts a process that reads its sources and waits for a message with what to open. */
export function prepareProcess(
  user: { uid?: number; gid?: number } = {},
  environment: NodeJS.ProcessEnv = {},
): Prepared {
  const loader = join(root, "scripts/from-source.ts");
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    process.execPath,
    ["--import", loader, join(import.meta.dirname, "child.ts")],
    {
      cwd: root,
      stdio: "pipe",
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment },
      ...user,
    },
  );
  // Not `exit`: what it has said may still be on its way then.
  const exited = once(child, "close");
  let said = "";
  child.stderr.on("data", (data: Buffer) => (said += data.toString()));
  // A process that is killed while it gets a message must not end the test.
  child.stdin.on("error", () => {});
  return {
    start: async (options) => {
      child.stdin.write(JSON.stringify(options));
      const [first] = (await Promise.race([once(child.stdout, "data"), exited])) as [
        Buffer | number | null,
      ];
      if (first instanceof Buffer) return first.toString().trim();
      throw new Error(said || "The process was killed.");
    },
    terminate: async () => {
      child.kill("SIGTERM");
      const [code] = (await exited) as [number | null];
      return code;
    },
    hang: async (duration) => {
      child.kill("SIGSTOP");
      await sleep(duration);
      child.kill("SIGCONT");
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
