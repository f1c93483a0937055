// Two requests with one key, each halted once before every statement, on every store.
import type { DatabaseSync } from "node:sqlite";
import { Redis } from "ioredis";
import pg, { type PoolClient } from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { type IdempotencyStore, MemoryIdempotencyStore } from "../../generated/server/src/index.ts";
import { migrate, PostgresIdempotencyStore } from "../../generated/server/src/postgres.ts";
import { RedisIdempotencyStore } from "../../generated/server/src/redis.ts";
import { makeDatabase, noPostgres } from "../support/databases.ts";
import {
  findBlocked,
  haltAtStatements,
  haltHere,
  tryInterleavings,
} from "../support/interleave.ts";
import { placeForRedis, redisProgram } from "../support/redis.ts";
import { writeGuide } from "./support/guide.ts";

const keep = { status: 200, body: "{}" };
const ends: (() => unknown)[] = [];
afterAll(async () => {
  vi.restoreAllMocks();
  for (const end of ends) await end();
});

interface Place {
  /** The store of one of the two callers. */
  storeOf: (caller: number) => IdempotencyStore<never>;
  /** Writes what a handler writes, which is there only if the store commits it. */
  write: (transaction: never, key: string) => unknown;
  /** How often a handler's write is there. */
  count: (key: string) => Promise<number>;
  isBlocked?: () => Promise<boolean>;
}

/** A store whose handlers write nothing that it commits. */
function countInMemory(store: object): Place {
  const written: string[] = [];
  return {
    storeOf: () => store as never,
    write: (_transaction, key) => written.push(key),
    count: async (key) => written.filter((one) => one === key).length,
  };
}

const places: Record<string, () => Promise<Place>> = {
  memory: async () => countInMemory(new MemoryIdempotencyStore()),
  PostgreSQL: async () => {
    const pool = new pg.Pool({ connectionString: await makeDatabase(), max: 4 });
    ends.push(() => pool.end());
    await migrate(pool);
    await pool.query("create table written (key text not null)");
    haltAtStatements();
    // Two servers, each with connections of its own.
    const further = new pg.Pool({ ...pool.options });
    ends.push(() => further.end());
    const stores = [pool, further].map((own) => new PostgresIdempotencyStore(own));
    const countIn = async (text: string, values: unknown[] = []) =>
      Number((await pool.query(text, values)).rowCount);
    return {
      storeOf: (caller) => stores[caller] as never,
      write: (transaction: PoolClient, key) =>
        transaction.query("insert into written values ($1)", [key]),
      count: (key) => countIn("select 1 from written where key = $1", [key]),
      isBlocked: async () => (await countIn(findBlocked)) > 0,
    };
  },
  ...(redisProgram && {
    Redis: async () => {
      const { port, launch } = await placeForRedis();
      const server = launch();
      const client = new Redis(port, { maxRetriesPerRequest: null });
      ends.push(
        () => client.quit(),
        () => server.kill(),
      );
      const halting = {
        eval: (...given: Parameters<Redis["eval"]>) => haltHere().then(() => client.eval(...given)),
      };
      return countInMemory(new RedisIdempotencyStore(halting as never));
    },
  }),
  "SQLite, as the guide has it": async () => {
    const guide = await writeGuide("server", (remove) => ends.push(remove));
    const { openDatabase, SqliteIdempotencyStore } = await import(`${guide.folder}/sqlite.ts`);
    const file = `${guide.folder}/keys.db`;
    const open = (): DatabaseSync => {
      const database: DatabaseSync = openDatabase(file);
      // Both connections are of this process: who waited for the lock would hold up who has it.
      database.exec(
        "pragma busy_timeout = 0; create table if not exists written (key text not null)",
      );
      ends.push(() => database.close());
      return database;
    };
    const databases = [open(), open()];
    const look = open().prepare("select count(*) as count from written where key = ?");
    return {
      storeOf: (caller) => new SqliteIdempotencyStore(databases[caller]),
      write: (transaction: DatabaseSync, key) =>
        transaction.prepare("insert into written values (?)").run(key),
      count: async (key) => Number(look.get(key)?.count),
    };
  },
};

test.for(Object.keys(places))(
  "%s: one key runs once, whoever is first at each statement",
  async (name, { skip }) => {
    if (name === "PostgreSQL" && noPostgres) skip(noPostgres);
    const {
      storeOf,
      write,
      count,
      isBlocked = async () => false,
    } = await (places[name] as () => Promise<Place>)();
    let runs = 0;
    let key = "";
    const orders = await tryInterleavings<unknown>(
      isBlocked,
      async () => {
        key = `key ${runs}`;
        runs += 1;
        const request = {
          id: key,
          operation: "o",
          owner: "c",
          key,
          fingerprint: "f",
          now: 0,
          expiresAt: 1_000,
        };
        const makeCall = (caller: number) => async () => {
          await haltHere();
          return storeOf(caller).run(request, async (transaction) => {
            await haltHere();
            await write(transaction, request.key);
            await haltHere();
            return { result: caller, keep };
          });
        };
        return [makeCall(0), makeCall(1)];
      },
      async (outcomes, order) => {
        expect(await count(key), order).toBe(1);
        const kinds = outcomes.map((one) =>
          one.status === "fulfilled" ? (one.value as { kind: string }).kind : String(one.reason),
        );
        expect(kinds.filter((kind) => kind === "ran").length, order).toBe(1);
        const other = kinds.find((kind) => kind !== "ran");
        expect(other, order).toMatch(/^(replayed|running|Error: database is locked)$/);
      },
    );
    expect(orders).toBeGreaterThan(2);
  },
);
