import { sql } from "kysely";
import { expect, test } from "vitest";
import { openService, type Service } from "../../../../test/sandbox/support/service.ts";
import { tableNames } from "../storage/tables.ts";
import { joinSnapshot, takeSnapshot } from "./snapshot.ts";

const maxRows = 100_000;

/** Rows of all tables whose rows a snapshot has. */
async function countRows({ sandbox: { storage } }: Service): Promise<number> {
  let count = 0;
  for (const name of tableNames.filter((one) => one !== "leases" && one !== "rateLimits")) {
    const query = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`;
    count += Number((await query.execute(storage.db)).rows[0]?.count);
  }
  return count;
}

/** Adds entries that sum to nothing. */
async function addRows({ sandbox: { storage } }: Service, count: number): Promise<void> {
  await sql`with recursive numbers(at) as (select 1 union all select at + 1 from numbers where at < ${count})
    insert into ledger (posting, account, amount, "createdAt") select 'p', 'bank', 0, at from numbers`.execute(
    storage.db,
  );
}

test("a snapshot has as many rows as it may, over all tables, and not one more", async () => {
  await using service = await openService();
  const half = maxRows - (await countRows(service)) - 1;
  await addRows(service, half);
  await addRows(service, 1);
  expect(await countRows(service)).toBe(maxRows);
  const { checksum, state } = joinSnapshot(await takeSnapshot(service.sandbox, false));
  expect(checksum).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.parse(state).tables.ledger.length).toBeGreaterThan(half);
  await addRows(service, 1);
  await expect(takeSnapshot(service.sandbox, false)).rejects.toThrow("at most 100000 rows");
});
