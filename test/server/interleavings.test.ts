// Two requests with one key, in every order of their statements, on every store.
import type { DatabaseSync } from "node:sqlite";
import pg, { type PoolClient } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { type IdempotencyStore, MemoryIdempotencyStore } from "../../generated/server/src/index.ts";
import { migrate, PostgresIdempotencyStore } from "../../generated/server/src/postgres.ts";
import { makeDatabase, noPostgres } from "../support/databases.ts";
import { everyOrder, type Step } from "./support/every-order.ts";
import { writeGuide } from "./support/guide.ts";

const keep = { status: 200, body: "{}" };
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

/** Stores of two callers, each of which halts before every statement; what is synchronous is one with the write before it. */
interface Place {
  makeStore: (step: Step) => IdempotencyStore<never>;
  /** Writes what a handler writes, which is there only if the store commits it. */
  write: (transaction: never, key: string, step: Step) => unknown;
  /** How often a handler's write is there. */
  count: (key: string) => Promise<number>;
}

const places: Record<string, () => Promise<Place>> = {
  memory: async () => {
    let written: string[] = [];
    let store = new MemoryIdempotencyStore();
    return {
      makeStore: () => store as never,
      write: (_transaction, key, step) => step(() => written.push(key)),
      count: async (key) => {
        const { length } = written.filter((one) => one === key);
        written = [];
        store = new MemoryIdempotencyStore();
        return length;
      },
    };
  },
  PostgreSQL: async () => {
    const pool = new pg.Pool({ connectionString: await makeDatabase(), max: 4 });
    ends.push(() => pool.end());
    await migrate(pool);
    await pool.query("create table written (key text not null)");
    return {
      makeStore: (step) => {
        // To connect and to begin sees and changes nothing.
        const connect = async () => {
          const client = await step(() => pool.connect(), false);
          const query = (...given: [string, unknown[]]) => step(() => client.query(...given), given[0] !== "begin");
          return new Proxy(client, {
            get: (target, name) => {
              const value = name === "query" ? query : Reflect.get(target, name);
              return typeof value === "function" ? value.bind(target) : value;
            },
          });
        };
        return new PostgresIdempotencyStore({ on: () => {}, options: {}, connect } as never) as never;
      },
      write: (transaction: PoolClient, key) => transaction.query("insert into written values ($1)", [key]),
      count: async (key) => Number((await pool.query("select 1 from written where key = $1", [key])).rowCount),
    };
  },
  "SQLite, as the guide has it": async () => {
    const guide = await writeGuide("server");
    ends.push(guide.remove);
    const { openDatabase, SqliteIdempotencyStore } = await import(`${guide.folder}/sqlite.ts`);
    const file = `${guide.folder}/keys.db`;
    const open = (): DatabaseSync => {
      const database: DatabaseSync = openDatabase(file);
      // Both connections are of this process: who waited for the lock would hold up who has it.
      database.exec("pragma busy_timeout = 0; create table if not exists written (key text not null)");
      ends.push(() => database.close());
      return database;
    };
    const databases = [open(), open()];
    const look = open().prepare("select count(*) as count from written where key = ?");
    let turn = 0;
    return {
      makeStore: () => new SqliteIdempotencyStore(databases[turn++ % 2]),
      write: (transaction: DatabaseSync, key, step) =>
        step(() => transaction.prepare("insert into written values (?)").run(key)),
      count: async (key) => Number(look.get(key)?.count),
    };
  },
};

describe.each(Object.keys(places))("%s", (name) => {
  test.skipIf(name === "PostgreSQL" && noPostgres)(
    "one key runs once, whoever is first at each statement",
    async () => {
      const { makeStore, write, count } = await (places[name] as () => Promise<Place>)();
      let runs = 0;
      const orders = await everyOrder(() => {
        const key = `key ${runs++}`;
        const request = { id: key, operation: "o", owner: "c", key, fingerprint: "f", now: 0, expiresAt: 1_000 };
        const caller = (result: number) => async (step: Step) => {
          // The first statement of the others is synchronous.
          if (name !== "PostgreSQL") await step(() => undefined);
          return makeStore(step).run(request, async (transaction) => {
            await write(transaction, key, step);
            return { result, keep };
          });
        };
        return {
          callers: [caller(1), caller(2)],
          check: async (outcomes, order) => {
            expect(await count(key), order).toBe(1);
            const kinds = outcomes.flatMap((one) =>
              one.status === "fulfilled" ? [(one.value as { kind: string }).kind] : [String(one.reason)],
            );
            expect(kinds.filter((kind) => kind === "ran").length, order).toBe(1);
            const other = kinds.find((kind) => kind !== "ran");
            expect(other, order).toMatch(/^(replayed|running|Error: database is locked)$/);
          },
        };
      });
      expect(orders).toBeGreaterThan(2);
    },
  );
});
