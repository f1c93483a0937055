import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { sleep } from "../../timers.ts";
import { newestMigration } from "../migrate.ts";
import { StorageError } from "../storage.ts";
import type { Database } from "../tables.ts";

/** Names of this process's sessions in `pg_stat_activity`. They end with the newest migration that it knows. */
export const sessionNames = {
  work: `pix-sandbox ${newestMigration}`,
  changes: `pix-sandbox changes ${newestMigration}`,
};

/** Seconds without a statement after which a session belongs to no process that works: each looks at the time every two. */
const silentSeconds = 10;

/** Milliseconds that a start waits for processes of older versions to end, and between two looks. */
const waitLimit = 30_000;
const lookInterval = 1_000;

/** Processes of older versions use the database. */
export class OlderWritersError extends Error {
  readonly migration: string;
  readonly sessions: readonly number[];

  constructor(migration: string, sessions: readonly number[]) {
    super();
    this.migration = migration;
    this.sessions = sessions;
  }
}

/** @throws {OlderWritersError} if processes that do not know a migration have sessions in this database */
export async function refuseOlderWriters(tx: Database, migration: string): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'pix-sandbox%'
      and coalesce(substring(application_name from '[0-9]{4}-[a-z-]+$'), '') collate "C" < ${migration}
      and coalesce(state_change > clock_timestamp() - ${silentSeconds} * interval '1 second', true)`.execute(
    tx,
  );
  if (rows.length === 0) return;
  throw new OlderWritersError(
    migration,
    rows.map(({ pid }) => pid),
  );
}

/**
 * Does the work as soon as no process of an older version is there any more.
 *
 * @throws {StorageError} if some are still there after half a minute
 */
export async function afterOlderWriters(
  work: () => Promise<void>,
  log: FastifyBaseLogger | undefined,
): Promise<void> {
  const end = performance.now() + waitLimit;
  let isAnnounced = false;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OlderWritersError)) throw error;
      const { migration, sessions } = error;
      if (performance.now() > end) {
        throw new StorageError(
          `Processes of an older version still use the database: they do not know the migration ${migration}, and what they write after it would be wrong. Stop them, then start again. Their sessions in pg_stat_activity: ${sessions.join(", ")}.`,
        );
      }
      if (!isAnnounced) {
        log?.warn(
          `Waiting for processes of an older version to end, for up to ${waitLimit / 1_000} s: they do not know the migration ${migration}. Their sessions in pg_stat_activity: ${sessions.join(", ")}.`,
        );
      }
      isAnnounced = true;
      await sleep(lookInterval);
    }
  }
}
