// How fast the server stub is, compared with others that answer the same call: `npm run bench -- server`.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { measureLoad } from "./load.ts";
import { body, path, token } from "./server-targets/request.ts";
import { processorTime } from "./support/processor-time.ts";
import type { Row } from "./support/row.ts";

interface Target {
  url: string;
  /** Milliseconds from the start of its process until it listens. */
  started: number;
  process: ChildProcess;
}

/** Processes are started for each round: what the compiler of one makes of its code differs from the next. */
const starts = 3;
const rounds = 9;
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

/**
 * Measures the server in one run: throughput against others in paired rounds, and cold starts. Throughput is answers
 * for each second of processor time that the server's process uses: on a machine that is shared, time on the clock says
 * more about the others.
 */
export async function serverRows(step: (about: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, stub, other, atLeast } of pairs) {
    const ratios: number[] = [];
    for (let start = 0; start < (other === "prism" ? 1 : starts); start++) {
      step(`${name}, ${start + 1} of ${starts}`);
      ratios.push(...(await compare(stub, other)));
    }
    rows.push(row(name, median(ratios), atLeast));
  }
  step("cold starts");
  return [...rows, await coldStart()];
}

/** What is compared: an adapter, and a hand-written service on the same framework. */
const pairs = [
  { name: "server stub ÷ bare node:http", stub: "stub", other: "bare", atLeast: 0.9 },
  { name: "server stub on Fastify ÷ hand-written Fastify", stub: "stub-fastify", other: "fastify", atLeast: 0.95 },
  { name: "server stub on Express ÷ hand-written Express", stub: "stub-express", other: "express", atLeast: 0.95 },
  { name: "server stub on Hono ÷ hand-written Hono", stub: "stub-hono", other: "hono", atLeast: 0.95 },
  { name: "server stub ÷ Prism mock", stub: "stub", other: "prism", atLeast: 25 },
];

/** Speed of the stub divided by that of another, round by round. */
async function compare(adapter: string, name: string): Promise<number[]> {
  const stub = await startTarget(adapter);
  const other = await startTarget(name);
  const milliseconds = name === "prism" ? 1500 : 400;
  try {
    await warmUp(stub, 40_000);
    await warmUp(other, name === "prism" ? 500 : 40_000);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // The stub first and last in turn, so that a machine that gets slower or faster favours neither.
      const [first, second] = round % 2 === 0 ? [stub, other] : [other, stub];
      const one = await load(first, first === other ? milliseconds : 400);
      const two = await load(second, second === other ? milliseconds : 400);
      ratios.push(first === stub ? one / two : two / one);
    }
    return ratios;
  } finally {
    for (const target of [stub, other]) target.process.kill();
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

/** Lets a target answer often enough for its code to be compiled: by count, because on a busy machine time says little. */
async function warmUp(target: Target, answers: number): Promise<void> {
  let count = 0;
  while (count < answers) count += await send(target, 500);
}

/** Answers for each second of processor time. */
async function load(target: Target, milliseconds: number): Promise<number> {
  const before = await processorTime(target.process);
  const answers = await send(target, milliseconds);
  return answers / ((await processorTime(target.process)) - before);
}

function send({ url }: Target, milliseconds: number): Promise<number> {
  return measureLoad({ url, path, headers, body, connections: 16, milliseconds });
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
