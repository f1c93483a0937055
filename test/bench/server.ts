// How fast the server stub is, compared with others that answer the same call: `npm run bench -- server`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Measurable, putLoad, putLoadByCpu, warmUp } from "./load.ts";
import { type CallName, callNames, requests } from "./server-targets/request.ts";
import { median, type Row } from "./support/row.ts";

interface Target extends Measurable {
  /** Milliseconds from the start of its process until it listens. */
  started: number;
}

/** Processes are started anew: what the compiler of one makes of its code differs from the next by a tenth. */
const starts = 3;
const rounds = 5;

/** Frameworks, by the names of the stub's host and of the hand-written target. */
const frameworks = { fastify: "Fastify", hono: "Hono", express: "Express" };

/** Microseconds of the stub's own code for a call, without host and handler, on a machine that does nothing else. */
const budgets: Partial<Record<CallName, number>> = { charge: 10, lookup: 8, transfer: 14 };

/**
 * Measures the server in one run. Throughput is answers for each second of processor time that the server's process uses:
 * on a machine that is shared, time on the clock says more about the others.
 */
export async function serverRows(step: (about: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [host, framework] of Object.entries(frameworks)) {
    step(framework);
    const measured = await compare(
      [
        ["stub", host],
        ["stub", host],
        [host, "equal"],
        [host, "less"],
      ],
      callNames,
    );
    for (const name of callNames) {
      const [ofCopy = [], ofEqual = [], ofLess = []] = measured.map(
        (ratios) => ratios.get(name) ?? [],
      );
      const noise = Math.max(...ofCopy.map((ratio) => Math.abs(ratio - 1)));
      const equal = `a hand-written ${framework} with the same guarantees`;
      rows.push(
        row(`server stub ÷ an identical copy on ${framework}, ${name}`, ofCopy),
        { ...row(`server stub ÷ ${equal}, ${name}`, ofEqual, { atLeast: 1 }), noise },
        row(`server stub ÷ a hand-written ${framework} that checks no response, ${name}`, ofLess),
      );
    }
  }
  step("node:http");
  const [bare] = await compare(
    [
      ["stub", "node"],
      ["bare", ""],
    ],
    ["charge"],
  );
  rows.push(
    row("server stub ÷ bare node:http, which checks and counts nothing", bare?.get("charge") ?? []),
  );
  step("own code");
  rows.push(...(await ownRows()));
  step("cold starts");
  return [...rows, await coldStart()];
}

/** The stub's own code for each call, beside that of a hand-written service. */
export async function ownRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of callNames) {
    const { stub, byHand } = await profile(name);
    const atMost = budgets[name];
    const ratios = byHand.map((time, start) => time / (stub[start] as number));
    rows.push(
      {
        ...row(`server stub, own code for a ${name}`, stub, atMost ? { atMost } : undefined),
        unit: "microseconds",
      },
      {
        ...row(`a hand-written node:http with the same guarantees, own code for a ${name}`, byHand),
        unit: "microseconds",
      },
      row(`own code, hand-written ÷ server stub, ${name}`, ratios),
    );
  }
  return rows;
}

type TargetName = readonly [program: string, parameter: string];

/**
 * Speed of the first target divided by that of each other, by call.
 *
 * @returns for each other target, the median of each start
 */
async function compare(
  names: readonly TargetName[],
  calls: readonly CallName[],
): Promise<Map<CallName, number[]>[]> {
  const found = names.slice(1).map(() => new Map<CallName, number[]>());
  for (let start = 0; start < starts; start++) {
    const targets = await Promise.all(
      names.map(([program, parameter]) => startTarget(program, parameter)),
    );
    try {
      for (const call of calls) {
        for (const target of targets) await warmUp(target, requests[call], 8_000);
        const [own = Number.NaN, ...others] = await measure(targets, call);
        for (const [index, ratios] of found.entries())
          ratios.set(call, [...(ratios.get(call) ?? []), own / (others[index] as number)]);
      }
    } finally {
      for (const target of targets) target.process.kill();
    }
  }
  return found;
}

/** Answers for each second of processor time, of each target: the median of the rounds. */
async function measure(targets: readonly Target[], call: CallName): Promise<number[]> {
  const speeds = targets.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    // Forwards and backwards in turn, so that a machine that gets slower or faster favours none.
    const order = round % 2 === 0 ? targets : targets.toReversed();
    for (const target of order) {
      const options = { answers: 2_000, isAwake: true };
      const [, byCpu] = await putLoadByCpu(target, requests[call], options);
      // A process that stood still while others were warmed up takes twice as long at first.
      if (round > 0) speeds[targets.indexOf(target)]?.push(byCpu);
    }
  }
  return speeds.map(median);
}

/**
 * Microseconds of own code for a call on node:http, by the profiles of the processes: JSON, routing, checks, limits, keys and
 * headers, of the stub and of a hand-written service that runs in turn with it; one for each start.
 */
async function profile(call: CallName): Promise<{ stub: number[]; byHand: number[] }> {
  const times = { stub: [] as number[], byHand: [] as number[] };
  for (let start = 0; start < starts; start++) {
    const stub = await startTarget("stub", "node");
    const byHand = await startTarget("node", "equal");
    for (const target of [stub, byHand]) await warmUp(target, requests[call], 10_000);
    const own = new Map([
      [stub, 0],
      [byHand, 0],
    ]);
    const parts = 4;
    for (let part = 0; part < parts; part++) {
      for (const target of part % 2 === 0 ? [stub, byHand] : [byHand, stub]) {
        await ownTime(target);
        const options = { answers: 5_000, isAwake: true };
        const { answers } = await putLoad(target.url, requests[call], options);
        own.set(target, (own.get(target) as number) + (await ownTime(target)) / answers / parts);
      }
    }
    times.stub.push(own.get(stub) as number);
    times.byHand.push(own.get(byHand) as number);
    for (const target of [stub, byHand]) target.process.kill();
  }
  return times;
}

/** Microseconds that a target's own code took since the last call. */
async function ownTime({ process: child }: Target): Promise<number> {
  child.send("profile");
  const [{ own }] = (await once(child, "message")) as [{ own: number }];
  return own;
}

/** @param values one for each start */
function row(name: string, values: readonly number[], bound?: Row["bound"]): Row {
  const spread = [Math.min(...values), Math.max(...values)] as const;
  return { name, value: median(values), unit: "ratio", spread, ...(bound && { bound }) };
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
  return row("cold start of hand-written Fastify ÷ server stub", ratios, { atLeast: 1 });
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
