import { type CompiledQuery, sql } from "kysely";
import type { components } from "../../../generated/control/types.d.ts";
import { shareRuns } from "./storage/batcher.ts";
import { writeRows } from "./storage/statements.ts";
import type { Storage } from "./storage/storage.ts";
import type { Database } from "./storage/tables.ts";

/** How the sandbox behaves where the contract leaves it open. */
export type ControlSettings = components["schemas"]["Settings"];

/** A move of the clock that is under way: who moves it holds it, for as long as the lease says. */
export interface ClockMove {
  /** Of the one who moves it. */
  id: string;
  /** Until when it is held, by the real time: a process that ended during a move holds it no longer. */
  until: number;
  /** What the clock shows meanwhile; null where it is frozen anyway. */
  heldAt: number | null;
}

/** What the control plane has, and where the clock stands. */
export interface Settings extends ControlSettings {
  /** Milliseconds that are added to the real time. */
  clockOffset: number;
  /** Epoch milliseconds at which the clock stands still, or null while it runs. */
  clockFrozenAt: number | null;
  clockMove: ClockMove | null;
}

export const defaultSettings: Settings = {
  clockOffset: 0,
  clockFrozenAt: null,
  clockMove: null,
  chargeFee: { fixed: 0, basisPoints: 100 },
  transferFee: { fixed: 100, basisPoints: 0 },
  dailyLimit: 10_000_000,
  rateLimitMultiplier: 1,
  transferSteps: { queued: 500, processing: 1_000 },
  chargeLifetime: 12 * 60 * 60 * 1000,
  openingBalance: 100_000_000,
  retention: { notifications: 30 * 24 * 60 * 60 * 1000, requests: 1_000 },
};

/** What is read with every request. */
export interface CurrentSettings extends Settings {
  /** Whether there are faults for operations. */
  hasFaults: boolean;
}

const initial: CurrentSettings = { ...defaultSettings, hasFaults: false };

/** The settings as they are stored, with a copy at hand for what cannot wait for the database. */
export function makeSettings(storage: Storage) {
  let current = initial;
  /** Readings that were begun, and the latest of those whose result is at hand. */
  let [begun, held] = [0, 0];
  // Made once: it is asked for every request.
  const query: CompiledQuery<{ name: string; valueJson: string }> = storage.db
    .selectFrom("settings")
    .selectAll()
    .where("name", "in", Object.keys(defaultSettings))
    .unionAll(
      storage.db
        .selectNoFrom([sql<string>`'hasFaults'`.as("name"), sql<string>`'true'`.as("valueJson")])
        .where((eb) => eb.exists(eb.selectFrom("faults").select("id").where("operation", "<>", "notification"))),
    )
    .compile();
  const read = async (db: Database): Promise<CurrentSettings> => {
    const reading = ++begun;
    const { rows } = await db.executeQuery(query);
    const found = Object.fromEntries(rows.map(({ name, valueJson }) => [name, JSON.parse(valueJson) as unknown]));
    const settings = { ...initial, ...(found as Partial<CurrentSettings>) };
    // One that was begun earlier and took longer knows less than what is at hand.
    if (reading > held) [held, current] = [reading, settings];
    return settings;
  };
  const refresh = shareRuns(() => read(storage.db));
  return {
    /** As they were when last read. */
    get current(): CurrentSettings {
      return current;
    },
    read,
    /** Reads what other processes may have changed. */
    refresh: async (): Promise<CurrentSettings> => (storage.shared ? refresh() : current),
    /** Runs a transaction that may write settings. Those at hand are those that are stored then, however it ended. */
    change: <Result>(run: () => Promise<Result>): Promise<Result> =>
      // A read that began before the commit has the old values, and one within a transaction that failed has wrong ones.
      run().finally(() => read(storage.db).catch(() => {})),
    /** Within a transaction of `change`. */
    write: async (db: Database, changes: Partial<Settings>): Promise<CurrentSettings> => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const rows = given.map(([name, value]) => ({ name, valueJson: JSON.stringify(value) }));
      await writeRows(db, storage, [{ table: "settings", rows, key: ["name"] }]);
      return read(db);
    },
  };
}

export type SettingsStore = ReturnType<typeof makeSettings>;

/**
 * Keeps a value next to the settings, such as a key, unless there is one already. Another process that does the same
 * waits until this one is done.
 *
 * @returns the value that is there then, and whether it is the given one
 */
export async function keepFirstValue<Value>(db: Database, name: string, value: Value): Promise<[Value, boolean]> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("settings")
    .values({ name, valueJson: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirstOrThrow();
  const row = await db.selectFrom("settings").select("valueJson").where("name", "=", name).executeTakeFirstOrThrow();
  return [JSON.parse(row.valueJson) as Value, Number(numInsertedOrUpdatedRows) > 0];
}
