import { offsetBy, timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { sumAccounts } from "../service/ledger.ts";
import { type Trigger, triggers } from "../service/triggers.ts";
import type { Tables } from "../storage/tables.ts";
import { version } from "../version.ts";
import type { LedgerView, State, TriggerList } from "./types.ts";

/** Where the state is kept. */
export type StorageKind = State["storage"];

export async function readState(
  { storage: { db }, settings, clock, destinations }: Sandbox,
  storage: StorageKind,
): Promise<State> {
  const { clockFrozenAt, ...current } = await settings.refresh();
  const count = async (table: keyof Tables): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  const byStatus = await db
    .selectFrom("notifications")
    .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  const notifications = { pending: 0, delivered: 0, failed: 0 };
  for (const row of byStatus) notifications[row.status] = Number(row.count);
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

export async function readLedger({ storage: { db } }: Sandbox): Promise<LedgerView> {
  const accounts = await sumAccounts(db);
  return { accounts, sum: Object.values(accounts).reduce((sum, amount) => sum + amount, 0) };
}

/** What makes the sandbox do something without the control plane. */
export function listTriggers(): TriggerList {
  return { items: triggers.map(({ effect, ...trigger }) => ({ ...trigger, effect: viewEffect(effect) })) };
}

function viewEffect(effect: Trigger["effect"]): TriggerList["items"][number]["effect"] {
  return effect.kind === "fail" ? { kind: "fail", code: effect.code, httpStatus: effect.status } : effect;
}
