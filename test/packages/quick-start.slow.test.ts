// The client's README, done as it says from an empty folder: the commands as they stand, on the oldest Node and the newest.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type RunningSandbox } from "../../packages/sandbox/src/index.ts";
import { type Running, start } from "../docs/support/programs.ts";
import { packed } from "../support/packages.ts";
import { compilers, installMatrix, missing, runtimes } from "./support/matrix.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;
let sandbox: RunningSandbox;
let setUp: string[];
let program: string;
let running: Running | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quick-start-"));
  sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  await installMatrix().catch(() => {});
  const readme = await readFile(join(root, "generated/client/README.md"), "utf8");
  const section = /^## From an empty folder$([\s\S]*?)^## /m.exec(readme)?.[1] ?? "";
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, text = ""]) => ({ kind, text }));
  program = blocks.find(({ kind }) => kind === "ts")?.text ?? "";
  setUp = blocks[0]?.text.trim().split("\n") ?? [];
  // The rest is done below, with the sandbox of this test.
  expect(blocks.map(({ text }) => text.trim().split("\n")[0])).toEqual([
    "npm init --yes",
    "npx @pix-contract/sandbox start",
    "// first.ts",
    "npx tsc",
  ]);
});
afterAll(async () => {
  await running?.stop();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

test("the set-up compiles, and the first charge is paid on Node 20 and 24", { timeout: 300_000 }, async () => {
  const tarball = await packed("@pix-contract/client");
  const { devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  for (const line of setUp) {
    const [command = "", ...words] = line
      .replace("install @pix-contract/client", `install --prefer-offline ${tarball}`)
      .replace("--save-dev typescript ", `--save-dev --prefer-offline typescript@${devDependencies.typescript} `)
      .split(" ");
    await run(command, words, folder);
  }
  await writeFile(join(folder, "first.ts"), program);
  for (const compiler of [join(folder, "node_modules/.bin/tsc"), compilers["TypeScript 7"] ?? ""]) {
    if (!missing(compiler)) await run(process.execPath, [compiler, "-p", folder], folder);
  }
  const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
  for (const name of ["Node 20", "Node 24"]) {
    const [node = ""] = runtimes[name] ?? [];
    if (missing(node)) continue;
    const variables = { PIX_BASE_URL: baseUrl, PIX_API_KEY: apiKey, PIX_API_SECRET: apiSecret };
    running = start({ command: [node], cwd: folder, env: process.env }, "first.js", variables);
    const [id = ""] = await running.until(/txn_\w+/);
    await sandbox.control.charges.pay(id);
    expect(await running.ended, running.output()).toBe(0);
    expect(running.output()).toBe(`${id}\npaid\n`);
  }
});
