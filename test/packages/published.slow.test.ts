// What is published is what is tested: tests that load sources run again with the packages as users load them. A bundler
// once deleted a call that was made for its exception, and no test of the sources could notice.
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packed } from "../support/shared.ts";
import { installMatrix } from "./support/matrix.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dirname, "../..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const names = ["openapi", "client", "server", "sandbox", "conformance"];
let folder: string;

beforeAll(async () => {
  const matrix = installMatrix();
  // Below the project's own modules, where the packages find what they depend on.
  folder = await mkdtemp(join(root, "node_modules/.published-"));
  for (const name of names) {
    const target = join(folder, "node_modules/@pix-contract", name);
    await mkdir(target, { recursive: true });
    const tarball = await packed(`@pix-contract/${name}`);
    await run("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
  }
  await matrix;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const server = [
  "authentication",
  "documented-errors",
  "fastify",
  "framework-errors",
  "hostile-requests.slow",
  "hostile.slow",
  "hosts.slow",
  "idempotency",
  "rate-limit",
  "response-cleaning",
  "server",
  "validation",
].map((name) => `test/server/${name}.test.ts`);
const client = ["lies", "hostile", "money", "truth-table"].map(
  (name) => `test/client/${name}.test.ts`,
);
const sandbox = [
  "test/sandbox/control/faults.test.ts",
  "test/conformance/without-control.slow.test.ts",
];

test.for([
  ["hosts of the server, by import", "import", server],
  ["hosts of the server, by require", "require", server],
  ["the client and a service that lies, by import", "import", client],
  ["the client and a service that lies, by require", "require", client],
  ["the sandbox, its faults and a conformance run", "import", sandbox],
] as const)("%s", async ([, format, files]) => {
  await runTests(files, join(folder, "node_modules"), format);
});

test("what ran with sources before is not taken from a cache", async () => {
  const file = "test/server/rate-limit.test.ts";
  await run(process.execPath, [vitest, "run", "--project", "fast", file], root);
  const manifest = "node_modules/@pix-contract/server/package.json";
  const empty = join(folder, "empty");
  await cp(join(folder, manifest), join(empty, manifest));
  await expect(runTests([file], join(empty, "node_modules"), "import")).rejects.toThrow(
    "Cannot find module",
  );
});

/** Runs test files with the packages of a folder in place of their sources. */
async function runTests(files: string[], packages: string, format: string): Promise<void> {
  const settings = [`TEST_PACKAGES=${packages}`, `TEST_FORMAT=${format}`];
  const options = ["--maxWorkers", "2", "--project", "fast", "--project", "slow"];
  await run("env", [...settings, process.execPath, vitest, "run", ...options, ...files], root);
}
