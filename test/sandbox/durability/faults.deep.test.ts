// What two processes on one PostgreSQL bear: under calls all the time something fails, and afterwards everything that was
// said holds. `npm test -- deep` runs it and writes the table in test/sandbox/faults.md.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { noPostgres } from "../../support/databases.ts";
import { type Postgres, startPostgres, withClient } from "../../support/postgres.ts";
import { writeTableRows } from "../../support/write-table-rows.ts";
import { control, issueToken } from "../support/control.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy.ts";
import { type Prepared, prepareProcess } from "../support/processes.ts";
import { chooseSeed, makeRandom } from "../support/random.ts";
import { atEnd, finish, registerReceiver } from "./finish.ts";
import {
  callUntilKilled,
  loadSettings,
  makeRecord,
  type Record,
  waitForAnswers,
  waitForEnds,
  waitForFailures,
} from "./load.ts";
import { makeSmallDisk, moveTables } from "./small-disk.ts";

/** What a fault can reach. */
interface Stage {
  urls: string[];
  processes: Prepared[];
  postgres: Postgres;
  /** The way of the first process to the database. */
  proxy: DatabaseProxy;
  databaseUrl: string;
  record: Record;
  /** The disk of the database's tables or journal, where the fault has one. */
  disk: Awaited<ReturnType<typeof makeSmallDisk>> | undefined;
  /** Calls the control plane of a process; its answer, or undefined where there was none. */
  control(index: number, method: string, path: string, body?: unknown): Promise<unknown>;
  /** Starts a process anew in the place of another one. */
  restart(index: number): Promise<void>;
}

interface Fault {
  name: string;
  what: string;
  run(stage: Stage): Promise<void>;
  /** Milliseconds by which the second process's clock is ahead. */
  skew?: number;
  /** What of the database has a disk of its own. */
  disk?: "tables" | "journal";
  /** Nothing may arrive twice, because no process is killed. */
  once?: boolean;
}

const faults: Fault[] = [
  {
    name: "kill",
    what: "`kill -9` of one process, three times",
    run: async ({ processes, restart, record }) => {
      for (const index of [0, 1, 0]) {
        await processes[index]?.kill();
        await restart(index);
        await waitForAnswers(record, 30);
      }
    },
  },
  {
    name: "hang",
    what: "SIGSTOP to one process for 6 s, then to the other",
    run: async ({ processes, record }) => {
      for (const process of processes) {
        await process.hang(6_000);
        await waitForAnswers(record, 30);
      }
    },
  },
  {
    name: "terminate",
    what: "SIGTERM to one process; it ends within 10 s",
    run: async ({ processes, restart }) => {
      const start = performance.now();
      expect(await processes[1]?.terminate()).toBe(0);
      expect(performance.now() - start).toBeLessThan(10_000);
      await restart(1);
    },
  },
  {
    name: "pause",
    what: "PostgreSQL stopped (SIGSTOP) until a call fails",
    run: async ({ postgres, record }) => {
      await postgres.pause();
      await waitForFailures(record, 1);
      await postgres.resume();
    },
  },
  {
    name: "silence",
    what: "one process's connections swallow every byte until a call fails",
    run: async ({ proxy, record }) => {
      proxy.silence();
      await waitForFailures(record, 1);
      proxy.listenAgain();
    },
  },
  {
    name: "ended",
    what: "all connections of both processes ended, eight times",
    run: async ({ databaseUrl, record }) => {
      await withClient(databaseUrl, async (admin) => {
        for (let round = 0; round < 8; round++) {
          await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name like 'pix-sandbox%' and datname = current_database()`);
          await waitForAnswers(record, 20);
        }
      });
      expect(record.failures, "what was not committed is done again").toBe(0);
    },
  },
  {
    name: "read-only",
    what: "PostgreSQL read-only until calls fail, like the old primary of a failover; its sessions stay so",
    run: async ({ databaseUrl, record }) => {
      const name = new URL(databaseUrl).pathname.slice(1);
      await withClient(databaseUrl, async (admin) => {
        await admin.query(`alter database ${name} set default_transaction_read_only = on`);
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'pix-sandbox%' and datname = current_database()`);
        await waitForFailures(record, 20);
        await admin.query(`alter database ${name} reset default_transaction_read_only`);
      });
      // Each session has been used by then.
      await waitForAnswers(record, 100);
      const before = record.failures;
      await waitForAnswers(record, 100);
      expect(record.failures, "no session stays read-only").toBe(before);
    },
  },
  {
    name: "canceled",
    what: "`pg_cancel_backend` for every session, in forty rounds",
    once: true,
    run: async ({ databaseUrl, record }) => {
      await withClient(databaseUrl, async (admin) => {
        for (let round = 0; round < 40; round++) {
          await admin.query(`select pg_cancel_backend(pid) from pg_stat_activity
            where application_name like 'pix-sandbox%' and datname = current_database()`);
          await waitForAnswers(record, 3);
        }
      });
      expect(record.failures, "what was canceled is done again").toBe(0);
    },
  },
  {
    name: "full",
    what: "all of PostgreSQL's connections taken by others for 100 answers",
    run: async ({ databaseUrl, record }) => {
      const others: pg.Client[] = [];
      try {
        for (;;) {
          const client = new pg.Client({ connectionString: databaseUrl });
          client.on("error", () => {});
          await client.connect();
          others.push(client);
        }
      } catch {
        // Full.
      }
      await waitForAnswers(record, 100);
      await Promise.all(others.map((client) => client.end()));
    },
  },
  {
    name: "slow receivers",
    what: "39 receivers of another company accept its notifications and never respond, until they time out",
    once: true,
    run: async ({ control, databaseUrl }) => {
      const hanging = createServer(() => {}).listen(0);
      await once(hanging, "listening");
      const timedOut = once(hanging, "connection").then(([socket]) => once(socket, "close"));
      const { port } = hanging.address() as AddressInfo;
      const { id } = (await control(0, "POST", "/companies", { name: "Slow" })) as { id: string };
      for (let host = 1; host <= 39; host++) {
        const postbackUrl = `http://127.0.1.${host}:${port}/`;
        await control(host % 2, "POST", "/charges", {
          companyId: id,
          amountInCents: 100,
          postbackUrl,
        });
      }
      await timedOut;
      hanging.close();
      hanging.closeAllConnections();
      // What follows holds the state of the callers' company alone.
      await withClient(databaseUrl, async (admin) => {
        const claimed = `select from outbox_notifications where "callerId" = $1 and "claimedUntil" is not null`;
        await expect.poll(async () => (await admin.query(claimed, [id])).rowCount).toBe(0);
        await admin.query(`delete from outbox_notifications where "callerId" = $1`, [id]);
        await admin.query(`delete from charges where "companyId" = $1`, [id]);
      });
    },
  },
  {
    name: "skew",
    what: "one process's clock 20 s ahead",
    run: ({ record }) => waitForAnswers(record, 300),
    skew: 20_000,
    once: true,
  },
  {
    name: "advance",
    // Tokens live longer than that, and so do the keys that are repeated in the end.
    what: "`clock advance` by 20 minutes under load",
    once: true,
    run: async ({ control }) => {
      const before = (await control(0, "GET", "/clock")) as { offset: number };
      const after = (await control(0, "POST", "/clock/advance", { by: "20m" })) as {
        offset: number;
      };
      expect(after.offset - before.offset).toBe(1_200_000);
    },
  },
  {
    name: "advance, killed",
    what: "`kill -9` of the process that advances the clock",
    run: async ({ control, processes, restart, record }) => {
      const advance = control(0, "POST", "/clock/advance", { by: "20m" });
      await waitForAnswers(record, 10);
      await processes[0]?.kill();
      await advance;
      await restart(0);
      const read = async () =>
        Date.parse(((await control(1, "GET", "/clock")) as { now: string }).now);
      const held = await read();
      await expect.poll(read, { message: "the clock runs" }).toBeGreaterThan(held);
      const now = Date.now();
      expect(await read(), "and is not behind").toBeGreaterThan(now - 1_000);
    },
  },
  {
    name: "full database",
    what: "the disk of PostgreSQL's tables full until calls fail",
    disk: "tables",
    run: async ({ disk, record }) => {
      await disk?.fill();
      await waitForFailures(record, 20);
      await disk?.free();
    },
  },
  {
    name: "full journal",
    what: "the disk of PostgreSQL's journal full, then room and a restart",
    disk: "journal",
    run: async ({ disk, record, postgres }) => {
      await disk?.fill();
      await waitForFailures(record, 50);
      await disk?.free();
      await postgres.restart();
    },
  },
  {
    name: "reset",
    what: "three resets under load",
    run: async ({ control, record }) => {
      for (let round = 0; round < 3; round++) {
        expect(await control(round % 2, "POST", "/reset")).toMatchObject({ companies: 1 });
        await waitForEnds(record, 30);
      }
      record.isOver = true;
    },
  },
];

const rows: string[] = [];
const today = new Date().toISOString().slice(0, 10);
const seed = chooseSeed("faults");

describe.skipIf(noPostgres !== undefined)("two processes on PostgreSQL", () => {
  test.for(faults)("$name: $what", async (fault) => {
    const random = makeRandom(seed);
    const disk = fault.disk && (await makeSmallDisk("96m"));
    const postgres = await startPostgres({
      connections: 40,
      journal: fault.disk === "journal" ? disk?.folder : undefined,
    });
    atEnd(() => postgres.stop());
    const databaseUrl = await postgres.makeDatabase();
    if (fault.disk === "tables") await moveTables(databaseUrl, disk?.folder ?? "");
    const proxy = await startDatabaseProxy(databaseUrl);
    atEnd(() => proxy.cut());
    const { receiver, register } = await registerReceiver();
    const places = [proxy.url, databaseUrl];
    const skews = [0, fault.skew ?? 0];
    const start = async (index: number): Promise<[Prepared, string]> => {
      const child = prepareProcess({}, { SANDBOX_SKEW: String(skews[index]) });
      atEnd(() => child.kill());
      const options = { databaseUrl: places[index] ?? "", settings: loadSettings };
      return [child, await child.start(options)];
    };
    const started = [await start(0), await start(1)];
    const record = { ...makeRecord(), mayFail: true };
    const stage: Stage = {
      postgres,
      proxy,
      databaseUrl,
      record,
      disk,
      urls: started.map(([, url]) => url),
      processes: started.map(([child]) => child),
      control: (index, ...call) => control(stage.urls[index] ?? "", ...call).catch(() => undefined),
      restart: async (index) => {
        [stage.processes[index], stage.urls[index]] = (await start(index)) as [Prepared, string];
        calls.push(...call(index));
      },
    };
    const token = await issueToken(stage.urls[0] ?? "");
    const call = (index: number) =>
      Array.from({ length: 3 }, () =>
        callUntilKilled(stage.urls[index] ?? "", token, record, random),
      );
    const calls: Promise<void>[] = [];
    if (fault.name !== "reset") await register(stage.urls[0] ?? "", token);
    calls.push(...call(0), ...call(1));
    await waitForAnswers(record, 50);
    await fault.run(stage);
    const ended = performance.now();
    const isReset = fault.name === "reset";
    if (!isReset) await waitForAnswers(record, 30);
    const recovered = performance.now() - ended;
    if (!isReset) await waitForAnswers(record, 100);
    record.isOver = true;
    await Promise.all(calls);
    const { answers, failures, slowest } = record;
    if (isReset) {
      // What was said before is gone: what is said afterwards holds.
      await stage.control(1, "POST", "/reset");
      Object.assign(record, makeRecord());
      await register(stage.urls[0] ?? "", token);
      const again = [...call(0), ...call(1)];
      await waitForAnswers(record, 100);
      record.isOver = true;
      await Promise.all(again);
    }
    await finish({ place: { databaseUrl }, url: stage.urls[1] ?? "", token, record, receiver });
    const twice = [...receiver.counts.values()].filter((count) => count > 1).length;
    if (fault.once) expect(twice, "nothing comes twice").toBe(0);
    expect(slowest, "every answer comes within its deadline").toBeLessThan(15_000);
    const again = isReset ? "–" : `${(recovered / 1_000).toFixed(1)} s`;
    const cells = [
      fault.what,
      answers,
      failures,
      `${(slowest / 1_000).toFixed(1)} s`,
      again,
      twice,
      "holds",
      today,
    ];
    rows.push(`| ${fault.name} | ${cells.join(" | ")} |`);
  });

  afterAll(async () => {
    if (rows.length > 0)
      await writeTableRows(join(import.meta.dirname, "../faults.md"), "faults", rows);
  });
});
