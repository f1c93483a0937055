// Every host that the server runs on, as its users start it, on a port.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runtimes } from "../../packages/support/matrix.ts";
import { findEntry } from "../../support/published.ts";
import { adapters } from "./adapters.ts";
import { hostOptions } from "./host-options.ts";

/** The hosts by name, as the documentation has them. */
export const hostNames = ["node:http", "Fastify", "Express", "Hono", "Bun", "Deno"] as const;

export type HostName = (typeof hostNames)[number];

/** A host that takes requests. */
export interface Host {
  port: number;
  close(): Promise<unknown>;
}

const adapterOf: Partial<Record<HostName, keyof typeof adapters>> = {
  "node:http": "node",
  Fastify: "fastify",
  Express: "express",
  Hono: "fetch",
};

/** Starts a host. Its end has three seconds. @param headers milliseconds in which those of a request arrive */
export async function startHost(name: HostName, headers = 300): Promise<Host> {
  const adapter = adapterOf[name];
  if (!adapter) return startApart(runtimes[name] as string[]);
  const timeouts = { headers, request: 2 * headers, close: 3_000 };
  const { listen, close } = await adapters[adapter]({ ...hostOptions, timeouts } as never);
  return { port: Number(new URL(await listen({ port: 0, host: "127.0.0.1" })).port), close };
}

async function startApart([command = "", ...args]: string[]): Promise<Host> {
  const entry = findEntry("../../../generated/server/src/fetch.ts", import.meta.filename);
  const child = spawn(command, [...args, join(import.meta.dirname, "serve-host.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...(entry && { TEST_FETCH_ENTRY: entry }) },
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const ended = once(child, "exit");
  return {
    port: Number(line),
    close: async () => {
      child.stdin.end();
      const [code] = await ended;
      if (code !== 0) throw new Error(`The host ended with ${code}.`);
    },
  };
}
