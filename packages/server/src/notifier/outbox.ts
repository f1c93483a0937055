import type { Logger } from "../observe/logger.ts";
import { render, type Statement } from "./sql.ts";
import { attemptColumns, notificationColumns, numericColumns, receiverColumns } from "./tables.ts";

/** What a statement gave: rows by the database's own names, and how many it changed. */
export interface QueryResult {
  rows: readonly object[];
  count: number;
}

/**
 * Where notifications wait to be delivered: tables of the provider's own database, so that a change and what is sent of it
 * are committed together.
 *
 * @template Transaction what runs statements in one transaction
 */
export interface OutboxStorage<Transaction> {
  readonly dialect: "postgres" | "sqlite";
  /** Whether other processes may deliver from it too. */
  readonly shared: boolean;
  /** The real time in epoch milliseconds, by which claims run out; that of all processes may differ by seconds. */
  now(): number;
  /** What the database calls a table or a column. */
  nameOf(name: string): string;
  /** Runs work in a transaction: all of what it writes is there afterwards, or nothing if it throws. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs a statement; where no transaction is given, by itself. */
  query(transaction: Transaction | undefined, text: string, values: readonly unknown[]): Promise<QueryResult>;
}

/** How the contract has notifications delivered. */
export interface DeliveryRule {
  /** Seconds that a receiver has for its response. */
  readonly timeout: number;
  /** Seconds from one attempt to the next, the first from the change; its length is how many attempts there are. */
  readonly schedule: readonly number[];
  /** Share of each wait by which it may be longer or shorter. */
  readonly jitter: number;
  /** Seconds of nothing but failures after which a receiver is switched off. */
  readonly disabledAfter: number;
}

/** What every part of a notifier shares. */
export interface Outbox<Transaction> {
  readonly storage: OutboxStorage<Transaction>;
  readonly delivery: DeliveryRule;
  readonly clock: { now(): number };
  readonly log: Logger;
  /** Called in a transaction that changes notifications, for who wants to hear of it. */
  readonly onChange?: (transaction: Transaction) => Promise<void>;
}

/** Runs a statement and gives its rows, by the names that are used here. */
export async function query<Row, Transaction>(
  { storage }: Pick<Outbox<Transaction>, "storage">,
  transaction: Transaction | undefined,
  statement: Statement,
): Promise<Row[]> {
  const { rows } = await run({ storage }, transaction, statement);
  const names = namesOf(storage);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([given, value]) => {
        const name = names.get(given) ?? given;
        // Drivers give large integers as texts.
        return [name, typeof value === "string" && numericColumns.has(name) ? Number(value) : value];
      }),
    ),
  ) as Row[];
}

/** Runs a statement. */
export function run<Transaction>(
  { storage }: Pick<Outbox<Transaction>, "storage">,
  transaction: Transaction | undefined,
  statement: Statement,
): Promise<QueryResult> {
  const { text, values } = render(statement, storage.dialect, storage.nameOf);
  return storage.query(transaction, text, values);
}

const namesByStorage = new WeakMap<object, Map<string, string>>();

function namesOf(storage: Pick<OutboxStorage<unknown>, "nameOf">): Map<string, string> {
  const known = namesByStorage.get(storage);
  if (known) return known;
  const names = new Map(
    [...notificationColumns, ...attemptColumns, ...receiverColumns].map((name) => [storage.nameOf(name), name]),
  );
  namesByStorage.set(storage, names);
  return names;
}
