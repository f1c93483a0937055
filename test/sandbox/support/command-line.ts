import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { endGroupWithUs } from "../../support/end-with-us.ts";

const root = join(import.meta.dirname, "../../..");
/** What Node is given to run the command from its source. */
export const fromSource: readonly string[] = [
  "--import",
  pathToFileURL(join(root, "scripts/from-source.ts")).href,
  join(root, "packages/sandbox/src/cli.ts"),
];

/** Where commands run: a sandbox that is killed leaves its address behind. */
const ownFolder = mkdtempSync(join(tmpdir(), "command-line-"));

/** Compiled once, and not by each of the many processes. */
const compileCache = join(root, "node_modules/.cache/command-line");

/** How a command is run. */
export interface RunOptions {
  /** Added to the environment; undefined removes a variable. */
  env?: Record<string, string | undefined>;
  /** A folder of this process if absent. */
  cwd?: string;
  /** The program and what precedes the command's own words; from source if absent. */
  program?: [string, ...string[]];
  /** Whether everything that it starts is ended with it, and with this process. */
  isGroup?: boolean;
}

/** What became of a command. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command that runs. */
export type RunningCommand = ReturnType<typeof startCommand>;

/** Variables that would make a command do something else than the test means. */
const removed = [
  "DATABASE_URL",
  "PIX_BASE_URL",
  "FORCE_COLOR",
  "NO_COLOR",
  "npm_lifecycle_event",
  "npm_command",
];

/** Starts `pix-sandbox` with the given words, away from the variables of whoever runs the tests. */
export function startCommand(
  words: string[],
  { env = {}, cwd = ownFolder, program, isGroup = false }: RunOptions = {},
) {
  const [executable, ...before] = program ?? [process.execPath, ...fromSource];
  const own = Object.entries(process.env).filter(
    ([name]) => !removed.includes(name) && !name.startsWith("PIX_SANDBOX_"),
  );
  const child = spawn(executable, [...before, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Object.fromEntries(own), NODE_COMPILE_CACHE: compileCache, ...env },
    cwd,
    detached: isGroup,
  });
  if (isGroup) endGroupWithUs(child);
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.stderr += chunk;
  });
  let hasEnded = false;
  const ended: Promise<Ended> = once(child, "close").then(([code]) => {
    hasEnded = true;
    return { code: code as number | null, ...output };
  });
  return {
    child,
    ended,
    /** What it has printed so far. */
    said: () => ({ ...output }),
    /** Waits until it has printed something on standard output. */
    printed: async (pattern: RegExp): Promise<RegExpMatchArray> => {
      for (;;) {
        const match = output.stdout.match(pattern);
        if (match) return match;
        if (hasEnded)
          throw new Error(`It ended without printing ${pattern}: ${output.stdout}${output.stderr}`);
        await Promise.race([once(child.stdout, "data"), ended]);
      }
    },
    /** Ends it by a signal. */
    stop: (signal: NodeJS.Signals = "SIGTERM") => {
      if (!isGroup) child.kill(signal);
      else if (!hasEnded && child.pid !== undefined) process.kill(-child.pid, signal);
      return ended;
    },
  };
}

/** Runs `pix-sandbox` to its end. */
export function runCommand(words: string[], options?: RunOptions): Promise<Ended> {
  return startCommand(words, options).ended;
}

/** A sandbox in a process of its own. */
export type SandboxProcess = Awaited<ReturnType<typeof startSandboxProcess>>;

/** Starts a sandbox on a free port, and waits until it listens. */
export async function startSandboxProcess(words: string[] = [], options?: RunOptions) {
  const command = startCommand(["start", "--port", "0", "--json", ...words], options);
  const [line] = await command.printed(/^\{.*\}$/m);
  return {
    ...command,
    ...(JSON.parse(line) as { url: string; apiKey: string; apiSecret: string }),
  };
}
