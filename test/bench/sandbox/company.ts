// What companies and processes that share a PostgreSQL cost one another.
import { setTimeout as sleep } from "node:timers/promises";
import { leaseTime } from "../../../packages/sandbox/src/storage/lease.ts";
import { type Measured, putLoad, putLoadByCpu, warmUp } from "../load.ts";
import { median, type Row } from "../support/row.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import {
  addCompany,
  callOnce,
  charge,
  chargeOf,
  lookupOf,
  type Place,
  requestOf,
  startTarget,
  stop,
  type Target,
  transferOf,
} from "./targets.ts";

/** How many processes share a database, each with as many callers. */
const processes = [1, 2, 4];

/**
 * Measures some of the processes on a database while the others are stopped: one that is idle may else hold the lease, and do what is
 * due for those that are measured.
 */
async function measureAlone<Result>(
  all: readonly Target[],
  some: readonly Target[],
  measure: () => Promise<Result>,
): Promise<Result> {
  const others = all.filter((target) => !some.includes(target));
  for (const { process: child } of others) child.kill("SIGSTOP");
  try {
    if (others.length > 0) await sleep(leaseTime + 500);
    return await measure();
  } finally {
    for (const { process: child } of others) child.kill("SIGCONT");
    // They take in what has happened since.
    if (others.length > 0) await sleep(500);
  }
}

/** What several processes on one database do ÷ what one of them does, with 16 callers for each. */
export async function measureProcesses(place: Place): Promise<Row[]> {
  const targets: Target[] = [];
  try {
    for (let count = 0; count < Math.max(...processes); count++)
      targets.push(await startTarget(place));
    for (const each of targets) await warmUp(each, chargeOf(each));
    const rates = processes.map((): number[] => []);
    const costs = processes.map((): number[] => []);
    for (let round = 0; round < 5; round++) {
      for (const [index, count] of processes.entries()) {
        const some = targets.slice(0, count);
        const loads = await measureAlone(targets, some, () =>
          Promise.all(
            some.map((each) => putLoadByCpu(each, chargeOf(each), { milliseconds: 1500 })),
          ),
        );
        const perSecond = loads.reduce((sum, [measured]) => sum + measured.perSecond, 0);
        rates[index]?.push(perSecond);
        costs[index]?.push(
          loads.reduce((sum, [measured, byCpu]) => sum + measured.perSecond / byCpu, 0) / perSecond,
        );
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

/**
 * Transfers of one company by 200 callers, on 1, 2 and 4 processes, beside a company with four callers: what the large one costs
 * by more processes ÷ by one, and what the small one waits beside it ÷ alone. Processes that share nothing show how much of the
 * cost is the machine's, whose processors and caches they share.
 */
export async function measureOneCompany(place: Place): Promise<Row[]> {
  const targets: Target[] = [];
  const apart: Target[] = [];
  try {
    for (let count = 0; count < Math.max(...processes); count++)
      targets.push(await startTarget(place));
    const [first] = targets;
    if (!first) return [];
    const { token } = await addCompany(first, "small");
    const smalls = targets.map((target) => ({ ...target, token }));
    for (let count = 0; count < targets.length; count++) apart.push(await startTarget({}));
    // Each as much as the first, which has a part in every measurement.
    for (const each of [...targets, ...apart]) await warmUp(each, transferOf(each), 4_000);
    for (const each of smalls) await warmUp(each, transferOf(each), 1_000);
    const optionsFor = (some: Target[], callers: number) => {
      return { milliseconds: 3_000, connections: Math.max(1, callers / some.length) };
    };
    const put = (some: Target[], callers: number) =>
      Promise.all(
        some.map((each) => putLoad(each.url, transferOf(each), optionsFor(some, callers))),
      );
    const slowestOf = (loads: Measured[]): number => Math.max(...loads.map(({ p99 }) => p99));
    const costOf = async (some: Target[]): Promise<number> => {
      const loads = await Promise.all(
        some.map((each) => putLoadByCpu(each, transferOf(each), optionsFor(some, 200))),
      );
      const perSecond = loads.reduce((sum, [load]) => sum + load.perSecond, 0);
      return loads.reduce((sum, [load, byCpu]) => sum + load.perSecond / byCpu, 0) / perSecond;
    };
    const costs = processes.map((): number[] => []);
    const costsApart = processes.map((): number[] => []);
    const waits = processes.map((): number[] => []);
    for (let round = 0; round < 3; round++) {
      for (const [index, count] of processes.entries()) {
        const some = targets.slice(0, count);
        await measureAlone(targets, some, async () => {
          const alone = await put(smalls.slice(0, count), 4);
          const [beside] = await Promise.all([put(smalls.slice(0, count), 4), put(some, 200)]);
          waits[index]?.push(slowestOf(beside) / slowestOf(alone));
          costs[index]?.push(await costOf(some));
        });
        costsApart[index]?.push(await costOf(apart.slice(0, count)));
      }
    }
    const byOne = (of: number[][], index: number): number =>
      median((of[index] ?? []).map((cost, at) => cost / (of[0]?.[at] ?? Number.NaN)));
    return processes.flatMap((count, index): Row[] => [
      {
        name: `sandbox p99 of a small company's transfers beside 200 callers of another ÷ alone, ${count} processes, PostgreSQL`,
        value: median(waits[index] ?? []),
        unit: "ratio",
        bound: { atMost: 3 },
      },
      ...(count === 1
        ? []
        : [
            {
              name: `sandbox CPU of one company's transfer with ${count} processes ÷ with one, 200 callers, PostgreSQL`,
              value: byOne(costs, index),
              unit: "ratio",
              bound: { atMost: 1.3 },
            } as const,
            {
              name: `sandbox CPU of a transfer with ${count} processes that share nothing ÷ with one, 200 callers, in memory`,
              value: byOne(costsApart, index),
              unit: "ratio",
            } as const,
          ]),
    ]);
  } finally {
    await Promise.all([...targets, ...apart].map(stop));
  }
}

/** Deliveries to a receiver that answers at once ÷ charges that four callers create meanwhile. */
export async function measureDeliveryPace(kind: string, place: Place): Promise<Row> {
  const target = await startTarget(place);
  await using receiver = await startReceiver();
  try {
    const make = chargeOf(target, { ...charge, postbackUrl: receiver.url });
    await warmUp(target, make, 1_000);
    const before = receiver.count;
    const { answers } = await putLoad(target.url, make, { milliseconds: 5_000, connections: 4 });
    return {
      name: `sandbox notifications delivered ÷ charges created meanwhile by 4 callers, ${kind}`,
      value: (receiver.count - before) / answers,
      unit: "ratio",
      bound: { atLeast: 0.95 },
    };
  } finally {
    await stop(target);
  }
}

/** What a company does in a while: how many a second, and how long 99 of 100 take at most. */
interface Share {
  perSecond: number;
  p99: number;
}

/** A company's lookups and deliveries beside others' load on the same process ÷ beside that load on another process. */
export async function measureFairness(place: Place): Promise<Row[]> {
  const own = await startTarget(place);
  const elsewhere = await startTarget(place);
  await using hanging = await startReceiver(false);
  await using receiver = await startReceiver();
  try {
    const fair = await addCompany(own, "fair");
    const lookups = await lookupOf(fair);
    const look = () => putLoad(own.url, lookups, { milliseconds: 1500, connections: 4 });
    for (const each of [own, elsewhere]) await warmUp(each, await lookupOf(each), 5_000);
    const beside = (make: () => string, status: number) => (target: Target) =>
      putLoad(target.url, make, { milliseconds: 1500, connections: 24, status });
    const rows = [
      ...(await compare("lookups beside lookups", look, beside(await lookupOf(own), 200), [
        own,
        elsewhere,
      ])),
      ...(await compare("lookups beside transfers", look, beside(transferOf(own), 200), [
        own,
        elsewhere,
      ])),
      ...(await compare(
        "lookups beside bad tokens",
        look,
        beside(requestOf({ token: "bad" }), 401),
        [own, elsewhere],
      )),
    ];
    const deliver = () => measureDeliveries(fair, receiver);
    const other = await addCompany(own, "slow");
    const otherElsewhere = await addCompany(elsewhere, "slow-elsewhere");
    const owe = async (target: Target): Promise<void> => {
      const company = target === own ? other : otherElsewhere;
      // Hosts of their own, each of which accepts a notification and never answers.
      for (let host = 1; host <= 39; host++) {
        await callOnce(company, "/pix/in/qrcode", {
          ...charge,
          postbackUrl: `http://127.0.1.${host}:${hanging.port}/`,
        });
      }
    };
    return [
      ...rows,
      ...(await compare("deliveries beside 39 hosts that hang", deliver, owe, [own, elsewhere])),
    ];
  } finally {
    await Promise.all([own, elsewhere].map(stop));
  }
}

async function compare(
  name: string,
  measure: () => Promise<Share>,
  load: (target: Target) => Promise<unknown>,
  [own, elsewhere]: readonly [Target, Target],
): Promise<Row[]> {
  const rates: number[] = [];
  const slowest: number[] = [];
  for (let round = 0; round < 5; round++) {
    const alone = await measure();
    const [same] = await Promise.all([measure(), load(own)]);
    const [other] = await Promise.all([measure(), load(elsewhere)]);
    rates.push(same.perSecond / other.perSecond);
    slowest.push(same.p99 / alone.p99);
  }
  const value = median(rates);
  const p99 = median(slowest);
  return [
    {
      name: `sandbox ${name} in one process ÷ on another, PostgreSQL`,
      value,
      unit: "ratio",
      bound: { atLeast: 0.9 },
    },
    {
      name: `sandbox p99 of ${name} ÷ alone, PostgreSQL`,
      value: p99,
      unit: "ratio",
      bound: { atMost: 3 },
    },
  ];
}

let deliveries = 0;

/** Four callers create charges, each as soon as the notification of the one before has arrived. */
async function measureDeliveries(company: Target, receiver: Receiver): Promise<Share> {
  const times: number[] = [];
  const end = performance.now() + 2_000;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() < end) {
        const start = performance.now();
        deliveries += 1;
        const path = `/${deliveries}`;
        const arrived = receiver.arrival(path);
        await callOnce(company, "/pix/in/qrcode", { ...charge, postbackUrl: receiver.url + path });
        await arrived;
        times.push(performance.now() - start);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { perSecond: times.length / 2, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
}
