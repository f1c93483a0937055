import { sql } from "kysely";
import { offsetBy, timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import { sumAccounts } from "../service/ledger.ts";
import type { Tables } from "../storage/tables.ts";
import { version } from "../version.ts";

type State = Schemas["State"];

/** Where the state is kept. */
export type StorageKind = State["storage"];

export async function readState(sandbox: Sandbox, storage: StorageKind): Promise<State> {
  const { settings, clock } = sandbox;
  const { clockFrozenAt, ...current } = await settings.refresh();
  const count = (table: keyof Tables, status?: string): Promise<number> => countRows(sandbox, table, status);
  const now = timestamp(clock.now());
  return {
    version,
    now,
    clock: { now, offset: offsetBy(current), frozen: clockFrozenAt !== null },
    storage,
    companies: await count("companies"),
    charges: await count("charges"),
    transfers: await count("transfers"),
    notifications: {
      pending: await count("outbox_notifications", "pending"),
      delivered: await count("outbox_notifications", "delivered"),
      failed: await count("outbox_notifications", "failed"),
    },
  };
}

/** Rows that are counted at most: the console reads the state after every change. */
const mostCounted = 10_000;

async function countRows({ storage: { db } }: Sandbox, table: keyof Tables, status?: string): Promise<number> {
  const where = status === undefined ? sql`` : sql` where status = ${sql.lit(status)}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from ${sql.table(table)}${where} limit ${sql.lit(mostCounted)}) as counted`.execute(db);
  return Number(rows[0]?.count);
}

export async function readLedger({ storage: { db } }: Sandbox): Promise<Schemas["Ledger"]> {
  const accounts = await sumAccounts(db);
  return { accounts, sum: Object.values(accounts).reduce((sum, amount) => sum + amount, 0) };
}
