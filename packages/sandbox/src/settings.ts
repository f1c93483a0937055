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
export class SettingsStore {
  readonly #storage: Storage;
  readonly #refresh: () => Promise<CurrentSettings>;
  /** Made once: it is asked for every request. */
  readonly #query: CompiledQuery<{ name: string; valueJson: string }>;
  #current: CurrentSettings = initial;
  /** Readings that were begun, and the latest of those whose result is at hand. */
  #begun = 0;
  #held = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#query = storage.db
      .selectFrom("settings")
      .selectAll()
      .where("name", "in", Object.keys(defaultSettings))
      .unionAll(
        storage.db
          .selectNoFrom([sql<string>`'hasFaults'`.as("name"), sql<string>`'true'`.as("valueJson")])
          .where((eb) => eb.exists(eb.selectFrom("faults").select("id").where("operation", "<>", "notification"))),
      )
      .compile();
    this.#refresh = shareRuns(() => this.read(storage.db));
  }

  /** As they were when last read. */
  get current(): CurrentSettings {
    return this.#current;
  }

  /** Reads what other processes may have changed. */
  async refresh(): Promise<CurrentSettings> {
    return this.#storage.shared ? this.#refresh() : this.#current;
  }

  async read(db: Database): Promise<CurrentSettings> {
    const reading = ++this.#begun;
    const { rows } = await db.executeQuery(this.#query);
    const found = Object.fromEntries(rows.map(({ name, valueJson }) => [name, JSON.parse(valueJson) as unknown]));
    const settings = { ...initial, ...(found as Partial<CurrentSettings>) };
    // One that was begun earlier and took longer knows less than what is at hand.
    if (reading > this.#held) {
      this.#held = reading;
      this.#current = settings;
    }
    return settings;
  }

  /** Runs a transaction that may write settings. Those at hand are those that are stored then, however it ended. */
  change<Result>(run: () => Promise<Result>): Promise<Result> {
    // A read that began before the commit has the old values, and one within a transaction that failed has wrong ones.
    return run().finally(() => this.read(this.#storage.db).catch(() => {}));
  }

  /** Within a transaction of `change`. */
  async write(db: Database, changes: Partial<Settings>): Promise<CurrentSettings> {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const rows = given.map(([name, value]) => ({ name, valueJson: JSON.stringify(value) }));
    await writeRows(db, this.#storage, [{ table: "settings", rows, key: ["name"] }]);
    return this.read(db);
  }
}

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
