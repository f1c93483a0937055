// Sums that are kept beside their entries: what is wrong is found and corrected, at a start and when it is asked for.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/index.ts";
import { readDatabase } from "../durability/read-database.ts";
import { onEachStorage, type Place } from "../support/storages.ts";

/** Changes sums as a process does that does not know of them, or a hand. */
async function spoil(place: Place): Promise<void> {
  await using database = readDatabase(place, false);
  const { db } = database;
  await sql`update "accountSums" set amount = amount + 7 where account = 'payers' and "companyId" <> ''`.execute(
    db,
  );
  await sql`delete from "accountSums" where account = 'fees'`.execute(db);
  await sql`update balances set amount = amount - 3`.execute(db);
}

onEachStorage("books", (makePlace) => {
  test("sums that differ from their entries are corrected at a start and by a call", async () => {
    const place = await makePlace();
    const first = await createSandbox(place);
    const { id } = await first.control.charges.create({ amountInCents: 5_000 });
    await first.control.charges.pay(id);
    const right = await first.control.ledger();
    expect(right).toMatchObject({ accounts: { payers: -5_000, fees: 50 }, sum: 0 });
    await first.close();
    await spoil(place);

    const sandbox = await createSandbox(place);
    const { control } = sandbox;
    expect(await control.ledger()).toEqual(right);
    await spoil(place);
    expect((await control.ledger()).sum).not.toBe(0);
    const { companyId } = await control.credentials();
    const corrected = { [`company:${companyId}`]: 3, fees: 50, payers: -7 };
    expect(await control.checkLedger()).toEqual({ ...right, corrected });
    expect(await control.checkLedger()).toEqual({ ...right, corrected: {} });
    await control.charges.refund(id);
    expect((await control.checkLedger()).corrected).toEqual({});
    await sandbox.close();
  });
});
