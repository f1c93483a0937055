import type { Delivery } from "@packages/contract/src/behaviour.ts";
import type { Logger } from "../observe/logger.ts";
import { notifierTables } from "./tables.ts";

/** The result of a statement: its rows, integers as numbers, and how many rows it changed. */
export interface QueryResult {
  rows: readonly object[];
  count: number;
}

/**
 * Where notifications wait to be delivered: tables of the provider's own database, so that a change and its notifications
 * are committed together.
 *
 * @template Transaction what runs statements in one transaction
 */
export interface OutboxStorage<Transaction> {
  readonly dialect: "postgres" | "sqlite";
  /** Whether other processes may deliver from it too. */
  readonly shared: boolean;
  /** The real time in epoch milliseconds, by which claims expire; the times of processes may differ by seconds. */
  now(): number;
  /** Runs work in a transaction: everything that it writes is committed, or nothing if it throws. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs a statement; by itself if no transaction is given. */
  query(
    transaction: Transaction | undefined,
    text: string,
    values: readonly unknown[],
  ): Promise<QueryResult>;
}

/**
 * How the contract has notifications delivered, in seconds: how long a receiver has for its response, when each attempt follows
 * the one before, by which share a wait may be longer or shorter, and after which time of failures a receiver is switched off.
 */
export type DeliveryPolicy = Readonly<
  Pick<Delivery, "timeout" | "schedule" | "jitter" | "disabledAfter">
>;

/** State that all parts of a notifier share. */
export interface Outbox<Transaction> {
  readonly storage: OutboxStorage<Transaction>;
  readonly delivery: DeliveryPolicy;
  readonly clock: { now(): number };
  readonly log: Logger;
}

/** Part of a statement, with the values in it. */
export class Fragment {
  readonly pieces: readonly (string | { value: unknown })[];

  constructor(pieces: Fragment["pieces"]) {
    this.pieces = pieces;
  }
}

/** Makes a part of a statement from a template, whose insertions are values, or other parts. */
export function sql(texts: TemplateStringsArray, ...given: readonly unknown[]): Fragment {
  return new Fragment(
    texts.flatMap((string, index) => {
      if (index >= given.length) return [string];
      const value = given[index];
      return value instanceof Fragment ? [string, ...value.pieces] : [string, { value }];
    }),
  );
}

/** Values with commas between them. */
export function joinFragments(values: readonly unknown[]): Fragment {
  return new Fragment(
    values.flatMap((value, index) => [
      ...(index > 0 ? [", "] : []),
      ...(value instanceof Fragment ? value.pieces : [{ value }]),
    ]),
  );
}

type Template = [texts: TemplateStringsArray, ...given: readonly unknown[]];

/** Runs the statements of one transaction, or each by itself. */
export type Statements = ReturnType<typeof statementsFor>;

/** @param transaction each statement runs by itself if absent */
export function statementsFor<Transaction>(
  { storage, delivery, clock }: Outbox<Transaction>,
  transaction?: Transaction,
) {
  const { dialect } = storage;
  const execute = ({ pieces }: Fragment): Promise<QueryResult> => {
    const values: unknown[] = [];
    const text = pieces.map((piece) => {
      if (typeof piece === "string") return piece;
      values.push(piece.value);
      return dialect === "postgres" ? `$${values.length}` : "?";
    });
    return storage.query(transaction, text.join(""), values);
  };
  /** Returns how many rows were changed. */
  const run = async (...template: Template): Promise<number> =>
    (await execute(sql(...template))).count;
  return {
    dialect,
    delivery,
    run,
    /** The notifier's time, in epoch milliseconds. */
    now: clock.now,
    /** The real time, in epoch milliseconds. */
    realNow: storage.now,
    /** Returns the rows. */
    query: async <Row>(...template: Template) => (await execute(sql(...template))).rows as Row[],
    insert: (table: keyof typeof notifierTables, rows: readonly object[]): Promise<number> => {
      const names = Object.keys(notifierTables[table]);
      const values = rows.map(
        (row) =>
          sql`(${joinFragments(names.map((name) => (row as Record<string, unknown>)[name] ?? null))})`,
      );
      const columns = names.map((name) => `"${name}"`).join(", ");
      return run`${new Fragment([`insert into ${table} (${columns}) values `])}${joinFragments(values)}`;
    },
    /** Locks rows that are read; on SQLite transactions run one after another. */
    forUpdate: (skipLocked = false): Fragment => {
      if (dialect === "sqlite") return sql``;
      return skipLocked ? sql` for update skip locked` : sql` for update`;
    },
  };
}
