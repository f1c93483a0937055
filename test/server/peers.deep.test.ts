// The lowest version of each peer's range, and what lies between, pass the tests of their hosts.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const files = [
  "server",
  "validation",
  "authentication",
  "framework-errors",
  "rate-limit",
  "idempotency",
];

test.each([
  ["fastify", "4.29.1", "fastify.js"],
  ["fastify", "5.0.0", "fastify.js"],
  ["fastify", "5.6.0", "fastify.js"],
  ["express", "4.21.2", "index.js"],
])("%s %s", { timeout: 600_000 }, async (name, version, entry) => {
  const folder = await makeFolder();
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await run(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`],
    { cwd: folder },
  );
  const config = join(import.meta.dirname, "support/peers.config.ts");
  const report = join(folder, "report.json");
  await run(
    join(root, "node_modules/.bin/vitest"),
    [
      "run",
      "--config",
      config,
      "--reporter=json",
      `--outputFile=${report}`,
      ...files.map((file) => `test/server/${file}.test.ts`),
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        PEERS: `${name}=${join(folder, "node_modules", name, entry)}`,
        TEST_ADAPTERS: name,
      },
    },
  );
  const { success, numPassedTests } = JSON.parse(await readFile(report, "utf8")) as Record<
    string,
    unknown
  >;
  expect(success).toBe(true);
  expect(numPassedTests).toBeGreaterThan(100);
});
