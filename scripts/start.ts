// `npm start`: generate from the spec, check the contract, serve it and its documentation, start what else there is to
// start, and say where to begin.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { runCommand } from "../packages/contract/src/command.ts";
import type { Contract } from "../packages/contract/src/model.ts";
import { SpecError } from "../packages/contract/src/spec-error.ts";
import { sampleError } from "../packages/generator/src/mock/sample-error.ts";
import { type Child, startChild } from "./start/child.ts";
import { type ChosenPort, choosePort } from "./start/choose-port.ts";
import { panel, type Started, type Try } from "./start/panel.ts";
import { StartError } from "./start/start-error.ts";
import { findWorkspaces, type Workspace } from "./start/workspaces.ts";
import { untilSignal } from "./until-signal.ts";

const workspaces = findWorkspaces(".");
const usualPorts = { mock: 4010, docs: 4030 };

const usage = `Usage: npm start -- [options]

  --mock-port N      port of the mock (${usualPorts.mock})
${workspaces.map(({ name, port }) => `  ${`--${name}-port N`.padEnd(18)} port of the ${name} (${port})\n`).join("")}\
  --docs-port N      port of the documentation (${usualPorts.docs})
  --help             show this

A port that is not given and in use is replaced by a free one.
`;

class LintError extends Error {
  override readonly name = "LintError";
}

/** Generates, and writes what differs from the spec. */
async function generate(): Promise<Contract> {
  const { buildAll, writeAll } = await import("../packages/generator/src/pipeline.ts");
  const build = await buildAll("spec/main.tsp", ".");
  const lines = await writeAll(build);
  if (lines.length > 0) console.log(`Generated:\n${lines.join("\n")}`);
  return build.contract;
}

async function lint(): Promise<void> {
  const child = spawn("npm", ["run", "--silent", "lint:contract"], { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (child.exitCode !== 0) throw new LintError(stdout + stderr);
}

/** Starts a workspace, and reads where it is from its first line of JSON. */
async function startWorkspace(workspace: Workspace, { port, remark }: ChosenPort, child: Child): Promise<Started> {
  const [line] = await child.printed(/^\{.*"url":.*\}$/);
  const { url, console, apiKey, apiSecret } = JSON.parse(line) as Started;
  return {
    name: workspace.name,
    url: url ?? `http://127.0.0.1:${port}`,
    console,
    apiKey,
    apiSecret,
    remark,
  } as Started;
}

/** What a line of a child says: the message where it is a log entry. */
function wordsOf(line: string): string {
  try {
    const entry = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [entry.msg, entry.err?.message].filter((part) => part !== undefined).join(": ") || line;
  } catch {
    return line;
  }
}

function logger(name: string): (line: string) => void {
  return (line) => console.log(`${name.padEnd(8)} ${line}`);
}

/** A short request of the mock that asks for an error. */
function tryMock(contract: Contract, url: string): Try[] {
  const sample = sampleError(contract);
  if (!sample) return [];
  const { operation, status, authorization } = sample;
  const credentials = authorization ? `-H "Authorization: ${authorization}" ` : "";
  const command = `curl -i ${credentials}-H "Prefer: code=${status}" ${url}${operation.path}`;
  return [{ about: "any error of the mock", command }];
}

function triesOf({ commands, port }: Workspace, { url }: Started): Try[] {
  const at = new URL(url).port === String(port) ? "" : ` --url ${url}`;
  return Object.entries(commands).map(([about, command]) => ({ about, command: command.replace("{at}", at) }));
}

async function run(ports: Map<string, ChosenPort>, started: AsyncDisposableStack): Promise<void> {
  const begun = performance.now();
  const portOf = (name: string): ChosenPort => ports.get(name) ?? { port: 0 };
  console.log("Generating and checking the contract …");
  const contract = await generate();
  const linted = lint();
  linted.catch(() => {});

  const children: Child[] = [];
  const begin = (name: string, line: string, cwd: string, env?: Record<string, string>): Child => {
    if (started.disposed) throw new StartError("It was stopped.");
    const child = startChild({ name, line, cwd, ...(env && { env }) }, process.cwd());
    started.defer(() => child.stop());
    children.push(child);
    return child;
  };
  const others = workspaces.map((workspace) => {
    const port = portOf(workspace.name);
    const line = `${workspace.script} --port ${port.port} --json --log info`;
    const child = begin(workspace.name, line, workspace.folder);
    return { workspace, child, running: startWorkspace(workspace, port, child) };
  });
  // Imported after generation: it may just have been written.
  const { startMock } = await import("../generated/mock/src/index.ts");
  const runningOthers = await Promise.all(others.map(({ running }) => running));
  const docsUrl = `http://127.0.0.1:${portOf("docs").port}`;
  const links = Object.fromEntries([
    ...runningOthers.flatMap(({ name, console }) => (console ? [[`Console of the ${name}`, console]] : [])),
    ["Documentation", docsUrl],
  ]) as Record<string, string>;
  const mock = await startMock({ port: portOf("mock").port, log: logger("mock"), links });
  started.defer(() => mock.close());
  const servers: Started[] = [
    ...runningOthers,
    { name: "mock", url: mock.url, about: "any credentials", ...portOf("mock") },
  ];
  const docs = begin("documentation", `vitepress dev docs --port ${portOf("docs").port}`, process.cwd(), {
    DOCS_SERVERS: JSON.stringify(
      servers.map(({ name, url, apiKey, apiSecret, console }) => ({
        name,
        url,
        user: apiKey,
        password: apiSecret,
        console,
      })),
    ),
  });
  await docs.printed(/Local:\s+http/);
  await linted;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const about = `${contract.title} ${contract.version}: generated code agrees with the spec, no lint findings (${seconds} s).`;
  const tries = others.flatMap(({ workspace }, index) =>
    triesOf(workspace, runningOthers[index] ?? { name: "", url: "" }),
  );
  console.log(
    panel(
      about,
      [...servers, { name: "documentation", url: docsUrl, about: "guides, API reference", ...portOf("docs") }],
      [...tries, ...tryMock(contract, mock.url)],
    ),
  );
  for (const { workspace, child } of others) {
    const log = logger(workspace.name);
    child.onLine((line) => log(wordsOf(line)));
  }
  await Promise.race(children.map(({ failed }) => failed));
}

await runCommand(
  usage,
  async () => {
    const names = ["mock", ...workspaces.map(({ name }) => name), "docs"];
    const options = names.map((name) => [`${name}-port`, { type: "string" }] as const);
    const { values } = parseArgs({ options: { ...Object.fromEntries(options), help: { type: "boolean" } } });
    const { help, ...given } = values as { help?: boolean } & Record<string, string | undefined>;
    if (help) {
      console.log(usage);
      return 0;
    }
    const usual = new Map(
      Object.entries({ ...usualPorts, ...Object.fromEntries(workspaces.map((w) => [w.name, w.port])) }),
    );
    const ports = new Map<string, ChosenPort>();
    for (const name of names) {
      const flag = `--${name}-port`;
      ports.set(name, await choosePort(flag, usual.get(name) ?? 0, given[`${name}-port`]));
    }
    await using started = new AsyncDisposableStack();
    await Promise.race([run(ports, started), untilSignal()]);
    return 0;
  },
  (error) => {
    if (error instanceof SpecError) return `${error.message}\nNothing was written.`;
    if (error instanceof LintError) return `${error.message}\nThe contract breaks its lint rules: it is not served.`;
    if (error instanceof StartError) return error.message;
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return error.message;
    return undefined;
  },
);
