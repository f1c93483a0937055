import { expect, test } from "vitest";
import { checkLedger } from "../../../../test/sandbox/support/ledger.ts";
import { openSqlite } from "../storage/open-sqlite.ts";
import { writeRows } from "../storage/statements.ts";
import { type Entries, lockBalances, Postings } from "./ledger.ts";

async function openLedger() {
  const storage = await openSqlite();
  const post = (postings: Postings) =>
    storage.transaction((tx) => writeRows(tx, storage, postings.writes()));
  return { ...storage, post, [Symbol.asyncDispose]: storage.close };
}

test("what is posted is added to balances and sums, without entries of nothing", async () => {
  await using storage = await openLedger();
  const { db, post } = storage;
  const opening = new Postings();
  for (const companyId of ["rich", "poor"]) opening.add(companyId, { bank: -100, company: 100 }, 1);
  await post(opening);
  const postings = new Postings();
  postings.add("poor", { company: -60, transit: 60, fees: 0 }, 2);
  postings.add("rich", { company: -10, transit: 10 }, 2);
  postings.add("poor", { transit: -60, recipients: 59, fees: 1 }, 3);
  expect([postings.addedTo("poor"), postings.addedTo("nobody")]).toEqual([-60, 0]);
  await post(postings);
  expect(await checkLedger(db)).toEqual({
    "company:poor": 40,
    "company:rich": 90,
    bank: -200,
    fees: 1,
    recipients: 59,
    transit: 10,
  });
  expect(await lockBalances(db, storage, ["poor", "nobody"])).toEqual(new Map([["poor", 40]]));
  expect(await db.selectFrom("ledger").select("id").execute()).toHaveLength(4 + 2 + 2 + 3);
});

test.each<Entries>([{ company: -1, transit: 2 }, { fees: 1 }])(
  "%j is refused: entries sum to zero",
  (entries) => {
    expect(() => new Postings().add("rich", entries, 1)).toThrow("do not sum to zero");
  },
);

test("transactions lock balances first, and rows in the order of companies and accounts", () => {
  const postings = new Postings();
  for (const companyId of ["b", "c", "a"]) {
    postings.add(companyId, { company: -2, transit: 1, fees: 1 }, 1);
    postings.add(companyId, { transit: -1, recipients: 1 }, 2);
  }
  const [balances, sums, ledger] = postings.writes();
  expect(balances).toMatchObject({
    table: "balances",
    rows: [{ companyId: "a" }, { companyId: "b" }, { companyId: "c" }],
  });
  expect(sums?.rows).toMatchObject(
    ["a", "b", "c"].flatMap((companyId) =>
      ["fees", "recipients", "transit"].map((account) => ({ companyId, account })),
    ),
  );
  expect(ledger?.table).toBe("ledger");
});
