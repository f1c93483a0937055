import type { components } from "@pix-contract/control/types.d.ts";
import { CompiledQuery, sql } from "kysely";
import { chargeLifetime } from "./contract.ts";
import { createBatcher } from "./storage/batcher.ts";
import { writeRows } from "./storage/statements.ts";
import type { Storage } from "./storage/storage.ts";
import type { Company, Database } from "./storage/tables.ts";

/** The sandbox's behaviour that the contract leaves open. */
export type ControlSettings = components["schemas"]["Settings"];

/** A move of the clock that is under way: its process holds the clock for the time of the lease. */
export interface ClockMove {
  /** Process that moves it. */
  id: string;
  /** End of the lease, by the real time: a process that ended during a move holds it no longer. */
  until: number;
  /** The time that the clock shows meanwhile; null if it is frozen anyway. */
  heldAt: number | null;
}

/** The settings of the control plane, and the clock's time. */
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
  chargeLifetime,
  openingBalance: 100_000_000,
  inboxStatus: 200,
  retention: { notifications: 30 * 24 * 60 * 60 * 1000, requests: 1_000 },
};

/** The settings, and what else every request has to know. */
export interface CurrentSettings extends Settings {
  /** Whether there are faults for operations, and for deliveries. */
  hasFaults: boolean;
  hasDeliveryFaults: boolean;
}

const initial: CurrentSettings = {
  ...defaultSettings,
  hasFaults: false,
  hasDeliveryFaults: false,
};

/** Reads the settings, and whether there are faults. */
const settingsQuery = `select name, "valueJson" from settings
  where name in (${[...Object.keys(defaultSettings), "key"].map((name) => `'${name}'`)})
  union all select 'hasFaults', 'true' where exists (select id from faults where operation <> 'notification')
  union all select 'hasDeliveryFaults', 'true' where exists (select id from faults where operation = 'notification')`;

/** The same of PostgreSQL, with companies. */
const sharedQuery = `${settingsQuery}
  union all select 'company', to_json(companies)::text from companies where id = any($1::text[])`;

/** Reads what is stored: settings, key, and companies of a shared database. */
async function readStored(
  { shared }: Storage,
  db: Database,
  companyIds: readonly string[],
): Promise<{ settings: CurrentSettings; storedKey: string; companies: Company[] }> {
  const query = shared
    ? CompiledQuery.raw(sharedQuery, [companyIds])
    : CompiledQuery.raw(settingsQuery);
  const { rows } = await db.executeQuery<{ name: string; valueJson: string }>(query);
  const found = rows.map(({ name, valueJson }): [string, unknown] => [name, JSON.parse(valueJson)]);
  const ofSettings = Object.fromEntries(
    found.filter(([name]) => name !== "company" && name !== "key"),
  ) as Partial<CurrentSettings>;
  const [, storedKey = ""] = found.find(([name]) => name === "key") ?? [];
  return {
    settings: { ...initial, ...ofSettings },
    storedKey: String(storedKey),
    companies: found.filter(([name]) => name === "company").map(([, row]) => row as Company),
  };
}

/** The settings as they are stored, with a copy at hand for code that cannot wait for the database. */
export function makeSettings(storage: Storage) {
  let current = initial;
  let key = "";
  /** Whether what is at hand is what is stored, as a copy of this process. */
  let isCopy = () => false;
  /** Companies that were read with the copy. */
  let companies = new Map<string, Company>();
  /** Number of the latest reading, and of the one whose result is at hand. */
  let latestReading = 0;
  let readingAtHand = 0;
  /** Reads settings and companies, and keeps settings and key at hand. */
  const readWith = async (
    db: Database,
    companyIds: readonly string[],
  ): Promise<[CurrentSettings, Company[]]> => {
    latestReading += 1;
    const reading = latestReading;
    const { settings, storedKey, companies } = await readStored(storage, db, companyIds);
    // A reading that began earlier and took longer is older than the one at hand.
    if (reading > readingAtHand) {
      readingAtHand = reading;
      current = settings;
      key = storedKey;
    }
    return [settings, companies];
  };
  const read = async (db: Database): Promise<CurrentSettings> => (await readWith(db, []))[0];
  const readTogether = createBatcher<string | undefined, Company | undefined>({
    run: async (asked) => {
      const isSame = isCopy();
      if (!isSame) isCopy = (await storage.copies?.begin()) ?? isCopy;
      const ids = asked.filter((id) => id !== undefined);
      const [, found] = await readWith(storage.db, [...new Set(ids)]);
      companies = new Map([
        ...(isSame ? companies : []),
        ...found.map((one) => [one.id, one] as const),
      ]);
      return asked.map((id) => (id === undefined ? id : companies.get(id)));
    },
    maxBatchSize: Number.POSITIVE_INFINITY,
    concurrency: 1,
  });
  const refreshWith = (
    id: string | undefined,
  ): Promise<Company | undefined> | Company | undefined => {
    const isAtHand = isCopy() && (id === undefined || companies.has(id));
    return isAtHand ? companies.get(id ?? "") : readTogether(id);
  };
  return {
    /** As they were when last read. */
    get current(): CurrentSettings {
      return current;
    },
    /** The stored key that secrets are derived from; empty if there is none. */
    get key(): string {
      return key;
    },
    read,
    /** Reads them as they are in a transaction; those at hand stay. */
    peek: async (db: Database): Promise<CurrentSettings> =>
      (await readStored(storage, db, [])).settings,
    /** Reads settings that other processes may have changed. */
    refresh: async (): Promise<CurrentSettings> => {
      if (storage.shared) await refreshWith(undefined);
      return current;
    },
    /** The same if the database is shared, and a company: each request needs both. They come at once if the copy at hand has them. */
    refreshWith,
    /**
     * Runs a transaction that may write settings, faults or companies. When it has ended, however it did, each request that
     * comes from then on to any process follows what is stored.
     *
     * @param run `storage.transaction` if absent
     */
    change: async <Result>(
      work: (tx: Database) => Promise<Result>,
      run: Storage["transaction"] = storage.transaction,
    ): Promise<Result> => {
      const changed = run(async (tx) => {
        const result = await work(tx);
        await storage.copies?.drop(tx);
        return result;
      }).finally(() => {
        // A read that began before the commit has the old values, and one within a transaction that failed has wrong ones.
        isCopy = () => false;
        return read(storage.db).catch(() => {});
      });
      const result = await changed;
      await storage.copies?.dropped();
      return result;
    },
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
export async function insertIfAbsent<Value>(
  db: Database,
  name: string,
  value: Value,
): Promise<[Value, boolean]> {
  const { numAffectedRows = 0n } = await sql`insert into settings (name, "valueJson")
    values (${name}, ${JSON.stringify(value)}) on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{
    kept: string;
  }>`select "valueJson" as kept from settings where name = ${name}`.execute(db);
  return [JSON.parse(rows[0]?.kept ?? "null") as Value, numAffectedRows > 0n];
}
