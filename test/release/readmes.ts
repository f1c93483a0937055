// Every README as it is printed: each program run, each command of a shell given to one.
import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Program, type Running, readPrograms, start } from "../docs/support/programs.ts";
import { findPort } from "../support/find-port.ts";
import type { Packed } from "./packages.ts";
import type { Registry } from "./registry.ts";

/** A package where its user has installed it. */
export interface Installed {
  packed: Packed;
  folder: string;
  /** The Node of the user. */
  node: string;
}

/** What all READMEs are run with: the registry, and a sandbox for everything that calls a service. */
export interface ReadmeContext {
  registry: Registry;
  env: Record<string, string>;
  /** Pays a charge, as the README of the sandbox says. */
  pay(id: string): Promise<void>;
  stop(): void;
}

const children = new Set<ChildProcess>();

/** Starts the sandbox of the release by the first line of its README. */
export async function startSurroundings(sandbox: Installed, registry: Registry): Promise<ReadmeContext> {
  const port = String(await findPort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...{ PIX_SANDBOX_PORT: port, PIX_SANDBOX_URL: url, PORT: "0", PIX_WEBHOOK_SECRET: "whsec_1" },
    ...{ PIX_BASE_URL: url, PIX_API_KEY: "sandbox-key", PIX_API_SECRET: "sandbox-secret" },
    ...{ npm_config_registry: registry.url, npm_config_userconfig: registry.npmrc },
  };
  const [first = ""] = commandsOf(await readmeOf(sandbox));
  await serve(sandbox, first, env);
  return {
    registry,
    env,
    pay: async (id) => void (await execute(sandbox, `npx pix-sandbox pay ${id}`, env)),
    stop: () => {
      for (const { pid } of children) if (pid !== undefined) process.kill(-pid, "SIGKILL");
    },
  };
}

/** Runs everything that a package's README shows. Fails with the first thing that does not work. */
export async function runReadme(installed: Installed, surroundings: ReadmeContext): Promise<void> {
  const programs = await readPrograms(join(installed.packed.folder, "README.md"));
  // Those that the page has its reader write into files of these names.
  const named = programs.filter(({ text, file }) => text.startsWith(`// ${file}\n`));
  for (const { file, text } of named) await writeFile(join(installed.folder, file), text);
  let last = "";
  for (const command of commandsOf(await readmeOf(installed))) {
    last = await runCommand(installed, surroundings, command, last);
  }
  for (const [index, program] of programs.entries()) await runProgram(installed, surroundings, program, index);
}

function readmeOf({ packed, folder }: Installed): Promise<string> {
  return readFile(join(folder, "node_modules", packed.manifest.name, "README.md"), "utf8");
}

/** Lines of the blocks of shell. */
function commandsOf(readme: string): string[] {
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  return blocks.flatMap((block) => block.replaceAll(/\\\n/g, " ").split("\n")).filter((line) => line.trim() !== "");
}

/** Runs a line as it is printed, but for the addresses, credentials and versions that stand for the reader's own. */
async function runCommand(
  installed: Installed,
  { env }: ReadmeContext,
  command: string,
  last: string,
): Promise<string> {
  const { name, version } = installed.packed.manifest;
  if (command === `npm install ${name}`) return last;
  const port = String(await findPort());
  const id = /\btxn_\w+/.exec(last)?.[0] ?? "txn_…";
  const line = command
    .replace("txn_…", id)
    .replace(/--port \d+/, `--port ${port}`)
    .replace(
      /https:\/\/\S+ --api-key KEY --api-secret SECRET/,
      `${env.PIX_BASE_URL} --api-key ${env.PIX_API_KEY} --api-secret ${env.PIX_API_SECRET} --max-requests 100`,
    )
    .replace(/ diff \d\S* \d\S*/, ` diff ${version} ${version}`);
  // A sandbox runs already, by this very line, and its address is in the environment; programs are run below.
  if (/^(npx \S+[/-]sandbox( start)? *(#.*)?$|export |node )/.test(command)) return last;
  if (/\/mock --port/.test(command)) return serve(installed, line, env);
  return execute(installed, line, env);
}

function begin({ folder, node }: Installed, command: string, env: Record<string, string>): ChildProcess {
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`;
  const options = { cwd: folder, detached: true, env: { ...process.env, ...env, PATH: path, NO_COLOR: "1" } };
  const child = spawn("sh", ["-c", command], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  child.once("close", () => children.delete(child));
  return child;
}

function execute(installed: Installed, command: string, env: Record<string, string>): Promise<string> {
  const child = begin(installed, command, env);
  const said = gather(child);
  return new Promise((resolve, reject) => {
    child.once("close", (code) => {
      if (code === 0) resolve(said());
      else reject(new Error(`${command}\nended with ${code}:\n${said()}`));
    });
  });
}

/** Starts what serves, and waits for the address that it prints. */
async function serve(installed: Installed, command: string, env: Record<string, string>): Promise<string> {
  const child = begin(installed, command, env);
  const said = gather(child);
  for (let round = 0; !/http:\/\/127\.0\.0\.1:\d+/.test(said()); round++) {
    if (child.exitCode !== null || round > 600) throw new Error(`${command}\nserves nothing:\n${said()}`);
    await sleep(100);
  }
  return said();
}

function gather(child: ChildProcess): () => string {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data: Buffer) => (said += data));
  return () => said;
}

/** What a program needs while it runs; all others run to their end by themselves. */
const attended: Record<string, (running: Running, surroundings: ReadmeContext) => Promise<void>> = {
  // Waits for a payment.
  client: async (running, { pay }) => pay((await running.until(/^(txn_\w+)$/m))[1] ?? ""),
  "client Receiving notifications": (running) => stopServing(running),
  server: async (running) => {
    const [url = ""] = await running.until(/http:\/\/\S+/);
    const { status } = await fetch(`${url.replace("0.0.0.0", "127.0.0.1")}/health`);
    if (status !== 200) throw new Error(`GET /health: ${status}`);
    await stopServing(running);
  },
};

/** What still runs after a while has not failed. */
async function stopServing({ child, ended, output }: Running): Promise<void> {
  const code = await Promise.race([ended, sleep(2_000, "running" as const)]);
  if (code !== "running") throw new Error(`It ended with ${code}: ${output()}`);
  child.kill();
}

async function runProgram(
  { packed, folder, node }: Installed,
  surroundings: ReadmeContext,
  { heading, text }: Program,
  index: number,
): Promise<void> {
  const short = packed.manifest.name.split("/")[1] ?? "";
  const attend = attended[`${short} ${heading}`] ?? (index === 0 ? attended[short] : undefined);
  const file = join(folder, `readme-${index}.mjs`);
  // A port that is free, where the page names one.
  await writeFile(file, stripTypeScriptTypes(text).replace(/\.listen\(\d+\)/, ".listen(0)"));
  const running = start({ command: [node], cwd: folder, env: process.env }, file, surroundings.env);
  try {
    await attend?.(running, surroundings);
    const code = await running.ended;
    if (code !== 0 && !running.child.killed) throw new Error(`It ended with ${code}.`);
  } catch (error) {
    const where = `The program under '${heading}' of the README`;
    throw new Error(`${where}: ${error instanceof Error ? error.message : error}\n${running.output()}`);
  } finally {
    await running.stop();
  }
}
