import pg from "pg";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase, needPostgres, noPostgres } from "../../../../../test/support/databases.ts";
import { UnavailableError } from "../storage.ts";
import type { PostgresTimeouts } from "./client.ts";
import { Connections } from "./connections.ts";
import { messageOf } from "./failures.ts";

let databaseUrl = "";
beforeAll(async () => {
  if (!noPostgres) databaseUrl = await makeDatabase();
});
needPostgres();

/** Longer than anything takes that answers. */
const patient: PostgresTimeouts = {
  connect: 20_000,
  lock: 20_000,
  statement: 20_000,
  answer: 20_000,
  work: 20_000,
  total: 20_000,
};

async function open(url = databaseUrl) {
  const connections = new Connections(url);
  onTestFinished(() => connections.end());
  /** Takes a connection, which is given back with the test. */
  const take = async (limits: Partial<PostgresTimeouts> = {}) => {
    const connection = await connections.take({ ...patient, ...limits });
    let isTaken = true;
    const release = (): void => {
      if (isTaken) connection.release();
      isTaken = false;
    };
    onTestFinished(release);
    const ask = async (text: string, ...values: unknown[]) =>
      (await connection.query(text, values)).rows as unknown[];
    return { ask, query: connection.query.bind(connection), release };
  };
  return { connections, take };
}

const processId = "select pg_backend_pid() as id";

test("numbers come as numbers, values as texts that PostgreSQL takes, and of several statements the last answers", async () => {
  const { take } = await open();
  const { ask, query } = await take();
  expect(
    await ask("select 9007199254740991::int8 as a, 12.5::numeric as b, $1::text as c", "x\0y"),
  ).toEqual([{ a: 9_007_199_254_740_991, b: 12.5, c: "x\ufffdy" }]);
  expect(await ask("select 1 as a; select 2 as b")).toEqual([{ b: 2 }]);
  expect((await query("create temp table t (a int)", [])).command).toBe("CREATE");
});

test("a statement that PostgreSQL refuses fails alone; the connection serves the next one, and whoever takes it then", async () => {
  const { take } = await open();
  const { ask, release } = await take();
  const [first] = await ask(processId);
  const refused = await ask("select 1 / $1::int", 0).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(pg.DatabaseError);
  expect(await ask(processId)).toEqual([first]);
  release();
  expect(await (await take()).ask(processId)).toEqual([first]);
});

test("a statement with values is prepared once for a connection", async () => {
  const { take } = await open();
  const { ask } = await take();
  for (const value of ["a", "b"])
    expect(await ask("select $1::text as prepared_here", value)).toHaveLength(1);
  const rows = await ask(
    "select name, generic_plans from pg_prepared_statements where statement like '%prepared_here%'",
  );
  expect(rows).toEqual([{ name: expect.stringMatching(/^sandbox_\d+$/), generic_plans: 2 }]);
});

test("a statement without an answer times out, later statements fail with the same cause, and the connections are replaced", async () => {
  const { take } = await open();
  const idle = await take();
  const { ask, release } = await take();
  const silent = await take({ answer: 50 });
  const before = await Promise.all([idle.ask(processId), ask(processId)]);
  idle.release();
  const cause = "The database did not answer a statement within 50 ms.";
  const both = await Promise.allSettled([silent.ask("select pg_sleep(20)"), silent.ask(processId)]);
  expect(both).toMatchObject([{ reason: { message: cause } }, { reason: { message: cause } }]);
  await expect(silent.ask("rollback")).rejects.toThrow(cause);
  await expect(silent.ask("rollback")).rejects.toThrow(UnavailableError);
  // Somebody else's goes on; the idle one is taken for silent too.
  expect(await ask(processId)).toEqual(before[1]);
  silent.release();
  const after = await (await take()).ask(processId);
  expect(before).not.toContainEqual(after);
  release();
});

test("a piece of work has an end, whether it waits for the database or not", async () => {
  const { take } = await open();
  const late = await take({ work: 30 });
  await new Promise((resolve) => setTimeout(resolve, 40));
  await expect(late.ask(processId)).rejects.toThrow("Work on the database took longer than 30 ms.");
  late.release();
  expect(await (await take()).ask(processId), "that connection is not used again").toHaveLength(1);
  const slow = await take({ work: 100 });
  await expect(slow.ask("select pg_sleep(20)")).rejects.toThrow(
    "Work on the database took longer than 100 ms.",
  );
});

test("a connection that the server ends is replaced", async () => {
  const { take } = await open();
  const doomed = await take();
  const other = await take();
  const [{ id }] = (await doomed.ask(processId)) as [{ id: number }];
  const running = expect(doomed.ask("select pg_sleep(20)")).rejects.toThrow(
    /^The database cannot be reached: .*terminat/,
  );
  await other.ask("select pg_terminate_backend($1)", id);
  await running;
  await expect(doomed.ask(processId)).rejects.toThrow(UnavailableError);
  doomed.release();
  other.release();
  for (const next of [await take(), await take()])
    expect(await next.ask(processId)).not.toEqual([{ id }]);
});

test("if the server has no more connections, callers wait for the open one instead of asking for others", async () => {
  const url = new URL(await makeDatabase());
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  onTestFinished(() => admin.end());
  const role = `one_${process.pid}`;
  await admin.query(`create role ${role} login connection limit 1`);
  url.username = role;
  const attempts = vi.spyOn(pg.Client.prototype, "connect");
  const { take } = await open(url.href);
  const first = await take();
  const others = Array.from({ length: 30 }, async () => {
    const { ask, release } = await take();
    const found = await ask(processId);
    release();
    return found;
  });
  // Long enough for callers that would ask again.
  await vi.waitUntil(() => attempts.mock.calls.length === 10);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [own] = await first.ask(processId);
  first.release();
  expect(await Promise.all(others)).toEqual(Array(30).fill([own]));
  // Nine fill the pool before the first is refused; those that wait make none.
  expect(attempts.mock.calls.length).toBeLessThan(30);
});

test("an error lists the reasons of a failure", () => {
  expect(messageOf(new AggregateError([new Error("one"), new Error("two")], "all"))).toBe(
    "one; two",
  );
  expect([messageOf(new Error("why")), messageOf("text")]).toEqual(["why", "text"]);
});
