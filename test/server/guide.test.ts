// What docs/guides/server.md shows: its store for SQLite runs in two processes, and keys on PostgreSQL have a pool of their own.
// editor.slow.test.ts compiles its files, and provider.slow.test.ts runs the whole provider.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type {
  Handlers,
  IdempotencyStore,
  RateLimitStore,
} from "../../generated/server/src/index.ts";
import {
  migrate,
  PostgresIdempotencyStore,
  PostgresRateLimitStore,
} from "../../generated/server/src/postgres.ts";
import { makeDatabase, noPostgres } from "../support/databases.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { adapters, type TestServer } from "./support/adapters.ts";
import { anyCompany } from "./support/any-company.ts";
import { basic, bodyOf, call } from "./support/call.ts";
import { writeGuide } from "./support/guide.ts";
import { makeTables, transferOnSqlite } from "./support/transfers.ts";

const body = { ...bodyOf("createTransfer"), amount: 1000 };
const guide = await writeGuide("server", afterAll);

// biome-ignore lint/suspicious/noExplicitAny: the files exist only when the test runs, and are compiled by a test
const load = (name: string): Promise<any> => import(join(guide.folder, name));

/** A server of the guide's authenticators and one handler, in this process. */
async function serve<Transaction>(
  createTransfer: Handlers<{ id: string }, Transaction>["createTransfer"],
  idempotency: IdempotencyStore<Transaction>,
  rateLimits: RateLimitStore = unlimited,
): Promise<TestServer> {
  return adapters.node({
    authenticators: anyCompany,
    handlers: { ...makeHandlers(), createTransfer },
    idempotency,
    rateLimits,
    logger: false,
  } as never);
}

/** Sends the transfer with a key. */
async function send(server: TestServer, key: string, changes: object = {}) {
  return call(server, "createTransfer", "Bearer a", {
    headers: { "x-idempotency-key": key },
    body: { ...body, ...changes },
  });
}

describe("SQLite", () => {
  const count = (database: DatabaseSync, table: string) =>
    Number(database.prepare(`select count(*) as count from ${table}`).get()?.count);
  const open = async (name: string): Promise<DatabaseSync> => {
    const { openDatabase } = await load("sqlite.ts");
    const database: DatabaseSync = openDatabase(join(guide.folder, name));
    makeTables(database);
    return database;
  };

  test("what a handler throws takes back all that it wrote, and its key is free again", async () => {
    const database = await open("throws.db");
    const { SqliteIdempotencyStore } = await load("sqlite.ts");
    let isBroken = true;
    const server = await serve<DatabaseSync>(
      async (context) => {
        const answer = transferOnSqlite(context);
        if (isBroken) throw new Error("The power is gone.");
        return answer;
      },
      new SqliteIdempotencyStore(await open("throws.db")),
    );

    expect((await send(server, "k")).body.error.code).toBe("INTERNAL_ERROR");
    expect([count(database, "transfers"), count(database, "idempotency")]).toEqual([0, 0]);
    expect(database.prepare("select balance from accounts").get()?.balance).toBe(5000);
    isBroken = false;
    const answer = await send(server, "k");
    expect([answer.status, answer.headers["idempotent-replayed"]]).toEqual([200, undefined]);
    expect([count(database, "transfers"), count(database, "idempotency")]).toEqual([1, 1]);
    await server.close();
  });

  test("an answer is committed with what its handler wrote, and outlives the server", async () => {
    const database = await open("outlives.db");
    const { SqliteIdempotencyStore } = await load("sqlite.ts");
    const start = async () =>
      serve<DatabaseSync>(transferOnSqlite, new SqliteIdempotencyStore(await open("outlives.db")));
    const first = await start();
    const answer = await send(first, "k");
    expect(answer.status).toBe(200);
    await first.close();
    const second = await start();
    const again = await send(second, "k");
    expect([again.headers["idempotent-replayed"], again.body]).toEqual(["true", answer.body]);
    expect((await send(second, "k", { amount: 7 })).body.error.code).toBe(
      "DUPLICATE_IDEMPOTENCY_KEY",
    );
    // A refusal that the contract remembers is remembered without a transfer.
    expect((await send(second, "poor", { amount: 4001 })).body.error.code).toBe(
      "INSUFFICIENT_BALANCE",
    );
    expect((await send(second, "poor", { amount: 4001 })).headers["idempotent-replayed"]).toBe(
      "true",
    );
    expect([count(database, "transfers"), count(database, "idempotency")]).toEqual([1, 2]);
    await second.close();
  });

  test("two processes race for one key, and the money moves once", async () => {
    const database = await open("race.db");
    const children: ChildProcess[] = [];
    const start = async (): Promise<string> => {
      const child = fork(join(import.meta.dirname, "support/serve-sqlite.ts"), [
        join(guide.folder, "sqlite.ts"),
        join(guide.folder, "race.db"),
      ]);
      children.push(child);
      const [url] = await once(child, "message");
      return url;
    };
    onTestFinished(() => {
      for (const child of children) child.kill();
    });
    const urls = await Promise.all([start(), start()]);
    const authorization = "Bearer a";
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const response = await fetch(`${urls[index % 2]}/api/v1/pix/out/pixkey`, {
          method: "POST",
          headers: {
            authorization,
            "content-type": "application/json",
            "x-idempotency-key": "one",
          },
          body: JSON.stringify(body),
        });
        return {
          status: response.status,
          text: await response.text(),
          replayed: response.headers.get("idempotent-replayed"),
        };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    expect(count(database, "transfers")).toBe(1);
    expect(database.prepare("select balance from accounts").get()?.balance).toBe(4000);
  });
});

test("on PostgreSQL a slow transaction does not hold up calls that need none", async ({ skip }) => {
  if (noPostgres) skip(noPostgres);
  const connectionString = await makeDatabase();
  const pool = new pg.Pool({ connectionString });
  const own = new pg.Pool({ connectionString, max: 1 });
  onTestFinished(async () => void (await Promise.all([pool.end(), own.end()])));
  await migrate(pool);
  const { promise: slow, resolve: finish } = Promise.withResolvers<void>();
  const server = await serve<pg.PoolClient>(
    async ({ reply }) => {
      await slow;
      return reply.fail("INSUFFICIENT_BALANCE");
    },
    new PostgresIdempotencyStore(own),
    new PostgresRateLimitStore(pool),
  );
  const transfers = [send(server, "a"), send(server, "b")];
  await expect.poll(() => own.waitingCount).toBe(1);
  expect((await call(server, "issueToken", basic("key-loja", "secret:with:colons"))).status).toBe(
    200,
  );
  finish();
  expect((await Promise.all(transfers)).map(({ status }) => status)).toEqual([402, 402]);
  await server.close();
});
