// Both ends of each peer's range pass the tests of what uses the peer. The upper end is the version that this repository has,
// which all other tests run on; the lower end is installed here.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
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

interface Manifest {
  version: string;
  peerDependencies: Record<string, string>;
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, folder, "package.json"), "utf8")) as Manifest;

/** Versions of peers, the file that is imported, and the tests that run on it. */
const versions: [name: string, version: string, entry: string, files: string[]][] = [
  ["fastify", "4.29.1", "fastify.js", hosts],
  ["fastify", "5.0.0", "fastify.js", hosts],
  ["express", "4.21.2", "index.js", hosts],
  ["pg", "8.13.0", "lib/index.js", ["notifier.test.ts"]],
  ["undici", "7.10.0", "index.js", ["notifier.test.ts"]],
  ["ipaddr.js", "2.2.0", "lib/ipaddr.js", ["notifier.test.ts"]],
  ["@opentelemetry/api", "1.9.0", "build/src/index.js", ["observe.test.ts"]],
  ["ioredis", "5.4.0", "built/index.js", ["redis.deep.test.ts"]],
  ["ioredis", "6.0.0", "built/index.js", ["redis.deep.test.ts"]],
];

test("the lower end of each range is tried, and the upper one is the version of this repository", async () => {
  const { peerDependencies } = await readManifest("generated/server");
  for (const [name, range] of Object.entries(peerDependencies)) {
    const ends = range.split(" || ").map((part) => part.replace("^", ""));
    const { version } = await readManifest(`node_modules/${name}`);
    const tried = versions.filter(([peer]) => peer === name).map(([, version]) => version);
    expect([...tried, version], name).toEqual(expect.arrayContaining(ends));
    const last = ends.at(-1) ?? "";
    const major = last.startsWith("0.") ? /^0\.\d+\./ : /^\d+\./;
    expect(version.match(major)?.[0], name).toBe(last.match(major)?.[0]);
  }
});

test.for(versions)(
  "%s %s",
  { timeout: 600_000 },
  async ([name, version, entry, files], { skip }) => {
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
  },
);
