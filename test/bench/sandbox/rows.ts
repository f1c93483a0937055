// How fast the sandbox is: `npm run bench -- sandbox`. Every figure of a run is taken on one machine in one run.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../support/postgres.ts";
import { processorTime } from "../support/processor-time.ts";
import type { Row } from "../support/row.ts";
import { type Measured, putLoad, requestText } from "./load.ts";

interface Target {
  url: string;
  token: string;
  process: ChildProcess;
}

interface Place {
  data?: string;
  databaseUrl?: string;
}

const customer = { name: "Ana Souza", email: "ana@example.com", documentType: "cpf", document: "52998224725" };
const charge = { amountInCents: 4990, customer, description: "Pedido 1042" };
/** Targets that have not been stopped. */
const running = new Set<ChildProcess>();
const fromSource = join(import.meta.dirname, "../../../scripts/from-source.ts");

/** Every row of the sandbox. */
export async function sandboxRows(step: (about: string) => void): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-sandbox-"));
  process.once("exit", () => {
    for (const child of running) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  const postgres = await startPostgres();
  const database = async (): Promise<Place> => ({ databaseUrl: await postgres.makeDatabase() });
  const rows: Row[] = [];
  const measure = async (about: string, work: () => Promise<Row[]>): Promise<void> => {
    step(about);
    rows.push(...(await work()));
  };
  try {
    await measure("its start", measureStart);
    await measure("calls, SQLite", () => measureOne("SQLite", { data: join(folder, "one") }, 2700));
    await measure("growth to a million charges, SQLite", () =>
      measureGrowth("SQLite", async () => ({ data: await mkdtemp(join(folder, "growth-")) })),
    );
    await measure("calls, PostgreSQL", async () => measureOne("PostgreSQL", await database(), 1800));
    await measure("many callers, PostgreSQL", async () => measureSets(await database()));
    await measure("one company beside another, PostgreSQL", async () => measureFairness(await database()));
    await measure("1, 2 and 4 processes, PostgreSQL", async () => measureProcesses(await database()));
    await measure("growth to a million charges, PostgreSQL", () => measureGrowth("PostgreSQL", database));
    return rows;
  } finally {
    await postgres.stop();
  }
}

/** In a process that has loaded the sandbox already, as a tester's has after its first test; and in one that has not. */
async function measureStart(): Promise<Row[]> {
  const child = spawn(process.execPath, ["--import", fromSource, join(import.meta.dirname, "start-times.ts")], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ first, later }] = (await once(child, "message")) as [{ first: number; later: number }];
  return [
    {
      name: "sandbox createSandbox() in memory until the first answer",
      value: later,
      unit: "milliseconds",
      bound: { atMost: 50 },
    },
    { name: "sandbox the same, first of its process", value: first, unit: "milliseconds" },
  ];
}

async function measureOne(kind: string, place: Place, chargesAtLeast?: number): Promise<Row[]> {
  const target = await startTarget(place);
  try {
    await warmUp(target, chargeOf(target));
    const [charges, chargesByCpu] = await putLoadByCpu(target, chargeOf(target), 4000);
    await warmUp(target, transferOf(target));
    const [transfers, transfersByCpu] = await putLoadByCpu(target, transferOf(target), 3000);
    const lookups = await putLoad(target.url, await lookupOf(target), { milliseconds: 3000 });
    const bound = chargesAtLeast === undefined ? {} : { bound: { atLeast: chargesAtLeast } };
    return [
      { ...rate(`charges with BR Code and PNG, ${kind}`, charges), ...bound },
      { name: `sandbox charges for a second of its process's CPU, ${kind}`, value: chargesByCpu, unit: "per second" },
      slowest(`charges, ${kind}`, charges),
      rate(`transfers, ${kind}`, transfers),
      {
        name: `sandbox transfers for a second of its process's CPU, ${kind}`,
        value: transfersByCpu,
        unit: "per second",
      },
      slowest(`transfers, ${kind}`, transfers),
      rate(`lookups, ${kind}`, lookups),
      await measureNotifications(kind, target),
      { name: `sandbox memory after all that, ${kind}`, value: await memoryOf(target), unit: "MiB" },
    ];
  } finally {
    await stop(target);
  }
}

/** Lets a target answer often enough for its code to be compiled: by count, because on a busy machine time says little. */
async function warmUp({ url }: Target, make: () => string, answers = 8_000): Promise<void> {
  for (let count = 0; count < answers; ) count += (await putLoad(url, make, { milliseconds: 1000 })).perSecond;
}

/** Puts load on a target; also how much it answers for each second of CPU, which says more where others use the machine. */
async function putLoadByCpu(target: Target, make: () => string, milliseconds: number): Promise<[Measured, number]> {
  let calls = 0;
  const before = await processorTime(target.process);
  const measured = await putLoad(
    target.url,
    () => {
      calls += 1;
      return make();
    },
    { milliseconds },
  );
  return [measured, calls / ((await processorTime(target.process)) - before)];
}

/** What many callers do together on PostgreSQL: of one company, and of sixteen. */
async function measureSets(place: Place): Promise<Row[]> {
  const target = await startTarget(place);
  try {
    const others = await Promise.all(Array.from({ length: 16 }, (_, index) => addCompany(target, `other-${index}`)));
    await warmUp(target, transferOf(target));
    const alone = await putLoad(target.url, transferOf(target), { milliseconds: 3000 });
    const bySixteen = await Promise.all(
      others.map((other) => putLoad(target.url, transferOf(other), { milliseconds: 3000, connections: 1 })),
    );
    const sixteen = bySixteen.reduce((sum, { perSecond }) => sum + perSecond, 0);
    return [
      { ...rate("transfers of one company, PostgreSQL", alone), bound: { atLeast: 2000 } },
      { ...slowest("transfers of one company, PostgreSQL", alone), bound: { atMost: 50 } },
      {
        name: "sandbox transfers of 16 companies, PostgreSQL",
        value: sixteen,
        unit: "per second",
        bound: { atLeast: 2000 },
      },
      await countRoundTrips("transfer", target, transferOf(target), 16),
      await countRoundTrips("transfer", target, transferOf(target), 1),
      await countRoundTrips("charge", target, chargeOf(target), 16),
      await countRoundTrips("charge", target, chargeOf(target), 1),
    ];
  } finally {
    await stop(target);
  }
}

async function countRoundTrips(name: string, target: Target, make: () => string, connections: number): Promise<Row> {
  let calls = 0;
  const count = (): string => {
    calls += 1;
    return make();
  };
  const before = await tripsOf(target);
  await putLoad(target.url, count, { milliseconds: 1000, connections });
  const trips = (await tripsOf(target)) - before;
  const callers = connections === 1 ? "one caller" : `${connections} callers`;
  return {
    name: `sandbox round trips for a ${name}, ${callers}, PostgreSQL`,
    value: trips / calls,
    unit: "ratio",
  };
}

async function tripsOf({ process: child }: Target): Promise<number> {
  child.send("trips");
  const [{ trips }] = (await once(child, "message")) as [{ trips: number }];
  return trips;
}

/** Adds a company by the control plane, and gives the target as it calls it. */
async function addCompany(target: Target, name: string): Promise<Target> {
  const body = JSON.stringify({ name, apiKey: name, apiSecret: `${name}-secret`, balance: 1e12 });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${target.url}/_sandbox/api/companies`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
  const { apiKey, apiSecret } = (await answer.json()) as { apiKey: string; apiSecret: string };
  return { ...target, token: await issueToken(target.url, apiKey, apiSecret) };
}

async function issueToken(url: string, apiKey: string, apiSecret: string): Promise<string> {
  const headers = { authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}` };
  const answer = await fetch(`${url}/api/auth`, { method: "POST", headers });
  return ((await answer.json()) as { token: string }).token;
}

/** How many processes share a database, each with as many callers. */
const processes = [1, 2, 4];

/** What several processes on one database do ÷ what one of them does, with 16 callers for each. */
async function measureProcesses(place: Place): Promise<Row[]> {
  const targets: Target[] = [];
  try {
    for (let count = 0; count < Math.max(...processes); count++) targets.push(await startTarget(place));
    for (const each of targets) await warmUp(each, chargeOf(each), 3_000);
    const rates = processes.map((): number[] => []);
    const costs = processes.map((): number[] => []);
    for (let round = 0; round < 5; round++) {
      for (const [index, count] of processes.entries()) {
        const some = targets.slice(0, count);
        const loads = await Promise.all(some.map((each) => putLoadByCpu(each, chargeOf(each), 1500)));
        const perSecond = loads.reduce((sum, [measured]) => sum + measured.perSecond, 0);
        rates[index]?.push(perSecond);
        costs[index]?.push(loads.reduce((sum, [measured, byCpu]) => sum + measured.perSecond / byCpu, 0) / perSecond);
      }
    }
    const ratio = (of: number[][], index: number): number =>
      median((of[index] ?? []).map((value, round) => value / (of[0]?.[round] ?? Number.NaN)));
    return processes.slice(1).flatMap((count, index): Row[] => [
      {
        name: `sandbox charges by ${count} processes ÷ by one, 16 callers each, PostgreSQL`,
        value: ratio(rates, index + 1),
        unit: "ratio",
      },
      {
        name: `sandbox CPU of a charge with ${count} processes ÷ with one, 16 callers each, PostgreSQL`,
        value: ratio(costs, index + 1),
        unit: "ratio",
        ...(count === 4 && { bound: { atMost: 1.3 } }),
      },
    ]);
  } finally {
    await Promise.all(targets.map(stop));
  }
}

/** A company's lookups beside others' load on the same process ÷ beside that load on another process. */
async function measureFairness(place: Place): Promise<Row[]> {
  const [own, elsewhere] = [await startTarget(place), await startTarget(place)];
  try {
    const lookups = await lookupOf(await addCompany(own, "fair"));
    const bad = { ...own, token: "bad" };
    const loads: [string, () => string, number][] = [
      ["lookups of another company", await lookupOf(own), 200],
      ["transfers of another company", transferOf(own), 200],
      ["calls with a bad token", requestOf(bad), 401],
    ];
    for (const each of [own, elsewhere]) await warmUp(each, await lookupOf(each), 5_000);
    const rows: Row[] = [];
    for (const [name, make, status] of loads) {
      const ratios: number[] = [];
      for (let round = 0; round < 5; round++) {
        const rates: number[] = [];
        for (const { url } of [own, elsewhere]) {
          const [measured] = await Promise.all([
            putLoad(own.url, lookups, { milliseconds: 1500, connections: 4 }),
            putLoad(url, make, { milliseconds: 1500, connections: 24, status }),
          ]);
          rates.push(measured.perSecond);
        }
        ratios.push((rates[0] ?? 0) / (rates[1] ?? 0));
      }
      rows.push({
        name: `sandbox lookups of 4 callers beside 24 callers' ${name} ÷ with those on another process, PostgreSQL`,
        value: median(ratios),
        unit: "ratio",
        bound: { atLeast: 0.9 },
      });
    }
    return rows;
  } finally {
    await Promise.all([own, elsewhere].map(stop));
  }
}

/** Numbers of stored charges beside which it is measured, as powers of ten. */
const powers = [3, 4, 5, 6];

/** Calls a second beside a thousand stored charges ÷ beside more of them, each pair within a round. */
async function measureGrowth(kind: string, makePlace: () => Promise<Place>): Promise<Row[]> {
  const targets: Target[] = [];
  try {
    const settings = { transferSteps: { queued: 20, processing: 20 } };
    for (const power of powers)
      targets.push(await startTarget({ ...(await makePlace()), seed: 10 ** power, settings }));
    for (const target of targets) await putLoad(target.url, chargeOf(target), { milliseconds: 1500 });
    const charges = targets.map((): number[] => []);
    const lookups = targets.map((): number[] => []);
    for (let round = 0; round < 7; round++) {
      const order = [...targets.entries()];
      for (const [index, target] of round % 2 ? order : order.reverse()) {
        charges[index]?.push((await putLoad(target.url, chargeOf(target), { milliseconds: 1000 })).perSecond);
        lookups[index]?.push((await putLoad(target.url, await lookupOf(target), { milliseconds: 500 })).perSecond);
      }
    }
    return [
      ...growthRows("charges", kind, charges),
      ...growthRows("lookups", kind, lookups),
      ...(await Promise.all(targets.map((target, index) => measureSteps(kind, target, powers[index] ?? 0)))),
    ];
  } finally {
    await Promise.all(targets.map(stop));
  }
}

/** From a transfer's creation until it is completed, with steps of 20 ms. */
async function measureSteps(kind: string, target: Target, power: number): Promise<Row> {
  const headers = { authorization: `Bearer ${target.token}`, "content-type": "application/json" };
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const start = performance.now();
    const body = JSON.stringify({ pixKey: "destino@example.com", amount: 100 });
    const key = { "x-idempotency-key": `steps-${power}-${round}` };
    const created = await fetch(`${target.url}/api/v1/pix/out/pixkey`, {
      method: "POST",
      headers: { ...headers, ...key },
      body,
    });
    const { data } = (await created.json()) as { data: { id: string } };
    for (;;) {
      const found = await fetch(`${target.url}/api/v1/transfers/${data.id}`, { headers });
      if (((await found.json()) as { data: { status: string } }).data.status === "completed") break;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    times.push(performance.now() - start);
  }
  return {
    name: `sandbox transfer created until completed, steps of 20 ms, beside 10${"⁰¹²³⁴⁵⁶"[power]} charges, ${kind}`,
    value: median(times),
    unit: "milliseconds",
    bound: { atMost: 200 },
  };
}

/** @param rates calls a second beside each number of stored charges, one in each round */
function growthRows(what: string, kind: string, [few = [], ...more]: number[][]): Row[] {
  return more.map((many, index) => {
    const power = powers[index + 1] ?? Number.NaN;
    return {
      name: `sandbox ${what}/s beside 10³ charges ÷ beside 10${"⁰¹²³⁴⁵⁶"[power]}, ${kind}`,
      value: median(few.map((rate, round) => rate / (many[round] ?? Number.NaN))),
      unit: "ratio",
      bound: { atMost: 1.2 },
      point: { curve: `${what}, ${kind}`, at: 10 ** power },
    };
  });
}

/** From the first charge that owes a notification until the last notification is delivered. */
async function measureNotifications(kind: string, target: Target): Promise<Row> {
  let received = 0;
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => {
      received += 1;
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as { port: number };
  const make = chargeOf(target, { ...charge, postbackUrl: `http://127.0.0.1:${port}/` });
  let created = 0;
  const start = performance.now();
  const count = (): string => {
    created += 1;
    return make();
  };
  await putLoad(target.url, count, { milliseconds: 2000 });
  while (received < created && performance.now() - start < 60_000)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const seconds = (performance.now() - start) / 1000;
  receiver.close();
  return {
    name: `sandbox notifications delivered, the charges they tell of created meanwhile, ${kind}`,
    value: received / seconds,
    unit: "per second",
  };
}

function chargeOf({ token }: Target, body: object = charge): () => string {
  const text = requestText("POST", "/api/v1/pix/in/qrcode", { authorization: `Bearer ${token}` }, body);
  return () => text;
}

let keys = 0;

function transferOf({ token }: Target): () => string {
  const body = { pixKey: "destino@example.com", amount: 100 };
  return () =>
    requestText(
      "POST",
      "/api/v1/pix/out/pixkey",
      { authorization: `Bearer ${token}`, "x-idempotency-key": `bench-${process.pid}-${++keys}` },
      body,
    );
}

async function lookupOf({ url, token }: Target): Promise<() => string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/api/v1/pix/in/qrcode`, { method: "POST", headers, body: JSON.stringify(charge) });
  const { data } = (await answer.json()) as { data: { id: string } };
  return requestOf({ token }, data.id);
}

function requestOf({ token }: Pick<Target, "token">, id = "txn_0"): () => string {
  const text = requestText("GET", `/api/v1/transactions/${id}`, { authorization: `Bearer ${token}` }, undefined);
  return () => text;
}

async function startTarget(options: Place & { seed?: number; settings?: object }): Promise<Target> {
  const child = spawn(
    process.execPath,
    ["--import", fromSource, join(import.meta.dirname, "target.ts"), JSON.stringify(options)],
    { stdio: ["ignore", "ignore", "inherit", "ipc"], env: { ...process.env, NODE_ENV: "production" } },
  );
  running.add(child);
  const ended = once(child, "exit").then(() =>
    Promise.reject(new Error("The sandbox that was to be measured has ended.")),
  );
  const [{ url, apiKey, apiSecret }] = (await Promise.race([once(child, "message"), ended])) as [
    Record<"url" | "apiKey" | "apiSecret", string>,
  ];
  ended.catch(() => {});
  const token = await issueToken(url, apiKey, apiSecret);
  return { url, token, process: child };
}

async function memoryOf({ process: child }: Target): Promise<number> {
  child.send("memory");
  const [{ memory }] = (await once(child, "message")) as [{ memory: number }];
  return memory / 2 ** 20;
}

async function stop({ process: child }: Target): Promise<void> {
  running.delete(child);
  child.kill();
  await once(child, "exit");
}

function rate(name: string, { perSecond }: Measured): Row {
  return { name: `sandbox ${name}`, value: perSecond, unit: "per second" };
}

function slowest(name: string, { p99 }: Measured): Row {
  return { name: `sandbox p99 of ${name}`, value: p99, unit: "milliseconds" };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
