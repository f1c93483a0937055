// The contract as data and its mock as a frontend team gets them: packed, installed into an empty project, and used there.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../support/contract.ts";
import { installMatrix, missing, runtimes } from "./support/matrix.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;
let data: string;
const running = new Set<ChildProcess>();

async function pack(name: string): Promise<string> {
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], join(root, "generated", name));
  const [first] = Object.values(JSON.parse(packed.slice(packed.search(/[[{]/)))) as { filename: string }[];
  return join(folder, first?.filename ?? "");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mock-consumer-"));
  const matrix = installMatrix().catch(() => {});
  data = await pack("openapi");
  const mock = await pack("mock");
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "frontend", private: true, type: "module" }));
  await run("npm", ["install", data, mock, "--prefer-offline", "--no-audit", "--no-fund"], folder);
  await matrix;
}, 300_000);
afterAll(async () => {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

test("the data come alone: document, types, schemas and model, without a dependency", async () => {
  const installed = join(folder, "node_modules/@pix-contract/openapi");
  expect((await readdir(installed)).sort()).toEqual([
    ...["LICENSE", "README.md", "contract.json", "openapi.json", "openapi.yaml", "package.json", "schemas"],
    "types.d.ts",
  ]);
});

test("the data are read on Node 20", async ({ skip }) => {
  const [program = ""] = runtimes["Node 20"] ?? [];
  const reason = missing(program);
  if (reason) skip(reason);
  const code = `import document from "@pix-contract/openapi/openapi.json" with { type: "json" };
import contract from "@pix-contract/openapi/contract.json" with { type: "json" };
console.log(document.openapi, contract.operations.length);`;
  await writeFile(join(folder, "data.mjs"), code);
  expect(await run(program, ["--no-warnings", "data.mjs"], folder)).toBe(`3.1.0 ${contract.operations.length}\n`);
});

/** Starts the installed command and waits for the URL that it prints. It leads a group, so that npx's child ends with it. */
async function startCommand(): Promise<string> {
  const args = ["@pix-contract/mock", "--port", "0", "--quiet"];
  const child = spawn("npx", args, { cwd: folder, detached: true, stdio: ["ignore", "pipe", "ignore"] });
  running.add(child);
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  return String(chunk).trim();
}

test("npx starts the mock, which answers from the contract's examples", { timeout: 60_000 }, async () => {
  const url = await startCommand();
  const headers = { authorization: "Bearer token" };
  const listed = await fetch(`${url}/api/v1/webhook`, { headers });
  expect(listed.status).toBe(200);
  expect(await listed.json()).toMatchObject({ success: true });
  const refused = await fetch(`${url}/api/v1/webhook`, { headers: { ...headers, prefer: "code=429" } });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: { code: "RATE_LIMIT_EXCEEDED" } });
});

test("on an older Node it says in a sentence which one it needs", async ({ skip }) => {
  const [program = ""] = runtimes["Node 20"] ?? [];
  const reason = missing(program);
  if (reason) skip(reason);
  const command = join(folder, "node_modules/@pix-contract/mock/dist/cli.js");
  const ended = run(program, [command], folder);
  await expect(ended).rejects.toThrow(/The mock needs Node 24\.18\.0 or later; this is Node 20\./);
});
