// Programs on workerd, the runtime of Cloudflare Workers.
import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { endWithUs } from "./end-with-us.ts";
import { installFolder } from "./shared.ts";

const workers = join(import.meta.dirname, "../workerd");

export const installWorkers = (): Promise<unknown> => installFolder(workers);

/** A worker that listens. */
export interface Worker {
  url: string;
  stop(): void;
}

/** Starts a module of a folder as a worker. */
export async function startWorker(
  folder: string,
  module: string,
  flags: string[],
  variables: Record<string, string> = {},
): Promise<Worker> {
  const bindings = Object.entries(variables).map(
    ([name, value]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(value)})`,
  );
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed ${JSON.stringify(module)})],
  compatibilityDate = "2026-07-01",
  compatibilityFlags = ${JSON.stringify(flags)},
  bindings = [${bindings.join(", ")}],
);
`;
  await writeFile(join(folder, "config.capnp"), config);
  const program = spawn(
    join(workers, "node_modules/.bin/workerd"),
    ["serve", "config.capnp", "--control-fd=3"],
    { cwd: folder, stdio: ["ignore", "ignore", "inherit", "pipe"] },
  );
  endWithUs(program, 'kill -s KILL "$0"');
  try {
    return { url: `http://127.0.0.1:${await portOf(program)}`, stop: () => program.kill() };
  } catch (error) {
    program.kill();
    throw error;
  }
}

/** The port that workerd listens on, which it writes to an extra pipe. */
async function portOf({ stdio }: ChildProcess): Promise<number> {
  let said = "";
  for await (const part of stdio[3] as Readable) {
    said += part;
    const port = /"port":(\d+)/.exec(said)?.[1];
    if (port) return Number(port);
  }
  throw new Error("workerd ended before it listened.");
}
