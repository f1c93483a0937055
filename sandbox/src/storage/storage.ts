import type { Kysely } from "kysely";
import type { Database, Tables } from "./tables.ts";

export type Dialect = "sqlite" | "postgres";

/** Where the state is kept. */
export interface Storage {
  readonly dialect: Dialect;
  /** Whether other processes may change what is stored. */
  readonly shared: boolean;
  readonly db: Kysely<Tables>;
  /**
   * Runs work in a transaction: all of what it writes is there afterwards, or nothing if it throws. On SQLite
   * transactions run one after another; on PostgreSQL they are `read committed`, so that rows that decide are locked
   * or changed in one statement.
   */
  transaction<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>;
  /**
   * Takes a name for the length of a transaction. False where somebody else has it: nobody waits.
   */
  tryLock(tx: Database, name: string): Promise<boolean>;
  /** Tells every process, this one included, that something has changed, once the transaction is committed. */
  announce(tx: Database): Promise<void>;
  /** Calls a listener whenever something has changed, in whichever process. Returns how to stop it. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** The state cannot be opened: a folder, a file, a lock or a server is not as it has to be. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}
