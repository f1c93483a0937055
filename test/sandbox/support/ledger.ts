import { expect } from "vitest";
import { dayOf } from "../../../packages/sandbox/src/clock.ts";
import { readAccounts } from "../../../packages/sandbox/src/service/ledger.ts";
import type { Database } from "../../../packages/sandbox/src/storage/tables.ts";

/**
 * Centavos by account; fails the test if they do not sum to zero, what is kept is not the sum of the entries, or the amounts of
 * a company's day are not those of its transfers that were not given back.
 */
export async function checkLedger(db: Database): Promise<Record<string, number>> {
  const accounts = await readAccounts(db);
  const entries = await db
    .selectFrom("ledger")
    .select((eb) => ["account", eb.fn.sum<number>("amount").as("amount")])
    .groupBy("account")
    .execute();
  const sums = Object.fromEntries(entries.map(({ account, amount }) => [account, Number(amount)]));
  expect(withoutZeros(accounts)).toEqual(withoutZeros(sums));
  expect(Object.values(accounts).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  await checkDays(db);
  return accounts;
}

async function checkDays(db: Database): Promise<void> {
  const sent: Record<string, number> = {};
  for (const row of await db.selectFrom("transfers").selectAll().execute()) {
    const day = `${row.companyId} ${dayOf(row.createdAt)}`;
    const isGivenBack = row.status === "refused" || row.status === "canceled";
    sent[day] = (sent[day] ?? 0) + (isGivenBack ? 0 : row.amount);
  }
  const totals = await db.selectFrom("dailyTotals").selectAll().execute();
  const kept = totals.map(({ companyId, day, amount }) => [`${companyId} ${day}`, amount]);
  expect(withoutZeros(Object.fromEntries(kept))).toEqual(withoutZeros(sent));
}

function withoutZeros(accounts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0));
}
