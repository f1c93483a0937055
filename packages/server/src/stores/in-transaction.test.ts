import { EventEmitter } from "node:events";
import type pg from "pg";
import { expect, test } from "vitest";
import { inTransaction } from "./in-transaction.ts";

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
  const rolledBack = expect.objectContaining({ message: expect.stringContaining("rolled back") });
  const keep = async () => ({ result: 1, commit: true });
  for (const [answers, work, outcome, asked, released] of [
    [{}, keep, 1, ["begin", "commit"], undefined],
    [{}, async () => ({ result: 2, commit: false }), 2, ["begin", "rollback"], undefined],
    [{}, fail, failed, ["begin", "rollback"], undefined],
    [{ rollback: gone }, fail, failed, ["begin", "rollback"], gone],
    [{ begin: gone }, keep, gone, ["begin", "rollback"], undefined],
    // PostgreSQL rolls back a transaction of which a statement has failed, and calls that a success.
    [{ commit: "ROLLBACK" }, keep, rolledBack, ["begin", "commit", "rollback"], undefined],
    [{ commit: gone }, keep, gone, ["begin", "commit", "rollback"], undefined],
  ] as const) {
    const lent = makePool(answers as Record<string, Error>);
    expect(await inTransaction(lent.pool, work).catch((error: unknown) => error)).toEqual(outcome);
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
