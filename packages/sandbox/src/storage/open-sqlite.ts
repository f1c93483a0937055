import { EventEmitter } from "node:events";
import { existsSync, statSync } from "node:fs";
import { chmod, mkdir, open, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { FastifyBaseLogger } from "fastify";
import { Kysely } from "kysely";
import { clearInterval, setInterval } from "../timers.ts";
import { shareRuns } from "./batcher.ts";
import { migrate } from "./migrate.ts";
import { makeSqliteDialect } from "./node-sqlite.ts";
import { OutageLog } from "./outage.ts";
import { makeSteadyTime, readLastMoment } from "./steady-time.ts";
import {
  ClosedError,
  StateLostError,
  type Storage,
  StorageError,
  UnavailableError,
} from "./storage.ts";
import type { Database, Tables } from "./tables.ts";

/** Milliseconds between two looks at whether the files are still there. */
const watchInterval = 500;

/** The file whose lock shows that a folder is in use. */
const lockName = "sandbox.lock";

/**
 * SQLite's codes of a file that may not be written (3, 8), is locked by another program (5, 6), cannot be read or written
 * (10, 14), is broken (11, 26) or has no room (13), and of a machine without memory (7).
 */
const diskErrors = [3, 5, 6, 7, 8, 10, 11, 13, 14, 26];

/**
 * Opens the state in a folder, or in memory if none is given.
 *
 * A folder belongs to one process at a time: it holds a lock that the operating system takes back however the process
 * ends.
 *
 * @param log hears of a disk that fails; not logged if absent
 * @throws {StorageError} if the folder is in use, cannot be written, or holds data of another version
 */
export async function openSqlite(folder?: string, log?: FastifyBaseLogger): Promise<Storage> {
  const lock = folder === undefined ? undefined : await lockFolder(resolve(folder));
  try {
    return await openDatabase(
      folder === undefined ? ":memory:" : join(resolve(folder), "sandbox.db"),
      lock,
      log,
    );
  } catch (error) {
    lock?.close();
    throw error;
  }
}

async function openDatabase(
  path: string,
  lock: DatabaseSync | undefined,
  log: FastifyBaseLogger | undefined,
): Promise<Storage> {
  const database = openFile(path);
  const outage = new OutageLog(log);
  let files: Awaited<ReturnType<typeof openFiles>> | undefined;
  /** The error that a call gets; one of the disk is logged and counted, once the state is open. */
  const asOutage = (error: unknown): unknown => {
    if (!files || !isDiskError(error)) return error;
    const message = `${path} cannot be read or written: ${(error as Error).message}.`;
    const unavailable = new UnavailableError(message, { cause: error });
    outage.failed(unavailable);
    return unavailable;
  };
  let isClosed = false;
  const guard = <Result>(run: () => Result): Result => {
    if (isClosed) throw new ClosedError();
    files?.check();
    try {
      return run();
    } catch (error) {
      throw asOutage(error);
    }
  };
  const db = new Kysely<Tables>({ dialect: makeSqliteDialect(database, guard) });
  await prepareTables(db, database, path, lock !== undefined);
  if (lock) files = await openFiles(path, log);
  const lastMoment = await readLastMoment(db);
  const changes = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  const transaction: Storage["transaction"] = async (work) => {
    const result = await db.transaction().execute(work);
    // Calls that commit at the same time share the wait for the disk.
    await files?.flush().catch((error: unknown) => {
      throw asOutage(error);
    });
    outage.succeeded();
    changes.emit("change");
    return result;
  };
  return {
    dialect: "sqlite",
    shared: false,
    db,
    now: makeSteadyTime(() => Date.now(), lastMoment, log),
    transaction,
    // Transactions run one after another here.
    exclusive: transaction,
    read: (work) => (lock ? readFile(path, guard, work) : transaction(work)),
    // No other transaction runs.
    tryLocks: async (_, names) => new Set(names),
    onChange: (listener) => {
      changes.on("change", listener);
      return () => changes.off("change", listener);
    },
    abort: () => {},
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      database.close();
      await files?.close();
      lock?.close();
    },
  };
}

/** Reads the rows that were committed when the work began, by a separate connection: the first one writes meanwhile. */
async function readFile<Result>(
  path: string,
  guard: <Value>(run: () => Value) => Value,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  const dialect = makeSqliteDialect(openFile(path, { readOnly: true }), guard);
  const db = new Kysely<Tables>({ dialect });
  try {
    return await db.transaction().setAccessMode("read only").execute(work);
  } finally {
    await db.destroy();
  }
}

/** Sets up a database that was opened: its journal and its tables. @throws {StorageError} */
async function prepareTables(
  db: Kysely<Tables>,
  database: DatabaseSync,
  path: string,
  isFile: boolean,
): Promise<void> {
  try {
    // The key that secrets are derived from is for the owner alone.
    if (isFile) await chmod(path, 0o600);
    // Committed data is in the journal; `flush` brings it to the disk, without holding up everything else meanwhile.
    if (isFile) database.exec("pragma journal_mode = wal; pragma synchronous = normal");
    await migrate({
      dialect: "sqlite",
      transaction: (work) => db.transaction().execute(work),
      run: (_, statements) => database.exec(statements),
    });
  } catch (error) {
    await db.destroy();
    // Kysely closes only a database that it has used.
    if (database.isOpen) database.close();
    if (error instanceof StorageError) throw error;
    const { message } = error as Error;
    // SQLite rejects a file that is not a database, or is broken.
    const isBroken = /not a database|malformed/.test(message);
    const advice = isBroken
      ? " The file is damaged: restore a backup, or move it away to begin with an empty one."
      : "";
    throw new StorageError(`${path} cannot be used: ${message}.${advice}`);
  }
}

/** Flushes the files of the state and watches that they stay where they are. */
async function openFiles(path: string, log: FastifyBaseLogger | undefined) {
  const journal = await open(`${path}-wal`, "r+");
  const names = [path, `${path}-wal`, `${path}-shm`, join(dirname(path), lockName)];
  const files = names.map((name) => ({ name, ...readStat(name) }));
  let lost: StateLostError | undefined;
  let refused = 0;
  /** @throws {StateLostError} if they are gone: rows that are written to them then are gone with the process */
  const check = (): void => {
    if (!lost) return;
    refused += 1;
    throw lost;
  };
  const look = (): void => {
    for (const file of lost ? [] : files) {
      const { ino, size } = readStat(file.name);
      const isSame = ino === file.ino;
      // The files of a database in use never shrink.
      if (isSame && size >= file.size) file.size = size;
      else if (!lost) {
        const what = isSame ? "cut short" : "deleted, moved or replaced";
        lost = new StateLostError(
          `${file.name} was ${what} while the sandbox ran. Data is no longer saved: restart the sandbox.`,
        );
        log?.error(lost.message);
      }
    }
  };
  const watch = setInterval(look, watchInterval).unref();
  return {
    check,
    /** Every commit is on the disk before it is answered: it survives the loss of power too. */
    flush: shareRuns(async () => {
      await journal.datasync();
      look();
      check();
    }),
    close: async (): Promise<void> => {
      clearInterval(watch);
      if (refused > 0) log?.error(`Calls that failed since ${path} was lost: ${refused}.`);
      await journal.close();
    },
  };
}

function readStat(name: string): { ino: number; size: number } {
  return statSync(name, { throwIfNoEntry: false }) ?? { ino: -1, size: 0 };
}

/** Whether an error comes from the disk below and not from a statement: whatever is written next most likely fails too. */
function isDiskError(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === "ERR_SQLITE_ERROR")
    return typeof errcode === "number" && diskErrors.includes(errcode % 256);
  return ["ENOSPC", "EDQUOT", "EIO", "EROFS"].includes(code as string);
}

function openFile(path: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  // Not imported, so that a Node without SQLite gets as far as to print the reason.
  const sqlite = process.getBuiltinModule("node:sqlite");
  try {
    const database = new sqlite.DatabaseSync(path, options);
    database.exec("pragma busy_timeout = 5000; pragma foreign_keys = on");
    return database;
  } catch (error) {
    throw new StorageError(`${path} cannot be opened: ${(error as Error).message}`);
  }
}

async function lockFolder(folder: string): Promise<DatabaseSync> {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new StorageError(`The folder ${folder} cannot be made: ${(error as Error).message}`);
  }
  // A second database whose write lock is held for as long as the process lives: the one kind of lock that neither
  // outlives a killed process nor has to be cleaned up.
  const lock = openFile(join(folder, lockName));
  try {
    lock.exec("pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    if (/locked/i.test((error as Error).message)) {
      throw new StorageError(
        `The folder ${folder} is in use by another sandbox. Stop that one, give this one a folder of its own, or share a PostgreSQL by DATABASE_URL.`,
      );
    }
    throw new StorageError(`The folder ${folder} cannot be used: ${(error as Error).message}`);
  }
}

/** Makes a folder and those above it. Node's own recursive way never ends if a file system allows no folder, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || existsSync(dirname(folder))) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}
