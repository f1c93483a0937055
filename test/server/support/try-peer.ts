// Runs tests of the server on another version of one of its peers.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { makeFolder } from "../../support/folder.ts";

const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** Tests that run on each host. */
export const hosts = [
  "server",
  "validation",
  "authentication",
  "framework-errors",
  "rate-limit",
  "idempotency",
].map((name) => `${name}.test.ts`);

/**
 * Installs a version of a package in an empty folder and runs files of `test/server` with it.
 * @param entry The file of the package that is imported.
 */
export async function tryPeer(
  name: string,
  version: string,
  entry: string,
  files: readonly string[],
): Promise<void> {
  const folder = await makeFolder();
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...options, `${name}@${version}`], { cwd: folder });
  const config = join(import.meta.dirname, "peers.config.ts");
  const report = join(folder, "report.json");
  await run(
    join(root, "node_modules/.bin/vitest"),
    [
      "run",
      "--config",
      config,
      "--reporter=json",
      `--outputFile=${report}`,
      ...files.map((file) => `test/server/${file}`),
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        PEERS: `${name}=${join(folder, "node_modules", name, entry)}`,
        ...(files === hosts && { TEST_ADAPTERS: name }),
      },
    },
  );
  const { success, numPassedTests } = JSON.parse(await readFile(report, "utf8")) as Record<
    string,
    unknown
  >;
  expect(success).toBe(true);
  expect(numPassedTests).toBeGreaterThan(files === hosts ? 100 : 0);
}
