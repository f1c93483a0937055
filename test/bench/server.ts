// How fast the server stub is, beside others that answer the same call: `node test/bench/server.ts`.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { measureLoad } from "./load.ts";
import { body, path, token } from "./server-targets/request.ts";
import { printTable, type Row } from "./support/row.ts";

interface Target {
  url: string;
  /** Milliseconds from the start of its process until it listens. */
  started: number;
  process: ChildProcess;
}

const rounds = 25;
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

/**
 * Measures the stub in one run: throughput against three others in paired rounds, and cold starts. Throughput is answers
 * for each second of processor time that the server's process uses: on a machine that is shared, time on the clock says
 * more about the others.
 */
export async function rows(): Promise<Row[]> {
  const targets = {
    bare: await startTarget("bare"),
    fastify: await startTarget("fastify"),
    stub: await startTarget("stub"),
    prism: await startTarget("prism"),
  };
  try {
    const ratios: Record<"bare" | "fastify" | "prism", number[]> = { bare: [], fastify: [], prism: [] };
    for (const target of Object.values(targets)) await load(target, 2000);
    for (let round = 0; round < rounds; round++) {
      // The stub first and last in turn, so that a machine that gets slower or faster favours nobody.
      for (const other of ["bare", "fastify"] as const) {
        const stubFirst = round % 2 === 0;
        const first = await load(stubFirst ? targets.stub : targets[other], 400);
        const second = await load(stubFirst ? targets[other] : targets.stub, 400);
        ratios[other].push(stubFirst ? first / second : second / first);
      }
    }
    for (let round = 0; round < 5; round++) {
      ratios.prism.push((await load(targets.stub, 400)) / (await load(targets.prism, 1500)));
    }
    return [
      row("server stub ÷ bare node:http", median(ratios.bare), 0.85),
      row("server stub ÷ hand-written Fastify", median(ratios.fastify), 0.95),
      row("server stub ÷ Prism mock", median(ratios.prism), 25),
      await coldStart(),
    ];
  } finally {
    for (const target of Object.values(targets)) target.process.kill();
  }
}

function row(name: string, value: number, atLeast: number): Row {
  return { name, value, unit: "ratio", bound: { atLeast } };
}

/** From the start of a process until it listens: what it saves that schemas are compiled when the stub is generated. */
async function coldStart(): Promise<Row> {
  const ratios: number[] = [];
  for (let round = 0; round < 9; round++) {
    const times: number[] = [];
    for (const name of ["fastify", "stub"]) {
      const target = await startTarget(name);
      target.process.kill();
      times.push(target.started);
    }
    const [fastify = Number.NaN, stub = Number.NaN] = times;
    ratios.push(fastify / stub);
  }
  return row("cold start of hand-written Fastify ÷ server stub", median(ratios), 1);
}

/** Answers for each second of processor time. */
async function load(target: Target, milliseconds: number): Promise<number> {
  const before = await processorTime(target);
  const answers = await measureLoad({ url: target.url, path, headers, body, connections: 16, milliseconds });
  return answers / ((await processorTime(target)) - before);
}

/** Seconds of processor time that a target has used. */
function processorTime({ process: child }: Target): Promise<number> {
  return new Promise((resolve) => {
    child.once("message", ({ cpu }: { cpu: NodeJS.CpuUsage }) => resolve((cpu.user + cpu.system) / 1e6));
    child.send("cpu");
  });
}

function startTarget(name: string): Promise<Target> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, "server-targets", `${name}.ts`)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The target ${name} ended with ${code}.`)));
    child.once("message", ({ url }: { url: string }) =>
      resolve({ url, started: performance.now() - began, process: child }),
    );
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

if (import.meta.main) console.log(printTable(await rows()));
