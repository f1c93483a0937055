// A registry of one's own on this machine: what is published there goes nowhere else.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "../packages/support/run.ts";
import { findPort } from "../support/find-port.ts";

export interface Registry {
  url: string;
  /** An npmrc that points at it and may publish. */
  npmrc: string;
  stop(): void;
}

/**
 * Starts Verdaccio. Packages of the scope are its own; all others come from the registry that npm is set to.
 *
 * @param folder where it keeps everything
 */
export async function startRegistry(folder: string, scope: string): Promise<Registry> {
  const port = await findPort();
  const url = `http://127.0.0.1:${port}/`;
  const uplink = (await run("npm", ["config", "get", "registry"])).trim();
  await mkdir(folder, { recursive: true });
  const config = {
    storage: join(folder, "storage"),
    auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: 1 } },
    uplinks: { outside: { url: uplink, cache: true, maxage: "60m" } },
    packages: {
      [`${scope}/*`]: { access: "$all", publish: "$all" },
      "**": { access: "$all", proxy: "outside" },
    },
    max_body_size: "100mb",
    log: { type: "stdout", format: "json", level: "error" },
  };
  const file = join(folder, "config.yaml");
  await writeFile(file, JSON.stringify(config));
  const program = join(import.meta.dirname, "node_modules/verdaccio/bin/verdaccio");
  const child = spawn(
    process.execPath,
    [program, "--config", file, "--listen", `127.0.0.1:${port}`],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  while (!(await fetch(`${url}-/ping`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`The registry ended:\n${(await said).join("")}`);
    await sleep(500);
  }
  const npmrc = join(folder, "npmrc");
  await writeFile(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`);
  return { url, npmrc, stop: () => child.kill() };
}
