// The contract as data and its mock as a frontend team gets them: packed, installed into an empty project, and used there.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Running, start } from "../docs/support/programs.ts";
import { type Ended, startCommand } from "../sandbox/support/command-line.ts";
import { contract } from "../support/contract.ts";
import { installMatrix, missing, runtimes } from "./support/matrix.ts";
import { installProject } from "./support/project.ts";
import { run } from "./support/run.ts";
import { serveTwoVersions } from "./support/two-versions.ts";

let folder: string;
let running: Running | undefined;

beforeAll(async () => {
  const matrix = installMatrix().catch(() => {});
  folder = await installProject(["@pix-contract/openapi", "@pix-contract/mock"]);
  await matrix;
});
afterAll(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the data come alone: document, types, schemas and model, without a dependency", async () => {
  const installed = join(folder, "node_modules/@pix-contract/openapi");
  expect((await readdir(installed)).sort()).toEqual([
    "LICENSE",
    "README.md",
    "contract.json",
    "dist",
    "openapi.json",
    "openapi.yaml",
    "package.json",
    "schemas",
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
  expect(await run(program, ["--no-warnings", "data.mjs"], folder)).toBe(
    `3.1.0 ${contract.operations.length}\n`,
  );
});

/** Runs the command of the data as an importer of Node 20 has it. */
function diff(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const [old = ""] = runtimes["Node 20"] ?? [];
  const command = join(folder, "node_modules/@pix-contract/openapi/dist/cli.js");
  return startCommand(args, {
    program: [missing(old) === undefined ? old : process.execPath, command, "diff"],
    cwd: folder,
    env,
  }).ended;
}

describe("what changed between two published versions", () => {
  let registry: Awaited<ReturnType<typeof serveTwoVersions>>;
  let env: Record<string, string>;
  beforeAll(async () => {
    const installed = join(folder, "node_modules/@pix-contract/openapi");
    registry = await serveTwoVersions(
      installed,
      await mkdtemp(join(folder, "versions-")),
      (document) => document.replace("x-body-limit: 262144", "x-body-limit: 1000"),
    );
    const file = join(installed, "package.json");
    // As after a release: until then the command asks no registry.
    const { config: _, ...published } = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify(published));
    const cache = await mkdtemp(join(folder, "cache-"));
    env = { npm_config_registry: `${registry.url}/`, npm_config_cache: cache };
  });
  afterAll(async () => registry?.[Symbol.asyncDispose]());

  test("is reported as a review does, by their numbers", async () => {
    const { code, stdout, stderr } = await diff(["1.0", "1.1"], env);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain("## 🔴 Contract: breaking\n\n1 breaking · `1.0.0` → `1.1.0`");
    expect(stdout).toMatch(
      /The limit of a request body is 1000 bytes instead of 256 KiB.*`openapi\.yaml:\d+`/,
    );
    const json = await diff(["1.0.0", "latest", "--format", "json"], env);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      verdict: "breaking",
      changes: [{ kind: "body-limit-lowered" }],
    });
    expect((await diff(["1.0", "1.0"], env)).stdout).toContain("no change of meaning");
  });

  test("a version that was never published is a sentence, and the code 2", async () => {
    const { code, stdout, stderr } = await diff(["1.0", "3.0"], env);
    expect(stderr).toMatch(/^npm cannot fetch @pix-contract\/openapi@3\.0: .*\n$/);
    expect([code, stdout]).toEqual([2, ""]);
  });
});

test("documents are compared by npx too", async () => {
  const document = join(folder, "node_modules/@pix-contract/openapi/openapi.json");
  const out = await run(
    "npx",
    ["--no-install", "@pix-contract/openapi", "diff", document, document],
    folder,
  );
  expect(out).toContain("Its meaning has not changed.");
});

test("npx starts the mock, which answers from the contract's examples and ends with it", async () => {
  running = start({
    command: ["npx", "@pix-contract/mock", "--port", "0", "--quiet"],
    cwd: folder,
    env: process.env,
  });
  const [url] = await running.until(/http:\S+/);
  const headers = { authorization: "Bearer token" };
  const listed = await fetch(`${url}/api/v1/webhook`, { headers });
  expect(listed.status).toBe(200);
  expect(await listed.json()).toMatchObject({ success: true });
  const refused = await fetch(`${url}/api/v1/webhook`, {
    headers: { ...headers, prefer: "code=429" },
  });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: { code: "RATE_LIMIT_EXCEEDED" } });
  // npx alone gets the signal.
  running.child.kill("SIGTERM");
  const isAnswering = (): Promise<boolean> => fetch(url ?? "").then(Boolean, () => false);
  await expect.poll(isAnswering).toBe(false);
});

test("installs as two packages of at most 12 MB without install scripts, and names the licenses that it bundles", async () => {
  const listed = await run("npm", ["ls", "--all", "--parseable"], folder);
  const names = listed
    .trim()
    .split("\n")
    .slice(1)
    .map((path) => path.split("node_modules/").pop());
  expect(names.sort()).toEqual(["@pix-contract/mock", "@pix-contract/openapi"]);
  const installed = join(folder, "node_modules");
  const files = await readdir(installed, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_000_000);
  const licenses = await readFile(join(installed, "@pix-contract/mock/dist/licenses.txt"), "utf8");
  expect(licenses).toContain("@stoplight/prism-http 5.16.0 (Apache-2.0)");
});

test.for(["Node 20", "Node 22", "Node 24"])("answers on %s", async (name, { skip }) => {
  const [program = ""] = runtimes[name] ?? [];
  const reason = missing(program);
  if (reason) skip(reason);
  const script = `import { startMock } from "@pix-contract/mock";
const mock = await startMock({ port: 0 });
const response = await fetch(mock.url + "/api/v1/webhook", { headers: { Authorization: "Bearer any", Prefer: "code=429" } });
console.log(response.status, (await response.json()).error.code);
await mock.close();
`;
  const file = join(folder, "answer.mjs");
  await writeFile(file, script);
  expect(await run(program, [file], folder)).toBe("429 RATE_LIMIT_EXCEEDED\n");
});
