import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase, noPostgres } from "../../../../test/support/databases.ts";
import { openPostgres } from "../storage/postgres/open-postgres.ts";
import { readPage } from "./page.ts";

test("PostgreSQL: a list by a value never walks along the identifiers, however common the value seems", async ({
  skip,
}) => {
  if (noPostgres) skip(noPostgres);
  const storage = await openPostgres(await makeDatabase());
  onTestFinished(() => storage.close());
  await sql`insert into charges with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < 5000)
    select 'txn_' || n, 'cmp_one', 'canceled', 1, 0, '', '{}', null, null, '', null, null, null, null, null,
    n, n, null, n from numbers`.execute(storage.db);
  await sql`analyze charges`.execute(storage.db);
  const query = vi.spyOn(pg.Client.prototype, "query");
  await readPage(
    storage,
    {},
    { table: "charges", filters: { status: "paid" } },
    (row: { id: string }) => row,
  );
  const [{ text }] = query.mock.lastCall as unknown as [{ text: string }];
  const explain = async () =>
    JSON.stringify((await sql.raw(`explain (generic_plan) ${text}`).execute(storage.db)).rows);
  // All rows have one value, so PostgreSQL expects any value to be common.
  expect(await explain()).toContain("chargesByStatus");
  await sql`drop index "chargesByStatus"`.execute(storage.db);
  expect(await explain()).toContain("Sort");
});
