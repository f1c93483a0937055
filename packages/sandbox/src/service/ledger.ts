import { compoundKey } from "@packages/contract/src/compound-key.ts";
import { type Selectable, sql } from "kysely";
import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import type { Settings } from "../settings.ts";
import { isAmong, type RowsToWrite, writeRows } from "../storage/statements.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database, Tables } from "../storage/tables.ts";

/**
 * Where money is. `company` is money that the company may send, `transit` money under way; `payers`, `recipients` and `bank` are
 * the world outside, and `fees` is the service's income.
 */
export type LedgerAccountName = "company" | "transit" | "payers" | "recipients" | "bank" | "fees";

/** Centavos by account: they sum to zero. */
export type Entries = Readonly<Partial<Record<LedgerAccountName, number>>>;

type LedgerEntry = Omit<Selectable<Tables["ledger"]>, "id">;

type AccountSum = Tables["accountSums"];

/** Postings that are written together, with their additions to balances and sums. */
export class Postings {
  readonly #ledger: LedgerEntry[] = [];
  readonly #balances = new Map<string, number>();
  readonly #sums = new Map<string, AccountSum>();

  /** @throws {TypeError} if the entries do not sum to zero */
  add(companyId: string, entries: Entries, createdAt: number): void {
    const moved = (Object.entries(entries) as [LedgerAccountName, number][]).filter(
      ([, amount]) => amount !== 0,
    );
    if (moved.reduce((sum, [, amount]) => sum + amount, 0) !== 0) {
      throw new TypeError(`Entries do not sum to zero: ${JSON.stringify(entries)}`);
    }
    const posting = makeId("pst");
    for (const [account, amount] of moved) {
      const isOwn = account === "company";
      const name = isOwn ? `company:${companyId}` : account;
      this.#ledger.push({ posting, account: name, amount, createdAt });
      if (isOwn) this.#balances.set(companyId, this.addedTo(companyId) + amount);
      else this.#addToSum(account, companyId, amount);
    }
  }

  /** Centavos that are added to a company's balance. */
  addedTo(companyId: string): number {
    return this.#balances.get(companyId) ?? 0;
  }

  /** Balances come first, and rows by company: transactions that change the same rows lock them in one order. */
  writes(): RowsToWrite[] {
    const balances = [...this.#balances].map(([companyId, amount]) => ({ companyId, amount }));
    const sums = [...this.#sums.values()].toSorted((one, other) =>
      compareIds(one.account, other.account),
    );
    return [
      { table: "balances", rows: byCompany(balances), key: ["companyId"], adds: true },
      { table: "accountSums", rows: byCompany(sums), key: ["account", "companyId"], adds: true },
      { table: "ledger", rows: this.#ledger },
    ];
  }

  #addToSum(account: string, companyId: string, amount: number): void {
    const key = compoundKey(account, companyId);
    const sum = this.#sums.get(key) ?? { account, companyId, amount: 0 };
    this.#sums.set(key, { ...sum, amount: sum.amount + amount });
  }
}

function byCompany<Row extends { companyId: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => compareIds(one.companyId, other.companyId));
}

function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The balances of companies, in centavos, locked against other processes until the transaction ends. */
export async function lockBalances(
  tx: Database,
  storage: Storage,
  companyIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom("balances")
    .selectAll()
    .where(isAmong(storage, "companyId", companyIds))
    .orderBy("companyId")
    .$if(storage.dialect === "postgres", (query) => query.forUpdate())
    .execute();
  return new Map(rows.map(({ companyId, amount }) => [companyId, amount]));
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

/** The balance of each account, by its name: companies' are `company:` with their identifiers. */
export async function readAccounts(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; amount: number }>`
    select account, sum(amount) as amount from "accountSums" group by account
    union all select 'company:' || "companyId", amount from balances order by account`.execute(db);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}

/** Centavos by which the entries of accounts differ from the kept sums, by account. One statement sees one moment. */
async function findDifferences(tx: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; difference: number }>`
    select account, sum(amount) as difference from (
      select account, sum(amount) as amount from ledger group by account
      union all select account, -sum(amount) from "accountSums" group by account
      union all select 'company:' || "companyId", -amount from balances
    ) as parts group by account having sum(amount) <> 0 order by account`.execute(tx);
  return Object.fromEntries(rows.map(({ account, difference }) => [account, Number(difference)]));
}

/**
 * Compares the kept sums of all accounts with their entries, and corrects those that are wrong, as after a process that did not
 * know of them. Calls go on meanwhile, unless something has to be corrected.
 *
 * @returns centavos by which each was corrected, by account
 */
export async function checkBooks({
  storage,
  log,
}: Pick<Sandbox, "storage" | "log">): Promise<Record<string, number>> {
  const found = await storage.read(findDifferences);
  if (Object.keys(found).length === 0) return found;
  return storage.exclusive(async (tx) => {
    const differences = Object.entries(await findDifferences(tx));
    const balances = differences.flatMap(([account, amount]) => {
      const [, companyId] = /^company:(.*)$/.exec(account) ?? [];
      return companyId === undefined ? [] : [{ companyId, amount }];
    });
    const sums = differences.flatMap(([account, amount]) =>
      account.startsWith("company:") ? [] : [{ account, companyId: "", amount }],
    );
    await writeRows(tx, storage, [
      { table: "balances", rows: balances, key: ["companyId"], adds: true },
      { table: "accountSums", rows: sums, key: ["account", "companyId"], adds: true },
    ]);
    const list = differences.map(([account, amount]) => `${account} by ${amount}`).join(", ");
    log.warn(`Kept sums of accounts differed from their entries and were corrected: ${list}.`);
    return Object.fromEntries(differences);
  });
}

/** The fee for an amount, in centavos: at most the amount itself. */
export function feeFor(amount: number, { fixed, basisPoints }: Settings["chargeFee"]): number {
  return Math.min(amount, fixed + Math.round((amount * basisPoints) / 10_000));
}
