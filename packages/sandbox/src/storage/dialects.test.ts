// What is said otherwise on PostgreSQL; that both mean the same is tried on each storage.
import { expect, onTestFinished, test } from "vitest";
import { isAmong } from "./is-among.ts";
import { lockRows } from "./lock-rows.ts";
import { openSqlite } from "./open-sqlite.ts";

test.each([
  ["postgres", 'select "id" from "charges" where "id" = any($1::text[]) for update'],
  ["sqlite", 'select "id" from "charges" where "id" in (select value from json_each($1))'],
] as const)("%s: one of many texts, and rows that are locked", async (dialect, text) => {
  const { db } = await openSqlite();
  onTestFinished(() => db.destroy());
  const query = db
    .selectFrom("charges")
    .select("id")
    .where(isAmong({ dialect }, "id", ["a", "b"]));
  const { sql, parameters } = lockRows({ dialect }, query).compile();
  expect(sql.replace("?", "$1")).toBe(text);
  expect(parameters).toEqual([["a", "b"]]);
});
