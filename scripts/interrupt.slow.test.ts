// Ctrl-C sends the signal to npm, its shell and the command together. The command ends with 0; an npm whose shell died of the
// signal reports that instead, which a terminal shows as 130.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyProject } from "../test/support/copy-project.ts";

const root = join(import.meta.dirname, "..");
const node = join(root, "node_modules/.bin/node");

const servers = [
  { name: "mock", file: "generated/mock/src/cli.ts", args: ["--port", "0"], ready: /Ctrl-C/ },
  {
    name: "sandbox",
    file: "packages/sandbox/src/cli.ts",
    args: ["start", "--port", "0"],
    ready: /Ctrl-C/,
  },
  {
    name: "start",
    file: "scripts/start.ts",
    args: ["--mock-port", "0", "--sandbox-port", "0", "--docs-port", "0"],
    ready: /Ctrl-C/,
  },
  { name: "docs", file: "scripts/docs.ts", args: ["--port", "0"], ready: /served at/ },
  {
    name: "generate",
    file: "packages/generator/src/generate.ts",
    args: ["--watch"],
    ready: /Ctrl-C/,
  },
];

/** Runs a command until it serves, then ends it as a terminal does. */
async function interrupt(command: string, args: string[], ready: RegExp, cwd = root) {
  const child: ChildProcess = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, LC_ALL: "C" },
  });
  const group = -(child.pid ?? Number.NaN);
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(group, "SIGKILL");
  });
  const ended = once(child, "close");
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (text) => {
      printed += text;
      if (ready.test(printed)) resolve();
    });
    ended.then(() => reject(new Error(`It ended early:\n${printed}`)), reject);
  });
  process.kill(group, "SIGINT");
  const [code, signal] = await ended;
  expect(() => process.kill(group, 0)).toThrow("ESRCH");
  return signal ?? code;
}

test("Ctrl-C ends start with 0 while it still generates", async () => {
  const copy = await copyProject();
  onTestFinished(copy.remove);
  await copy.write("spec/added.tsp", "");
  const ports = ["--mock-port", "0", "--sandbox-port", "0", "--docs-port", "0"];
  const words = ["--import", "./scripts/run.js", "scripts/start.ts", ...ports];
  expect(await interrupt(node, words, /Generating from the spec/, copy.root)).toBe(0);
});

test.each(servers)("Ctrl-C ends $name with 0", async ({ name, file, args, ready }) => {
  const imports = ["--import", "./scripts/run.js"];
  expect(await interrupt(node, [...imports, file, ...args], ready)).toBe(0);
  if (name === "docs") return;
  expect([0, "SIGINT"]).toContain(
    await interrupt("npm", ["run", "-s", name, "--", ...args], ready),
  );
});
