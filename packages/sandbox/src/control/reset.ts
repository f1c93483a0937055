import type { Sandbox } from "../context.ts";
import type { FirstCompany } from "../first-company.ts";
import { addCompany, findCompanyByKey } from "../service/companies.ts";
import type { Settings } from "../settings.ts";
import type { Database, Tables } from "../storage/tables.ts";

/** Tables with what has come to be since the start; the settings have more than that. */
const stateTables = [
  "companies",
  "charges",
  "transfers",
  "balances",
  "dailyTotals",
  "ledger",
  "outbox_receivers",
  "outbox_notifications",
  "outbox_attempts",
  "idempotency",
  "faults",
  "clockMoves",
] as const satisfies (keyof Tables)[];

/** What is kept in the table of settings that are none: it belongs to the sandbox, not to its state. */
const ownValues = ["key", "started"];

/** Removes everything that has come to be since the start, settings and clock too. */
async function clearState(tx: Database): Promise<void> {
  for (const table of [...stateTables, "rateLimits", "requests"] as const) await tx.deleteFrom(table).execute();
  await tx.deleteFrom("settings").where("name", "not in", ownValues).execute();
}

/**
 * Brings everything back to the start, in one transaction. The first company keeps its identifier: tokens and secrets
 * that its clients have at hand stay good.
 */
export async function resetState(sandbox: Sandbox, first: FirstCompany, settings: Partial<Settings>): Promise<void> {
  await sandbox.settings.change(() =>
    sandbox.storage.exclusive(async (tx) => {
      const known = await findCompanyByKey(tx, first.apiKey);
      await clearState(tx);
      await sandbox.settings.write(tx, settings);
      await addCompany(tx, sandbox, { ...first, ...(known && { id: known.id }) });
    }),
  );
}
