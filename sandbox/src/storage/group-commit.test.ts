import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { expect, test } from "vitest";
import { makeGroupCommit } from "./group-commit.ts";
import { makeSqliteDialect } from "./node-sqlite.ts";
import type { Tables } from "./tables.ts";

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

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
  const run = (name: string) =>
    transaction(async () => name).then(
      (result) => told.push(result),
      (error: Error) => told.push(`${name}: ${error.message}`),
    );
  return { flushes, told, run, commits: () => commits };
}

test("nobody hears of a commit before it is on the disk, while others commit already", async () => {
  const { flushes, told, run, commits } = makeTransactions();
  const first = [run("one"), run("two")];
  await turn();
  expect([commits(), flushes.length]).toEqual([1, 1]);
  const third = run("three");
  await turn();
  expect([commits(), flushes.length]).toEqual([2, 2]);
  expect(told).toEqual([]);
  flushes[0]?.resolve();
  await Promise.all(first);
  expect(told).toEqual(["commit 1", "one", "two"]);
  flushes[1]?.resolve();
  await third;
  expect(told).toEqual(["commit 1", "one", "two", "commit 2", "three"]);
});

test("where the disk fails, everybody of the commit is told, and nobody of a change", async () => {
  const { flushes, told, run } = makeTransactions();
  const both = [run("one"), run("two")];
  await turn();
  flushes[0]?.reject(new Error("disk is full"));
  await Promise.all(both);
  expect(told).toEqual(["one: disk is full", "two: disk is full"]);
});
