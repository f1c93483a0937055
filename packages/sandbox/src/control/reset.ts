import type { Sandbox } from "../context.ts";
import type { FirstCompany } from "../first-company.ts";
import { addCompany, findCompanyByKey } from "../service/companies.ts";
import type { Settings } from "../settings.ts";
import type { Tables } from "../storage/tables.ts";

/** Tables with what has come to be since the start; the settings have more than that. */
const tables = [
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
  "rateLimits",
  "requests",
] as const satisfies (keyof Tables)[];

/** What is kept in the table of settings that are none: it belongs to the sandbox, not to its state. */
const ownValues = ["key", "started"];

/**
 * Brings everything back to the start, in one transaction. The first company keeps its identifier: tokens and secrets
 * that its clients have at hand stay good.
 */
export async function resetState(sandbox: Sandbox, first: FirstCompany, settings: Partial<Settings>): Promise<void> {
  await sandbox.settings.change(() =>
    sandbox.storage.exclusive(async (tx) => {
      const known = await findCompanyByKey(tx, first.apiKey);
      for (const table of tables) await tx.deleteFrom(table).execute();
      await tx.deleteFrom("settings").where("name", "not in", ownValues).execute();
      await sandbox.settings.write(tx, settings);
      await addCompany(tx, sandbox, { ...first, ...(known && { id: known.id }) });
    }),
  );
}
