import type { Kysely } from "kysely";
import type { Database, Tables } from "./tables.ts";

export type Dialect = "sqlite" | "postgres";

/** Where the state is kept. */
export interface Storage {
  readonly dialect: Dialect;
  /** Whether other processes may change the stored rows. */
  readonly shared: boolean;
  readonly db: Kysely<Tables>;
  /** The real time, in epoch milliseconds: if processes share a database, the database's, which is one for all. */
  now(): number;
  /**
   * Runs work in a transaction: all its writes are there afterwards, or none if it throws. On SQLite
   * transactions run one after another; on PostgreSQL they are `read committed`, so that rows that decide are locked
   * or changed in one statement. The work may be run again, if the database broke it off in favour of another one.
   *
   * @throws {UnavailableError} if the database cannot be reached, or does not answer in time
   */
  transaction<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>;
  /** The same for work on the whole state: no other transaction runs meanwhile, and it may take a minute. */
  exclusive<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>;
  /** Runs work that only reads, on the rows of one moment, for up to a minute. Transactions go on meanwhile, unless the state is in memory. */
  read<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>;
  /** Locks names until the transaction ends, without waiting. Returns those that no other transaction holds. */
  tryLocks(tx: Database, names: readonly string[]): Promise<Set<string>>;
  /**
   * Calls a listener after each commit, of this process at once, of other processes a moment later and once for several.
   * Returns a function that stops it.
   */
  onChange(listener: () => void): () => void;
  /** Lets processes keep rows that rarely change in memory. Absent if the storage belongs to one process. */
  readonly copies?: Copies;
  /** Gives up everything that waits for the database, now and from now on. */
  abort(): void;
  close(): Promise<void>;
}

/** Copies of rows that rarely change, one in each process. */
export interface Copies {
  /** Begins the copy of this process, before its rows are read. Returns whether they are still what is stored. */
  begin(): Promise<() => boolean>;
  /** In a transaction that changes such rows: with its commit every process drops its copy. */
  drop(tx: Database): Promise<void>;
  /** After that transaction: resolves when no process uses an older copy any more; one that does not answer is waited for two seconds. */
  dropped(): Promise<void>;
}

/** The state cannot be opened: a folder, a file, a lock or a server is not as it has to be. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

/** The database cannot be reached or does not answer: nothing is wrong with the call, and it may be repeated. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}

/** Work was interrupted before it was committed: nothing of it has happened, and it may be run again. */
export class InterruptedError extends UnavailableError {
  /** Milliseconds in which it is run again. */
  readonly limit: number;

  constructor(message: string, limit: number, options: ErrorOptions) {
    super(message, options);
    this.limit = limit;
  }
}

/** Nothing is answered after `close()`. */
export class ClosedError extends UnavailableError {
  constructor() {
    super("The sandbox is closed.");
  }
}

/** The state is not where it was: nothing is answered until the sandbox is started again. */
export class StateLostError extends UnavailableError {}
