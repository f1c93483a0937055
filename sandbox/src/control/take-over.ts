import { sql } from "kysely";
import { NotAllowedError } from "../service/errors.ts";
import type { Storage } from "../storage/storage.ts";
import type { Database } from "../storage/tables.ts";
import { sleep } from "../timers.ts";

/**
 * Tables in the order in which most transactions come to them: whoever is on the way is waited for, and mostly does not
 * wait for what is taken already.
 */
const tables = [
  ...["idempotency", "charges", "balances", "transfers", "companies", "webhooks", "dailyTotals", "ledger"],
  ...["notifications", "attempts", "faults", "settings"],
];

/**
 * Milliseconds after which all is let go, for somebody may wait for it after all: short at first, because transactions
 * are, and always less than PostgreSQL takes to end one of two that wait for each other.
 */
const lockTimeouts = [25, 50, 100, 200, 400];

/** Milliseconds to try. */
const patience = 20_000;

/** PostgreSQL's codes for a lock that was not free in time, and for two that wait for each other. */
const busy = ["55P03", "40P01"];

/**
 * Runs a transaction that replaces the whole state: nobody else writes meanwhile, so that nothing of before comes after
 * it.
 *
 * @throws {NotAllowedError} where others never stop writing
 */
export async function takeOver<Result>(storage: Storage, work: (tx: Database) => Promise<Result>): Promise<Result> {
  // On SQLite transactions run one after another anyway.
  if (storage.dialect === "sqlite") return storage.transaction(work);
  const end = Date.now() + patience;
  for (let round = 0; ; round++) {
    try {
      return await storage.transaction(async (tx) => {
        const timeout = lockTimeouts[round % lockTimeouts.length] ?? 0;
        await sql`set local lock_timeout = ${sql.lit(timeout)}`.execute(tx);
        await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in exclusive mode`.execute(tx);
        return work(tx);
      });
    } catch (error) {
      if (!busy.includes(String((error as { code?: unknown }).code))) throw error;
      if (Date.now() > end) throw new NotAllowedError("The state is written to without a pause; stop that first.");
      await sleep(5 + Math.random() * 20);
    }
  }
}
