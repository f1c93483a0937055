import { type Kysely, sql } from "kysely";
import { setImmediate } from "../timers.ts";
import type { Database, Tables } from "./tables.ts";

interface Job {
  work(tx: Database): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Transactions that one commit may carry. */
const most = 64;

/** What follows a commit. */
export interface AfterCommit {
  /** Ends when all that is committed by now is on the disk. */
  flush(): Promise<void>;
  /** Called at once after each commit; what it gives is called when the commit is on the disk. */
  onCommit(): () => void;
}

/**
 * Runs transactions so that those which wait at the same time share one commit: the disk is what takes long, and it is
 * asked once for all of them, while the next ones run. Each still stands alone: what throws is undone, the others are
 * kept; and nobody hears of a success before it is on the disk.
 */
export function makeGroupCommit(
  db: Kysely<Tables>,
  { flush, onCommit }: AfterCommit,
): <Result>(work: (tx: Database) => Promise<Result>) => Promise<Result> {
  const waiting: Job[] = [];
  let isRunning = false;

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const jobs = waiting.splice(0, most);
      try {
        const settle = await db.transaction().execute((tx) => runEach(tx, jobs));
        settle.push(onCommit());
        const tellAll = (): void => {
          for (const tell of settle) tell();
        };
        flush().then(tellAll, (error: unknown) => rejectAll(jobs, error));
      } catch (error) {
        // The commit failed, or the transaction could not even begin: nothing of anybody is written.
        rejectAll(jobs, error);
      }
      // Whoever was told asks for the next thing, and more requests have arrived: they are gathered first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    isRunning = false;
  };
  return <Result>(work: (tx: Database) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      if (isRunning) return;
      isRunning = true;
      setImmediate(() => void runAll());
    });
}

function rejectAll(jobs: readonly Job[], error: unknown): void {
  for (const { reject } of jobs) reject(error);
}

/** Runs jobs one after another; how to tell each of them what came of it, once all is committed. */
async function runEach(tx: Database, jobs: readonly Job[]): Promise<(() => void)[]> {
  const settle: (() => void)[] = [];
  for (const { work, resolve, reject } of jobs) {
    await sql`savepoint job`.execute(tx);
    try {
      const result = await work(tx);
      await sql`release savepoint job`.execute(tx);
      settle.push(() => resolve(result));
    } catch (error) {
      // Where the whole transaction has ended with it, none of them is kept, and all have this cause.
      await sql`rollback to savepoint job`.execute(tx).catch(() => {
        throw error;
      });
      await sql`release savepoint job`.execute(tx);
      settle.push(() => reject(error));
    }
  }
  return settle;
}
