// What a provider bears of its stores: under transfers all the time a store fails, and afterwards every transfer was made
// once and every notification is delivered. `npm test -- deep` runs it and writes the table in docs/guides/server-stores.md.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { RedisIdempotencyStore } from "../../generated/server/src/redis.ts";
import { startReceiver } from "../sandbox/support/receiver.ts";
import { noPostgres } from "../support/databases.ts";
import { type Postgres, startPostgres, withClient } from "../support/postgres.ts";
import { placeForRedis, redisProgram } from "../support/redis.ts";
import { writeTableRows } from "../support/write-table-rows.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { adapters } from "./support/adapters.ts";
import { anyCompany } from "./support/any-company.ts";
import { bodyOf } from "./support/call.ts";
import { writeGuide } from "./support/guide.ts";
import { countNothing, issueToken, startProvider } from "./support/provider.ts";

/** What callers saw. */
interface Load {
  /** Transfers that were accepted, by key. */
  accepted: Map<string, number>;
  failures: number;
  /** Milliseconds of the slowest response. */
  slowest: number;
  isOver: boolean;
}

/** Centavos of a transfer: more than its fee. */
const amount = 101;

/** Sends transfers one after the other, each with its key until it is accepted. */
async function sendTransfers(url: string, token: string, load: Load, caller: number) {
  const body = JSON.stringify({ pixKey: bodyOf("createTransfer").pixKey ?? "", amount });
  for (let count = 0; !load.isOver; count++) {
    const key = `${caller}-${count}`;
    const headers = {
      authorization: token,
      "content-type": "application/json",
      "x-idempotency-key": key,
    };
    while (!load.accepted.has(key)) {
      const start = performance.now();
      const sent = fetch(`${url}/api/v1/pix/out/pixkey`, { method: "POST", headers, body });
      const status = await sent
        .then((response) => response.text().then(() => response.status))
        .catch(() => 0);
      load.slowest = Math.max(load.slowest, performance.now() - start);
      if (status === 200) load.accepted.set(key, performance.now());
      else {
        if (![0, 409, 500].includes(status))
          throw new Error(`A transfer was answered with ${status}.`);
        load.failures += 1;
        await sleep(50);
      }
    }
  }
}

/** Runs a fault under load. @returns the row of the table, but for its end */
async function runFault(
  url: string,
  token: string,
  fault: (load: Load) => Promise<unknown>,
): Promise<{ load: Load; cells: (string | number)[] }> {
  const load: Load = { accepted: new Map(), failures: 0, slowest: 0, isOver: false };
  const callers = Array.from({ length: 6 }, (_, caller) => sendTransfers(url, token, load, caller));
  const more = async (count: number) => {
    const enough = load.accepted.size + count;
    await expect.poll(() => load.accepted.size).toBeGreaterThanOrEqual(enough);
  };
  await more(30);
  await fault(load);
  const ended = performance.now();
  await more(30);
  load.isOver = true;
  await Promise.all(callers);
  const next = Math.min(...[...load.accepted.values()].filter((at) => at >= ended));
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  return {
    load,
    cells: [load.accepted.size, load.failures, seconds(load.slowest), seconds(next - ended)],
  };
}

const guide = await writeGuide("server", afterAll);
const rows: string[] = [];
const today = new Date().toISOString().slice(0, 10);
afterAll(async () => {
  if (rows.length > 0)
    await writeTableRows(
      join(import.meta.dirname, "../../docs/guides/server-stores.md"),
      "faults",
      rows,
    );
});

describe.skipIf(noPostgres !== undefined)("the guide's provider on PostgreSQL", () => {
  const own = "pid <> pg_backend_pid() and datname = current_database()";
  const end = (url: string, which: string) =>
    withClient(url, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where ${own} and ${which}`,
      ),
    );

  const stop = async (postgres: Postgres): Promise<void> => {
    await postgres.pause();
    await sleep(12_000);
    await postgres.resume();
  };

  test.for<[string, (postgres: Postgres, url: string, load: Load) => Promise<unknown>]>([
    [
      "PostgreSQL: idle connections ended, five times",
      (_, url, load) => repeat(5, load, () => end(url, "state = 'idle'")),
    ],
    [
      "PostgreSQL: all connections ended, five times",
      (_, url, load) => repeat(5, load, () => end(url, "true")),
    ],
    ["PostgreSQL: stopped (SIGSTOP) for 12 s", stop],
    ["PostgreSQL: killed and started again, as at a failover", (postgres) => postgres.restart()],
    ["PostgreSQL: all connections taken by others", (_, url, load) => takeConnections(url, load)],
  ])("%s", async ([name, fault]) => {
    const postgres = await startPostgres({ connections: 30 });
    onTestFinished(() => postgres.stop());
    const database = await postgres.makeDatabase();
    await using receiver = await startReceiver();
    const children: ChildProcess[] = [];
    onTestFinished(() => void children[0]?.kill("SIGKILL"));
    const { url, child } = await startProvider(guide.folder, database, children);
    await countNothing(database);
    await withClient(database, async (client) => {
      await client.query("update companies set balance = 50000000");
      await client.query(
        `insert into outbox_receivers (id, "callerId", url, "eventsJson", name, active, "createdAt")
         values ('wh_test', 'cmp_1', $1, '[]', 'Test', 1, 0)`,
        [receiver.url],
      );
    });
    const token = `Bearer ${await issueToken(url)}`;
    const { load, cells } = await runFault(url, token, (load) => fault(postgres, database, load));
    expect(child.exitCode, "the process lives").toBeNull();
    await withClient(database, async (client) => {
      const count = async (text: string) => Number((await client.query(text)).rows[0].count);
      expect(await count("select count(*) from transfers")).toBe(load.accepted.size);
      const balance = await count("select balance as count from companies where id = 'cmp_1'");
      expect(balance).toBe(50_000_000 - amount * load.accepted.size);
      const pending = () =>
        count("select count(*) from outbox_notifications where status <> 'delivered'");
      await expect.poll(pending).toBe(0);
    });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(load.accepted.size);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    rows.push(`| ${name} | ${cells.join(" | ")} | 0 | ${today} |`);
  });
});

/** Waits until so many more calls have failed. */
async function untilCallsFail(load: Load, more: number): Promise<void> {
  const wanted = load.failures + more;
  await expect.poll(() => load.failures).toBeGreaterThanOrEqual(wanted);
}

/** Does something several times, with some responses after each. */
async function repeat(times: number, load: Load, work: () => Promise<unknown>): Promise<void> {
  const answers = (): number => load.accepted.size + load.failures;
  for (let round = 0; round < times; round++) {
    await work();
    const wanted = answers() + 20;
    await expect.poll(answers).toBeGreaterThanOrEqual(wanted);
  }
}

/** Ends the connections of all others, takes every one that there is until calls fail, and gives them back. */
async function takeConnections(url: string, load: Load): Promise<void> {
  const others: pg.Client[] = [];
  const wanted = load.failures + 50;
  while (load.failures < wanted) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    const isMine = await client.connect().then(
      () => others.push(client) > 0,
      () => false,
    );
    const which = `application_name = '' and pid <> all (array[${others.map((one) => Reflect.get(one, "processID")).join()}])`;
    if (isMine)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and ${which}`,
      );
    else await sleep(100);
  }
  await Promise.all(others.map((client) => client.end()));
}

describe.skipIf(redisProgram === undefined)("idempotency keys on Redis", () => {
  test.for<
    [
      string,
      boolean,
      (redis: {
        child: ChildProcess;
        client: Redis;
        load: Load;
        launch(): unknown;
      }) => Promise<unknown>,
    ]
  >([
    [
      "Redis: all connections ended, five times",
      true,
      ({ client, load }) =>
        repeat(5, load, () => client.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")),
    ],
    [
      "Redis: stopped (SIGSTOP)",
      true,
      async ({ child, load }) => {
        child.kill("SIGSTOP");
        await untilCallsFail(load, 50);
        child.kill("SIGCONT");
      },
    ],
    [
      "Redis: no memory left",
      true,
      async ({ client, load }) => {
        await client.config("SET", "maxmemory", "1");
        await untilCallsFail(load, 50);
        await client.config("SET", "maxmemory", "0");
      },
    ],
    [
      "Redis: killed and started again without its data",
      false,
      async ({ child, launch }) => {
        child.kill("SIGKILL");
        await once(child, "exit");
        launch();
      },
    ],
  ])("%s", async ([name, keepsData, fault]) => {
    const { port, launch } = await placeForRedis();
    let child = launch();
    onTestFinished(() => void child.kill("SIGKILL"));
    const client = new Redis(port, { commandTimeout: 5_000 });
    const admin = new Redis(port);
    for (const one of [client, admin]) one.on("error", () => {});
    await admin.ping();
    const runs = new Map<string, number>();
    const handlers = makeHandlers();
    const server = await adapters.node({
      authenticators: anyCompany,
      rateLimits: unlimited,
      logger: false,
      idempotency: new RedisIdempotencyStore(client) as never,
      handlers: {
        ...handlers,
        createTransfer: (context: Parameters<typeof handlers.createTransfer>[0]) => {
          const key = context.headers["x-idempotency-key"];
          runs.set(key, (runs.get(key) ?? 0) + 1);
          const { amount, pixKey } = context.body;
          return context.reply.ok({
            id: "trf_1",
            status: "queued",
            amount,
            netAmount: amount,
            fees: 0,
            pixKey,
          });
        },
      } as never,
    });
    const url = await server.listen({ port: 0 });
    const { load, cells } = await runFault(url, "Bearer a", (load) =>
      fault({ child, client: admin, load, launch: () => (child = launch()) }),
    );
    await server.close();
    for (const one of [client, admin]) one.disconnect();
    const twice = [...runs.values()].filter((count) => count > 1).length;
    expect(runs.size).toBe(load.accepted.size);
    // There is no transaction on Redis: what each caller had under way when the data was lost may run again.
    expect(twice).toBeLessThanOrEqual(keepsData ? 0 : 6);
    rows.push(`| ${name} | ${cells.join(" | ")} | ${twice} | ${today} |`);
  });
});
