// How fast the server stub is, compared with others that answer the same call: `npm run bench -- server`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { type Measurable, putLoadByCpu, requestText, warmUp } from "./load.ts";
import { body, path, token } from "./server-targets/request.ts";
import { median, type Row } from "./support/row.ts";

interface Target extends Measurable {
  /** Milliseconds from the start of its process until it listens. */
  started: number;
}

/** Processes are started for each round: what the compiler of one makes of its code differs from the next. */
const starts = 3;
const rounds = 9;
const request = requestText("POST", path, { authorization: `Bearer ${token}` }, body);

/**
 * Measures the server in one run: throughput against others in paired rounds, and cold starts. Throughput is answers
 * for each second of processor time that the server's process uses: on a machine that is shared, time on the clock says
 * more about the others.
 */
export async function serverRows(step: (about: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, host, other, atLeast } of pairs) {
    const ratios: number[] = [];
    for (let start = 0; start < starts; start++) {
      step(`${name}, ${start + 1} of ${starts}`);
      ratios.push(...(await compare(host, other)));
    }
    rows.push(row(name, median(ratios), atLeast));
  }
  step("cold starts");
  return [...rows, await coldStart()];
}

/** What is compared: the stub on a host, and a hand-written service on the same framework. */
const pairs = [
  { name: "server stub ÷ bare node:http", host: "node", other: "bare", atLeast: 0.92 },
  {
    name: "server stub on Fastify ÷ hand-written Fastify",
    host: "fastify",
    other: "fastify",
    atLeast: 0.92,
  },
  { name: "server stub on Hono ÷ hand-written Hono", host: "hono", other: "hono", atLeast: 0.97 },
  {
    name: "server stub on Express ÷ hand-written Express",
    host: "express",
    other: "express",
    atLeast: 1,
  },
];

/** Speed of the stub divided by that of another, round by round. */
async function compare(host: string, name: string): Promise<number[]> {
  const stub = await startTarget("stub", host);
  const other = await startTarget(name);
  try {
    for (const target of [stub, other]) await warmUp(target, () => request, 40_000);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // The stub first and last in turn, so that a machine that gets slower or faster favours neither.
      const [first, second] = round % 2 === 0 ? [stub, other] : [other, stub];
      const one = await load(first);
      const two = await load(second);
      ratios.push(first === stub ? one / two : two / one);
    }
    return ratios;
  } finally {
    for (const target of [stub, other]) target.process.kill();
  }
}

/** Answers for each second of processor time. */
async function load(target: Target): Promise<number> {
  const [, byCpu] = await putLoadByCpu(target, () => request, { milliseconds: 400, isAwake: true });
  return byCpu;
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

function startTarget(name: string, host = ""): Promise<Target> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "server-targets", `${name}.ts`), host],
    {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The target ${name} ended with ${code}.`)));
    child.once("message", ({ url }: { url: string }) =>
      resolve({ url, started: performance.now() - began, process: child }),
    );
  });
}
