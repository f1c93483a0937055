import { expect, test } from "vitest";
import { openSqlite } from "../storage/open-sqlite.ts";
import { accountOf, post, readBalance } from "./ledger.ts";

/** A ledger with companies that have so much. */
async function openLedger(balances: Record<string, number>) {
  const storage = await openSqlite();
  const { db } = storage;
  for (const [companyId, amount] of Object.entries(balances)) {
    await db.insertInto("balances").values({ companyId, amount }).execute();
  }
  const entries = () =>
    db.selectFrom("ledger").select(["account", "amount"]).orderBy("id").execute();
  return { db, entries, [Symbol.asyncDispose]: storage.close };
}

const rich = accountOf("rich");
const poor = accountOf("poor");

test("a posting is written where its entries sum to zero, without those of nothing", async () => {
  await using ledger = await openLedger({ rich: 100, poor: 0 });
  expect(await post(ledger.db, { [poor]: 60, fees: 0, [rich]: -60 }, 1)).toBe(true);
  expect(await ledger.entries()).toEqual([
    { account: poor, amount: 60 },
    { account: rich, amount: -60 },
  ]);
  expect([await readBalance(ledger.db, "rich"), await readBalance(ledger.db, "poor")]).toEqual([
    40, 60,
  ]);
  await expect(post(ledger.db, { [rich]: -1, [poor]: 2 }, 1)).rejects.toThrow("do not sum to zero");
  expect(await readBalance(ledger.db, "rich")).toBe(40);
});

test("what a company lacks is neither taken nor given, whatever the order of the entries", async () => {
  await using ledger = await openLedger({ rich: 100, poor: 5 });
  for (const entries of [
    { [rich]: 6, [poor]: -6 },
    { [poor]: -6, [rich]: 6 },
  ]) {
    expect(await post(ledger.db, entries, 1)).toBe(false);
    expect([await readBalance(ledger.db, "rich"), await readBalance(ledger.db, "poor")]).toEqual([
      100, 5,
    ]);
  }
  expect(await ledger.entries()).toEqual([]);
  // The last centavo can be taken.
  expect(await post(ledger.db, { [poor]: -5, transit: 5 }, 1)).toBe(true);
  expect(await readBalance(ledger.db, "poor")).toBe(0);
});

test("a negative balance can be credited; an unknown company cannot, and has nothing", async () => {
  await using ledger = await openLedger({ poor: -10 });
  expect(await post(ledger.db, { payers: -4, [poor]: 4 }, 1)).toBe(true);
  expect(await readBalance(ledger.db, "poor")).toBe(-6);
  const unknown = accountOf("unknown");
  await expect(post(ledger.db, { payers: -4, [unknown]: 4 }, 1)).rejects.toThrow(
    "The company unknown has no balance.",
  );
  expect(await post(ledger.db, { [unknown]: 0 }, 1), "nothing is moved").toBe(true);
  expect(await readBalance(ledger.db, "unknown")).toBe(0);
});
