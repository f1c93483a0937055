import { expect } from "vitest";
import { readAccounts } from "../../../packages/sandbox/src/service/ledger.ts";
import type { Database } from "../../../packages/sandbox/src/storage/tables.ts";

/** Centavos by account; fails the test if they do not sum to zero, or what is kept is not the sum of the entries. */
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
  return accounts;
}

function withoutZeros(accounts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0));
}
