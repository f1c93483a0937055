// The lower end of each peer's range passes the tests of what uses the peer. The upper end is the version that this repository
// has, which all other tests run on.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { triedPeers } from "../packages/support/tried-peers.ts";
import { makeFolder } from "../support/folder.ts";
import { redisProgram } from "../support/redis.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const hosts = [
  "server",
  "validation",
  "authentication",
  "framework-errors",
  "rate-limit",
  "idempotency",
].map((name) => `${name}.test.ts`);

/** Of each peer, the file that is imported and the tests that run on it. */
const peers = {
  fastify: ["fastify.js", hosts],
  express: ["index.js", hosts],
  pg: ["lib/index.js", ["notifier.test.ts"]],
  undici: ["index.js", ["notifier.test.ts"]],
  "ipaddr.js": ["lib/ipaddr.js", ["notifier.test.ts"]],
  "@opentelemetry/api": ["build/src/index.js", ["observe.test.ts"]],
  ioredis: ["built/index.js", ["redis.deep.test.ts"]],
} as const;

const versions = (Object.keys(peers) as (keyof typeof peers)[]).flatMap((name) =>
  triedPeers[name].map((version) => [name, version, ...peers[name]] as const),
);

test.for(versions)("%s %s", async ([name, version, entry, files], { skip }) => {
  if (name === "ioredis" && !redisProgram) skip("neither valkey-server nor redis-server is here");
  const folder = await makeFolder();
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...options, `${name}@${version}`], { cwd: folder });
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
});
