// How fast the sandbox is: `npm run bench -- sandbox`. Every figure of a run is taken on one machine in one run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../support/postgres.ts";
import { type Measured, putLoad, putLoadByCpu, warmUp } from "../load.ts";
import type { Row } from "../support/row.ts";
import {
  measureDeliveryPace,
  measureFairness,
  measureOneCompany,
  measureProcesses,
} from "./company.ts";
import { startReceiver } from "./receiver.ts";
import { measureSize } from "./size.ts";
import {
  addCompany,
  charge,
  chargeOf,
  fromSource,
  lookupOf,
  type Place,
  rate,
  startTarget,
  stop,
  type Target,
  transferOf,
} from "./targets.ts";

/**
 * Rows of the sandbox.
 *
 * @param options.topic one of `start`, `calls`, `fairness`, `processes`, `deliveries` and `size`; all if absent
 * @param options.deep measures beside ten million charges too, which takes ten minutes and 10 GB
 */
export async function sandboxRows(
  step: (about: string) => void,
  { topic, deep = false }: { topic?: string | undefined; deep?: boolean | undefined } = {},
): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-sandbox-"));
  process.once("exit", () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
  const postgres = await startPostgres();
  const database = async (): Promise<Place> => ({ databaseUrl: await postgres.makeDatabase() });
  const makeFolder = async (): Promise<Place> => ({ data: await mkdtemp(join(folder, "data-")) });
  const topics: [string, string, () => Promise<Row[]>][] = [
    ["start", "its start", measureStart],
    ["calls", "calls, SQLite", async () => measureOne("SQLite", await makeFolder(), 2700)],
    ["size", "a million charges, SQLite", () => measureSize("SQLite", makeFolder, [3, 6])],
    ["calls", "calls, PostgreSQL", async () => measureOne("PostgreSQL", await database(), 1800)],
    ["calls", "many callers, PostgreSQL", async () => measureSets(await database())],
    [
      "fairness",
      "one company beside another, PostgreSQL",
      async () => measureFairness(await database()),
    ],
    [
      "processes",
      "1, 2 and 4 processes, PostgreSQL",
      async () => measureProcesses(await database()),
    ],
    [
      "processes",
      "one company on 1, 2 and 4 processes, PostgreSQL",
      async () => measureOneCompany(await database()),
    ],
    [
      "deliveries",
      "deliveries beside calls",
      async () => [
        await measureDeliveryPace("SQLite", await makeFolder()),
        await measureDeliveryPace("PostgreSQL", await database()),
      ],
    ],
    [
      "size",
      "many charges, PostgreSQL",
      () => measureSize("PostgreSQL", database, deep ? [3, 6, 7] : [3, 6]),
    ],
  ];
  const rows: Row[] = [];
  try {
    for (const [name, about, measure] of topics) {
      if (topic !== undefined && topic !== name) continue;
      step(about);
      rows.push(...(await measure()));
    }
    return rows;
  } finally {
    await postgres.stop();
  }
}

/** In a process that has loaded the sandbox already, as a tester's has after its first test; and in one that has not. */
async function measureStart(): Promise<Row[]> {
  const child = spawn(
    process.execPath,
    ["--import", fromSource, join(import.meta.dirname, "start-times.ts")],
    {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  const [{ first, later }] = (await once(child, "message")) as [{ first: number; later: number }];
  return [
    {
      name: "sandbox createSandbox() in memory until the first answer",
      value: later,
      unit: "milliseconds",
      bound: { atMost: 15 },
    },
    {
      name: "sandbox the same, first of its process",
      value: first,
      unit: "milliseconds",
      bound: { atMost: 50 },
    },
  ];
}

async function measureOne(kind: string, place: Place, chargesAtLeast: number): Promise<Row[]> {
  const target = await startTarget(place);
  try {
    await warmUp(target, chargeOf(target));
    const [charges, chargesByCpu] = await putLoadByCpu(target, chargeOf(target), {
      milliseconds: 4000,
    });
    await warmUp(target, transferOf(target));
    const [transfers, transfersByCpu] = await putLoadByCpu(target, transferOf(target), {
      milliseconds: 3000,
    });
    const lookups = await putLoad(target.url, await lookupOf(target), { milliseconds: 3000 });
    const byCpu = (name: string, value: number): Row => {
      return {
        name: `sandbox ${name} for a second of its process's CPU, ${kind}`,
        value,
        unit: "per second",
      };
    };
    return [
      {
        ...rate(`charges with BR Code and PNG, ${kind}`, charges),
        bound: { atLeast: chargesAtLeast },
      },
      byCpu("charges", chargesByCpu),
      slowest(`charges, ${kind}`, charges),
      rate(`transfers, ${kind}`, transfers),
      byCpu("transfers", transfersByCpu),
      slowest(`transfers, ${kind}`, transfers),
      rate(`lookups, ${kind}`, lookups),
      await measureNotifications(kind, target),
      {
        name: `sandbox memory after all that, ${kind}`,
        value: await memoryOf(target),
        unit: "MiB",
      },
    ];
  } finally {
    await stop(target);
  }
}

/** What many callers do together on PostgreSQL: of one company, and of sixteen. */
async function measureSets(place: Place): Promise<Row[]> {
  const target = await startTarget(place);
  try {
    const others = await Promise.all(
      Array.from({ length: 16 }, (_, index) => addCompany(target, `other-${index}`)),
    );
    await warmUp(target, transferOf(target));
    const alone = await putLoad(target.url, transferOf(target), { milliseconds: 3000 });
    const bySixteen = await Promise.all(
      others.map((other) =>
        putLoad(target.url, transferOf(other), { milliseconds: 3000, connections: 1 }),
      ),
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
    ];
  } finally {
    await stop(target);
  }
}

/** From the first charge with a notification until the last notification is delivered. */
async function measureNotifications(kind: string, target: Target): Promise<Row> {
  await using receiver = await startReceiver();
  const start = performance.now();
  const { answers } = await putLoad(
    target.url,
    chargeOf(target, { ...charge, postbackUrl: receiver.url }),
  );
  while (receiver.count < answers && performance.now() - start < 60_000)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const value = receiver.count / ((performance.now() - start) / 1000);
  return {
    name: `sandbox notifications delivered while their charges are created, ${kind}`,
    value,
    unit: "per second",
  };
}

async function memoryOf({ process: child }: Target): Promise<number> {
  child.send("memory");
  const [{ memory }] = (await once(child, "message")) as [{ memory: number }];
  return memory / 2 ** 20;
}

function slowest(name: string, { p99 }: Measured): Row {
  return { name: `sandbox p99 of ${name}`, value: p99, unit: "milliseconds" };
}
