import { sql } from "kysely";
import { offsetBy, timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import { sumAccounts } from "../service/ledger.ts";
import { type Trigger, triggers } from "../service/triggers.ts";
import type { Tables } from "../storage/tables.ts";
import { version } from "../version.ts";

type State = Schemas["State"];
type TriggerView = Schemas["Trigger"];

/** Where the state is kept. */
export type StorageKind = State["storage"];

export async function readState(sandbox: Sandbox, storage: StorageKind): Promise<State> {
  const { settings, clock, destinations } = sandbox;
  const { clockFrozenAt, ...current } = await settings.refresh();
  const count = (table: keyof Tables): Promise<number> => countRows(sandbox, table);
  const pending = await countRows(sandbox, "outbox_notifications", "pending");
  const failed = await countRows(sandbox, "outbox_notifications", "failed");
  const delivered = (await count("outbox_notifications")) - pending - failed;
  const notifications = { pending, delivered, failed };
  const now = timestamp(clock.now());
  return {
    version,
    now,
    clock: { now, offset: offsetBy(current), frozen: clockFrozenAt !== null },
    storage,
    companies: await count("companies"),
    charges: await count("charges"),
    transfers: await count("transfers"),
    notifications,
    receivers: { ...destinations },
  };
}

/** Rows that are counted one by one; of more the number is an estimate that the database keeps. */
const mostCounted = 10_000;

async function countRows({ storage: { db, dialect } }: Sandbox, table: keyof Tables, status?: string): Promise<number> {
  const where = status === undefined ? sql`` : sql` where status = ${sql.lit(status)}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from ${sql.table(table)}${where} limit ${sql.lit(mostCounted)}) as counted`.execute(db);
  const counted = Number(rows[0]?.count);
  if (counted < mostCounted || status !== undefined) return counted;
  const kept =
    dialect === "postgres"
      ? sql<{ count: number }>`select n_live_tup as count from pg_stat_user_tables where relname = ${table}`
      : sql<{ count: number }>`select max(rowid) - min(rowid) + 1 as count from ${sql.table(table)}`;
  return Math.max(counted, Number((await kept.execute(db)).rows[0]?.count ?? 0));
}

export async function readLedger({ storage: { db } }: Sandbox): Promise<Schemas["Ledger"]> {
  const accounts = await sumAccounts(db);
  return { accounts, sum: Object.values(accounts).reduce((sum, amount) => sum + amount, 0) };
}

/** What makes the sandbox do something without the control plane. */
export function listTriggers(): { items: TriggerView[] } {
  return { items: triggers.map(({ effect, ...trigger }) => ({ ...trigger, effect: viewEffect(effect) })) };
}

function viewEffect(effect: Trigger["effect"]): TriggerView["effect"] {
  return effect.kind === "fail" ? { kind: "fail", code: effect.code, httpStatus: effect.status } : effect;
}
