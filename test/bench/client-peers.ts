// The client beside those that integrators choose: each in a separate process, all against one server in one run. Pinned in
// peers/, and installed when this is measured.
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { median, type Row } from "./support/row.ts";

const root = join(import.meta.dirname, "../..");
const peers = join(import.meta.dirname, "peers");
const runFile = promisify(execFile);

/** Those that repeat failed requests, with keys, and throw typed errors, as ours does. They check no response. */
const equals = ["stripe", "openai"];
const others = ["openapi-fetch", "ky", "hey-api"];

interface Speed {
  get: number;
  create: number;
}

/** Rows of calls for a second of the client's processor time, and of sizes. */
export async function clientPeers(step: (about: string) => void): Promise<Row[]> {
  step("installing the peers");
  const npm = "ci --no-audit --no-fund --prefer-offline --ignore-scripts".split(" ");
  await runFile("npm", npm, { cwd: peers });
  const folder = await mkdtemp(join(peers, "programs-"));
  const children: ChildProcess[] = [];
  const start = async (file: string, ...args: string[]): Promise<[ChildProcess, unknown]> => {
    const child = fork(file, args);
    children.push(child);
    const [said] = await once(child, "message");
    return [child, said];
  };
  try {
    step("bundling the peers");
    const generator = join(peers, "node_modules/@hey-api/openapi-ts/bin/run.js");
    const document = join(root, "generated/openapi/openapi.json");
    const plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"];
    await runFile(
      process.execPath,
      [generator, "-i", document, "-o", "hey-api", "-p", ...plugins],
      {
        cwd: folder,
      },
    );
    const names = ["ours", ...equals, ...others];
    const sizes = new Map<string, number>();
    for (const name of names) sizes.set(name, await bundle(name, folder));
    const [, port] = await start(join(peers, "serve.ts"));
    const programs = new Map<string, ChildProcess>();
    for (const name of names) {
      const file = join(folder, `${name}.mjs`);
      const [child] = await start(join(peers, "program.ts"), file, `http://127.0.0.1:${port}`);
      programs.set(name, child);
    }
    const speeds = new Map<string, Speed[]>(names.map((name) => [name, []]));
    // One after the other, several times: a busy machine is busy for all of them. The first round compiles.
    for (let round = 0; round < 6; round++)
      for (const [name, child] of programs) {
        step(`${name}, round ${round + 1}`);
        child.send(1_500);
        const [speed] = (await once(child, "message")) as [Speed];
        if (round > 0) speeds.get(name)?.push(speed);
      }
    return makeRows(speeds, sizes);
  } finally {
    for (const child of children) child.kill();
    await rm(folder, { recursive: true });
  }
}

function makeRows(speeds: Map<string, Speed[]>, sizes: Map<string, number>): Row[] {
  const rows: Row[] = [];
  const ours = speeds.get("ours") ?? [];
  for (const call of ["get", "create"] as const) {
    const value = median(ours.map((speed) => speed[call]));
    const name = `client transfers.${call} for a second of its process's CPU`;
    rows.push({ name, value, unit: "per second" });
    for (const peer of [...equals, ...others]) {
      const ratios = (speeds.get(peer) ?? []).map(
        (speed, round) => (ours[round]?.[call] ?? Number.NaN) / speed[call],
      );
      rows.push({
        name: `client transfers.${call} ÷ ${peer}, calls for a second of CPU`,
        value: median(ratios),
        spread: [Math.min(...ratios), Math.max(...ratios)],
        unit: "ratio",
        bound: { atLeast: 1 },
      });
    }
  }
  for (const [peer, size] of sizes) {
    const ratio = (sizes.get("ours") ?? Number.NaN) / size;
    // The others neither check nor repeat, and know nothing of keys and tokens.
    const bound = equals.includes(peer) ? { bound: { atMost: 1 } } : {};
    if (peer !== "ours")
      rows.push({
        name: `client ÷ ${peer}, size of a program`,
        value: ratio,
        unit: "ratio",
        ...bound,
      });
  }
  return rows;
}

/** Makes one file of a client and what it needs. Returns its bytes, minified and gzipped. */
async function bundle(name: string, folder: string): Promise<number> {
  const build = await rolldown({
    input: join(peers, `clients/${name}.js`),
    platform: "node",
    resolve: {
      alias: {
        "hey-api-client": join(folder, "hey-api/sdk.gen.ts"),
        "hey-api-client-settings": join(folder, "hey-api/client.gen.ts"),
      },
    },
  });
  await build.write({ file: join(folder, `${name}.mjs`), codeSplitting: false });
  const small = join(folder, `${name}.min.mjs`);
  await build.write({ file: small, codeSplitting: false, minify: true });
  await build.close();
  return gzipSync(await readFile(small)).length;
}
