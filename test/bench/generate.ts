// What it costs to generate from a large document: CPU time and peak memory of the whole command, beside two other generators
// on the same document in the same run. They are pinned in peers/, and installed when this is measured: 91 MB and half a
// minute would be too much for every `npm ci`.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeDocument } from "./generate/make-document.ts";
import { type Cost, costOf, prepareCosts } from "./support/cost.ts";
import { median, type Row } from "./support/row.ts";

const root = join(import.meta.dirname, "../..");
const peers = join(import.meta.dirname, "peers");
const inPeers = (path: string): string => join(peers, "node_modules", path);
const runFile = promisify(execFile);

/** Rows of the generator, with ratios to the peers for types and a client. */
export async function generateRows(step: (about: string) => void): Promise<Row[]> {
  step("installing the peers");
  await runFile("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: peers });
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    const document = JSON.stringify(makeDocument());
    await writeFile(join(folder, "large.json"), document);
    await prepareCosts(folder);
    await writeFile(join(folder, "package.json"), '{"name":"large","version":"1.0.0"}');
    const orval = {
      big: { input: "large.json", output: { target: "orval/api.ts", client: "fetch" } },
    };
    await writeFile(join(folder, "orval.config.cjs"), `module.exports = ${JSON.stringify(orval)}`);
    const ours = [
      "--max-semi-space-size=64",
      "--min-semi-space-size=32",
      "--import",
      join(root, "scripts/run.js"),
    ];
    const commands: Record<string, string[]> = {
      all: [...ours, join(root, "packages/generator/src/generate.ts"), "--spec", "large.json"],
      ours: [...ours, join(import.meta.dirname, "generate/print-client.ts"), "large.json"],
      "hey-api": [
        inPeers("@hey-api/openapi-ts/bin/run.js"),
        ..."-i large.json -o hey-api -p @hey-api/client-fetch @hey-api/typescript @hey-api/sdk".split(
          " ",
        ),
      ],
      orval: [inPeers("orval/dist/bin/orval.mjs"), "--config", "orval.config.cjs"],
    };
    const costs = new Map<string, Cost[]>();
    // One after the other, several times: a busy machine is busy for all of them.
    for (let round = 0; round < 3; round += 1)
      for (const [name, command] of Object.entries(commands)) {
        step(`generating, ${name}`);
        costs.set(name, [...(costs.get(name) ?? []), await costOf(folder, ...command)]);
      }
    const of = (name: string, what: keyof Cost): number =>
      median((costs.get(name) ?? []).map((cost) => cost[what]));
    const about = `a document of ${Math.round(document.length / 1e6)} MB`;
    return [
      { name: `generate, ${about}, all outputs: CPU`, value: of("all", "cpu"), unit: "seconds" },
      { name: `generate, ${about}, all outputs: memory`, value: of("all", "memory"), unit: "MiB" },
      {
        name: `generate, ${about}, types and client: CPU`,
        value: of("ours", "cpu"),
        unit: "seconds",
      },
      {
        name: `generate, ${about}, types and client: memory`,
        value: of("ours", "memory"),
        unit: "MiB",
      },
      ...["hey-api", "orval"].flatMap((peer): Row[] => [
        {
          name: `generate, types and client, CPU: ${peer} ÷ ours`,
          value: of(peer, "cpu") / of("ours", "cpu"),
          unit: "ratio",
          bound: { atLeast: 1 },
        },
        {
          name: `generate, types and client, memory: ${peer}`,
          value: of(peer, "memory"),
          unit: "MiB",
        },
      ]),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
