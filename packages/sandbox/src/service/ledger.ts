import { type Selectable, sql } from "kysely";
import { makeId } from "../identifiers.ts";
import type { Settings } from "../settings.ts";
import type { Database, Tables } from "../storage/tables.ts";

/**
 * Where money is. A company's account is what it may send; `transit` is what is under way, `payers`, `recipients` and `bank` are
 * the world outside, and `fees` is what the service keeps.
 */
export type Account = `company:${string}` | "transit" | "payers" | "recipients" | "bank" | "fees";

export function accountOf(companyId: string): Account {
  return `company:${companyId}`;
}

/** Centavos by account. */
export type Entries = Readonly<
  Record<`company:${string}`, number> & Partial<Record<Account, number>>
>;

/**
 * Moves money: writes the entries of a posting and changes the balances of the companies in it.
 *
 * @param entries they sum to zero
 * @returns false where a company has less than is taken from it: nothing is written then, and the transaction may go on
 */
export async function post(tx: Database, entries: Entries, now: number): Promise<boolean> {
  const rows = entriesOf(entries, now);
  // Takings first: one of them may fail, and then nothing has to be taken back.
  for (const { account, amount } of rows.toSorted((one, other) => one.amount - other.amount)) {
    const companyId = account.startsWith("company:") ? account.slice("company:".length) : undefined;
    if (companyId === undefined) continue;
    const { numUpdatedRows } = await tx
      .updateTable("balances")
      .set({ amount: sql`amount + ${amount}` })
      .where("companyId", "=", companyId)
      // A refund may make a balance negative; it can still be credited.
      .$if(amount < 0, (query) => query.where(sql<boolean>`amount + ${amount} >= 0`))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) continue;
    if (amount > 0) throw new TypeError(`The company ${companyId} has no balance.`);
    return false;
  }
  if (rows.length > 0) await tx.insertInto("ledger").values(rows).execute();
  return true;
}

/** An entry as it is stored, but for its number. */
export type LedgerEntry = Omit<Selectable<Tables["ledger"]>, "id">;

/** The entries of a posting. @throws {TypeError} where they do not sum to zero */
export function entriesOf(entries: Entries, now: number): LedgerEntry[] {
  const moved = Object.entries<number>(entries).filter(([, amount]) => amount !== 0);
  if (moved.reduce((sum, [, amount]) => sum + amount, 0) !== 0) {
    throw new TypeError(`Entries do not sum to zero: ${JSON.stringify(entries)}`);
  }
  const posting = makeId("pst");
  return moved.map(([account, amount]) => ({ posting, account, amount, createdAt: now }));
}

/** Centavos that a company may send. */
export async function readBalance(db: Database, companyId: string): Promise<number> {
  const row = await db
    .selectFrom("balances")
    .select("amount")
    .where("companyId", "=", companyId)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

/** Sum of each account's entries, by account. */
export async function sumAccounts(db: Database): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom("ledger")
    .select((eb) => ["account", eb.fn.sum<number>("amount").as("amount")])
    .groupBy("account")
    .orderBy("account")
    .execute();
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}

/** The fee for an amount, in centavos: at most the amount itself. */
export function feeFor(amount: number, { fixed, basisPoints }: Settings["chargeFee"]): number {
  return Math.min(amount, fixed + Math.round((amount * basisPoints) / 10_000));
}
