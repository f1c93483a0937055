// Every call of every store fails once, before or after it took effect. What callers get, and how often the handler's work is
// there in the end, stands in test/server/stores.md: this run writes that page (`-u`), and fails where it has changed.
import type { DatabaseSync } from "node:sqlite";
import pg, { type PoolClient } from "pg";
import { afterAll, expect, test } from "vitest";
import {
  type IdempotencyStore,
  MemoryIdempotencyStore,
  MemoryRateLimitStore,
  type RateLimitStore,
} from "../../generated/server/src/index.ts";
import {
  migrate,
  PostgresIdempotencyStore,
  PostgresRateLimitStore,
} from "../../generated/server/src/postgres.ts";
import { RedisIdempotencyStore, RedisRateLimitStore } from "../../generated/server/src/redis.ts";
import { makeDatabase, noPostgres } from "../support/databases.ts";
import { FakeRedis } from "../support/fake-redis.ts";
import { openCore, secured, type TestContext } from "./support/core.ts";
import { writeGuide } from "./support/guide.ts";

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

type When = "before" | "after";

/** Makes one call of a store fail. */
class Fault {
  /** Names of the calls of this round. */
  calls: string[] = [];
  at = Number.POSITIVE_INFINITY;
  when: When = "before";

  start(at = Number.POSITIVE_INFINITY, when: When = "before"): void {
    this.calls = [];
    this.at = at;
    this.when = when;
  }

  /** Makes a call, or fails instead of it or afterwards. */
  run<Value>(name: string, call: () => Value): Value {
    const fails = this.calls.length === this.at;
    this.calls.push(name);
    if (fails && this.when === "before") throw new Error(`${name} failed before its effect.`);
    const value = call();
    if (!fails) return value;
    const failure = new Error(`${name} failed after its effect.`);
    if (!(value instanceof Promise)) throw failure;
    return value.then(() => Promise.reject(failure)) as Value;
  }
}

interface Place {
  store: IdempotencyStore<never>;
  limits: RateLimitStore;
  /** Does what a handler does, in the store's transaction if it has one. */
  work: (transaction: never, key: string) => unknown;
  /** How often the work of a key is there. */
  count: (key: string) => Promise<number>;
}

/** A store that has no transaction: work is there as soon as it is done. */
function withoutTransaction(store: object, limits: RateLimitStore): Place {
  const done: string[] = [];
  return {
    store: store as never,
    limits,
    work: (_transaction, key) => done.push(key),
    count: async (key) => done.filter((one) => one === key).length,
  };
}

/** Names a statement by its first words. */
const nameOf = (statement: string): string =>
  /advisory/.test(statement)
    ? "lock"
    : (/^\s*(begin|commit|rollback|select|insert into \w+|insert)/i.exec(statement)?.[1] ??
      statement);

const places: Record<string, (fault: Fault) => Promise<Place>> = {
  memory: async () => withoutTransaction(new MemoryIdempotencyStore(), new MemoryRateLimitStore()),
  Redis: async (fault) => {
    const redis = new FakeRedis();
    const names = [
      [/hincrby/, "count"],
      [/'time'/, "claim"],
      [/'status', ARGV/, "remember"],
      [/return 1 end return 0/, "isHeld"],
      [/then redis.call\('del'/, "release"],
    ] as const;
    const client = {
      eval: async (script: string, ...given: [number, ...string[]]) => {
        const name = names.find(([pattern]) => pattern.test(script))?.[1] ?? script;
        return fault.run(name, () => redis.eval(script, ...given));
      },
    };
    return withoutTransaction(new RedisIdempotencyStore(client), new RedisRateLimitStore(client));
  },
  PostgreSQL: async (fault) => {
    const plain = new pg.Pool({ connectionString: await makeDatabase(), max: 2 });
    await migrate(plain);
    await plain.query("create table written (key text not null)");
    const pool = new pg.Pool({ ...plain.options });
    ends.push(
      () => plain.end(),
      () => pool.end(),
    );
    const connect = pool.connect.bind(pool);
    const failing = (client: PoolClient): PoolClient =>
      new Proxy(client, {
        get: (target, name) =>
          name === "query"
            ? async (text: string, values?: unknown[]) =>
                fault.run(nameOf(text), () => target.query(text, values))
            : Reflect.get(target, name)?.bind?.(target),
      });
    Object.assign(pool, {
      connect: async () => {
        const client = await connect();
        try {
          fault.run("connect", () => {});
        } catch (failure) {
          client.release();
          throw failure;
        }
        return failing(client);
      },
      query: async (text: string, values: unknown[]) =>
        fault.run("count", () => plain.query(text, values)),
    });
    return {
      store: new PostgresIdempotencyStore(pool) as never,
      limits: new PostgresRateLimitStore(pool),
      work: (transaction: PoolClient, key) =>
        transaction.query("insert into written values ($1)", [key]),
      count: async (key) =>
        (await plain.query("select from written where key = $1", [key])).rowCount ?? 0,
    };
  },
  "SQLite, as the guide has it": async (fault) => {
    const { folder } = await writeGuide("server", (remove) => ends.push(remove));
    const { openDatabase, SqliteIdempotencyStore } = await import(`${folder}/sqlite.ts`);
    const database: DatabaseSync = openDatabase(`${folder}/keys.db`);
    ends.push(() => database.close());
    database.exec("create table written (key text not null)");
    const failing = {
      get isTransaction() {
        return database.isTransaction;
      },
      exec: (text: string) => fault.run(nameOf(text), () => database.exec(text)),
      prepare: (text: string) => {
        const statement = database.prepare(text);
        return {
          get: (...values: string[]) => fault.run(nameOf(text), () => statement.get(...values)),
          run: (...values: string[]) => fault.run(nameOf(text), () => statement.run(...values)),
        };
      },
    };
    return {
      store: new SqliteIdempotencyStore(failing),
      limits: new MemoryRateLimitStore(),
      work: (transaction: DatabaseSync, key) =>
        transaction.prepare("insert into written values (?)").run(key),
      count: async (key) => database.prepare("select 1 from written where key = ?").all(key).length,
    };
  },
};

/** What a handler does with a request, by the word in its key. */
const endings = ["succeeds", "refuses", "throws", "answers badly"] as const;
type Ending = (typeof endings)[number];

async function openPlace(place: Place) {
  let ending: Ending = "succeeds";
  const { send: begin } = await openCore({
    errors: { POOR: 402 },
    operation: {
      security: secured.security,
      errors: ["POOR"],
      causes: { "idempotency-conflict": "TWICE" },
      idempotency: {
        header: "key",
        retention: 60,
        scope: "caller",
        replayedHeader: "replayed",
        missing: "NO_KEY",
        keeps: [],
      },
    },
    contract: {
      errors: {
        POOR: { code: "POOR", status: 402, message: "Poor.", list: false },
        TWICE: { code: "TWICE", status: 409, message: "Twice.", list: false },
      },
    },
    bindings: {
      checks: {
        table: [
          { kind: "any" },
          { kind: "object", fields: [["key", 0, 1]] },
          { kind: "object", fields: [["id", 3, 1]], rest: 0 },
          { kind: "number" },
        ],
        requests: { makeThing: { headers: 1, headerNames: ["key"] } },
        results: { makeThing: { 201: 0 } },
      },
    },
    handle: async (context: TestContext & { headers?: { key: string } }) => {
      const { reply, transaction, headers } = context;
      if (ending === "refuses") return reply.fail("POOR");
      await place.work(transaction as never, headers?.key ?? "");
      if (ending === "throws") throw new Error("The handler failed.");
      return ending === "answers badly" ? reply.send(299, {}) : reply.ok({ id: 1 });
    },
    options: { idempotency: place.store as never },
  });
  let keys = 0;
  return {
    /** Sends a request, and repeats it until its outcome is settled. @returns the answers, and how often it worked */
    send: async (how: Ending, fault: Fault, at?: number, when?: When) => {
      keys += 1;
      const key = `key ${keys}`;
      ending = how;
      const ask = async (): Promise<string> => {
        const exchange = begin({ headers: { ...secured.headers, key } });
        while (!exchange.response) await new Promise((done) => setTimeout(done, 1));
        const { status, headers } = exchange.response;
        const isReplay = headers.replayed === "true" ? " again" : "";
        return `${status}${isReplay}${headers["retry-after"] ? " running" : ""}`;
      };
      fault.start(at, when);
      const answers = [await ask()];
      const calls = fault.calls.slice();
      fault.start();
      answers.push(await ask());
      for (let tries = 0; answers.at(-1)?.endsWith("running") && tries < 20; tries++) {
        await new Promise((done) => setTimeout(done, 100));
        const next = await ask();
        if (next !== answers.at(-1)) answers.push(next);
      }
      const count = await place.count(key);
      return { calls, count, text: `${answers.join(", ")}: ${count}` };
    },
  };
}

const title = `<!-- Written by test/server/store-calls.test.ts with \`-u\`: do not edit. -->
# Stores whose calls fail

A request with an idempotency key, in whose course one call of its store fails: before it takes effect, or after it. Each cell
has the status of the response, the statuses of the repeats with the same key until they no longer change, and how often the
handler's work is there in the end. *Again* is the first response once more; *running* has \`Retry-After\`; a 409 without it
says that the outcome is unknown.

A handler that throws or refuses says that it did nothing. PostgreSQL and SQLite roll back what it wrote. Memory and Redis cannot:
there a handler takes back what it did before it throws. *Answers badly* is a success that breaks the contract.

| store | the handler | the call that fails | before it takes effect | after it took effect |
|---|---|---|---|---|
`;

test.skipIf(noPostgres)(
  "no handler succeeds twice, whichever call of a store fails",
  { timeout: 60_000 },
  async () => {
    const rows: string[] = [];
    for (const [name, open] of Object.entries(places)) {
      const fault = new Fault();
      const place = await open(fault);
      const { send } = await openPlace(place);
      for (const ending of endings) {
        const { calls, text, count } = await send(ending, fault);
        const mayRepeat = ending === "throws" && (name === "memory" || name === "Redis");
        if (!mayRepeat) expect(count, `${name} ${ending}`).toBeLessThanOrEqual(1);
        rows.push(`| ${name} | ${ending} | none | ${text} | |`);
        for (const [at, call] of calls.entries()) {
          const outcomes: string[] = [];
          for (const when of ["before", "after"] as const) {
            const outcome = await send(ending, fault, at, when);
            outcomes.push(outcome.text);
            if (!mayRepeat)
              expect(outcome.count, `${name} ${ending} ${call} ${when}`).toBeLessThanOrEqual(1);
          }
          rows.push(`| ${name} | ${ending} | ${call} | ${outcomes.join(" | ")} |`);
        }
      }
      // A count that fails refuses its request, and may have been taken.
      for (const [when, count] of [
        ["before", 1],
        ["after", 2],
      ] as const) {
        fault.start(0, when);
        const hit = { key: when, limit: 5, window: 1_000, now: 0 };
        const isCounted = await Promise.resolve(place.limits.hit(hit)).then(
          () => true,
          () => false,
        );
        if (!isCounted) expect((await place.limits.hit(hit)).count, name).toBe(count);
      }
    }
    await expect(`${title}${rows.join("\n")}\n`).toMatchFileSnapshot("stores.md");
  },
);
