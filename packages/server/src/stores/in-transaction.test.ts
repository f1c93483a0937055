import { EventEmitter } from "node:events";
import pg from "pg";
import { expect, test } from "vitest";
import { makeDatabase, noPostgres } from "../../../../test/support/databases.ts";
import { inTransaction } from "./in-transaction.ts";

test.skipIf(noPostgres)(
  "what is not committed is never said to be, and the connection is free again",
  async () => {
    // One connection: the next transaction gets it only if the one before has given it back, clean.
    const pool = new pg.Pool({ connectionString: await makeDatabase(), max: 1 });
    await pool.query("create table notes (text text primary key)");
    const write = (
      text: string,
      commit: boolean,
      then?: (client: pg.PoolClient) => Promise<unknown>,
    ) =>
      inTransaction(pool, async (client) => {
        await client.query("insert into notes values ($1)", [text]);
        await then?.(client);
        return { result: text, commit };
      });
    expect(await write("kept", true)).toBe("kept");
    expect(await write("not to stay", false)).toBe("not to stay");
    const failed = write("failed", true, () => Promise.reject(new Error("The power is gone.")));
    await expect(failed).rejects.toThrow("The power is gone.");
    // PostgreSQL ends such a transaction by rolling it back, and calls that a success.
    const swallowed = write("swallowed", true, (client) =>
      client.query("select 1/0").catch(() => {}),
    );
    await expect(swallowed).rejects.toThrow("was rolled back");
    // Without a listener for its error, the process would end as well.
    const cut = write("cut", true, (client) =>
      client.query("select pg_terminate_backend(pg_backend_pid())"),
    );
    await expect(cut).rejects.toThrow();
    expect(await write("last", true)).toBe("last");
    expect((await pool.query("select text from notes order by text")).rows).toEqual([
      { text: "kept" },
      { text: "last" },
    ]);
    await pool.end();
  },
);

/** A fake pool of one connection: its queries, its results, and how it was released. */
function makePool(answers: Record<string, Error | string> = {}) {
  const asked: string[] = [];
  const released: unknown[] = [];
  const client = Object.assign(new EventEmitter(), {
    query: async (text: string) => {
      asked.push(text);
      const answer = answers[text] ?? text.toUpperCase();
      if (answer instanceof Error) throw answer;
      return { command: answer };
    },
    release: (broken: unknown) => released.push(broken),
  });
  return {
    pool: { on: () => {}, connect: async () => client } as unknown as pg.Pool,
    client,
    asked,
    released,
  };
}

test("a connection goes back as it was lent: without a listener, and closed only where it broke", async () => {
  const gone = new Error("The connection is gone.");
  const failed = new Error("The power is gone.");
  const fail = () => Promise.reject(failed);
  const keep = async () => ({ result: 1, commit: true });
  for (const [answers, work, outcome, asked, released] of [
    [{}, keep, 1, ["begin", "commit"], undefined],
    [{}, async () => ({ result: 2, commit: false }), 2, ["begin", "rollback"], undefined],
    [{}, fail, failed, ["begin", "rollback"], undefined],
    [{ rollback: gone }, fail, failed, ["begin", "rollback"], gone],
    [{ begin: gone }, keep, gone, ["begin", "rollback"], undefined],
    [{ commit: gone }, keep, gone, ["begin", "commit", "rollback"], undefined],
  ] as const) {
    const lent = makePool(answers as Record<string, Error>);
    expect(await inTransaction(lent.pool, work).catch((error: unknown) => error)).toBe(outcome);
    expect([lent.asked, lent.released]).toEqual([asked, [released]]);
    expect(lent.client.listenerCount("error")).toBe(0);
  }
  const lost = makePool();
  await inTransaction(lost.pool, async () => {
    lost.client.emit("error", gone);
    return { result: 1, commit: true };
  });
  expect(lost.released).toEqual([gone]);
});

test("a connection that ends right after the pool has lent it ends no process", async () => {
  const { client } = makePool();
  const pool: pg.Pool = Object.assign(new EventEmitter(), {
    connect: () => {
      pool.emit("connect", client as never);
      client.emit("error", new Error("terminating connection"));
      return Promise.resolve(client);
    },
  }) as never;
  expect(await inTransaction(pool, async () => ({ result: 1, commit: true }))).toBe(1);
});
