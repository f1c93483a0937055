import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { makeGroupCommit } from "./group-commit.ts";
import { makeSqliteDialect } from "./node-sqlite.ts";
import type { Database, Tables } from "./tables.ts";

/** Transactions on a database in memory, whose disk does as it is told. */
function makeTransactions() {
  const db = new Kysely<Tables>({ dialect: makeSqliteDialect(new DatabaseSync(":memory:")) });
  const flushes: PromiseWithResolvers<void>[] = [];
  const told: string[] = [];
  let commits = 0;
  const transaction = makeGroupCommit(db, {
    flush: () => {
      flushes.push(Promise.withResolvers());
      return (flushes.at(-1) as PromiseWithResolvers<void>).promise;
    },
    onCommit: () => {
      const commit = ++commits;
      return () => told.push(`commit ${commit}`);
    },
  });
  const run = (name: string, work: (tx: Database) => Promise<unknown> = async () => {}) =>
    transaction(async (tx) => work(tx)).then(
      () => told.push(name),
      (error: Error) => told.push(`${name}: ${error.message}`),
    );
  /** Waits until the disk has been asked so many times. */
  const asked = (times: number) => expect.poll(() => flushes).toHaveLength(times);
  return { db, flushes, told, run, asked, commits: () => commits };
}

test("nobody hears of a commit before it is on the disk, while others commit already", async () => {
  const { flushes, told, run, asked, commits } = makeTransactions();
  const first = [run("one"), run("two")];
  await asked(1);
  expect(commits()).toBe(1);
  const third = run("three");
  await asked(2);
  expect(commits()).toBe(2);
  expect(told).toEqual([]);
  flushes[0]?.resolve();
  await Promise.all(first);
  expect(told).toEqual(["commit 1", "one", "two"]);
  flushes[1]?.resolve();
  await third;
  expect(told).toEqual(["commit 1", "one", "two", "commit 2", "three"]);
});

test("where the disk fails, everybody of the commit is told, and nobody of a change", async () => {
  const { flushes, told, run, asked } = makeTransactions();
  const both = [run("one"), run("two")];
  await asked(1);
  flushes[0]?.reject(new Error("disk is full"));
  await Promise.all(both);
  expect(told).toEqual(["one: disk is full", "two: disk is full"]);
});

test("what throws is undone, and the others of its commit are kept, in the order in which they were asked for", async () => {
  const { db, flushes, told, run, asked, commits } = makeTransactions();
  await sql`create table notes (note text)`.execute(db);
  const write = (note: string) => (tx: Database) => sql`insert into notes values (${note})`.execute(tx);
  const all = [
    run("one", write("one")),
    run("two", async (tx) => {
      await write("two")(tx);
      throw new Error("no");
    }),
    run("three", write("three")),
  ];
  await asked(1);
  flushes[0]?.resolve();
  await Promise.all(all);
  expect(told).toEqual(["commit 1", "one", "two: no", "three"]);
  expect(commits()).toBe(1);
  expect((await sql`select note from notes`.execute(db)).rows).toEqual([{ note: "one" }, { note: "three" }]);
});

test("where the commit itself fails nothing of anybody is written, and the next ones go on", async () => {
  const { db, flushes, told, run, asked, commits } = makeTransactions();
  await sql`pragma foreign_keys = on`.execute(db);
  await sql`create table parents (id integer primary key)`.execute(db);
  await sql`create table children (parent integer references parents (id) deferrable initially deferred)`.execute(db);
  const adopt = (parent: number) => (tx: Database) => sql`insert into children values (${parent})`.execute(tx);
  const addParent = (tx: Database) => sql`insert into parents values (1)`.execute(tx);
  await Promise.all([run("one", addParent), run("orphan", adopt(7))]);
  expect(told).toEqual(["one: FOREIGN KEY constraint failed", "orphan: FOREIGN KEY constraint failed"]);
  expect([commits(), flushes.length]).toEqual([0, 0]);
  const next = [run("two", addParent), run("three", adopt(1))];
  await asked(1);
  flushes[0]?.resolve();
  await Promise.all(next);
  expect(told.slice(2)).toEqual(["commit 1", "two", "three"]);
  expect((await sql`select id from parents`.execute(db)).rows).toEqual([{ id: 1 }]);
});

test("a commit carries 64 transactions at the most", async () => {
  const { flushes, told, run, asked, commits } = makeTransactions();
  const all = Array.from({ length: 130 }, (_, index) => run(String(index)));
  await asked(3);
  expect(commits()).toBe(3);
  flushes[0]?.resolve();
  await all[63];
  expect(told).toHaveLength(65);
  for (const { resolve } of flushes) resolve();
  await Promise.all(all);
  expect(told).toHaveLength(133);
});
