// Stores on PostgreSQL, for any number of processes. Times are epoch milliseconds: those of windows are the server's, those of
// keys the database's. A key that a wrong clock of a server ends would let its work run twice.

import type { Pool, PoolClient } from "pg";
import type {
  IdempotencyStore,
  IdempotentOutcome,
  IdempotentRequest,
  Work,
} from "../idempotency/idempotency.ts";
import type { RateLimitHit, RateLimitState, RateLimitStore } from "../limits/rate-limit.ts";
import { type Ended, inTransaction, withErrorListeners } from "./in-transaction.ts";

const storeSchema = `
  create table if not exists contract_rate_limits (
    key text primary key, count integer not null, resets_at bigint not null
  );
  create table if not exists contract_idempotency (
    id text primary key, fingerprint text not null, status integer not null, body text not null,
    expires_at bigint not null
  );
  create index if not exists contract_rate_limits_resets_at on contract_rate_limits (resets_at);
  create index if not exists contract_idempotency_expires_at on contract_idempotency (expires_at);`;

/** Makes the tables of the stores. Any number of processes may call it at once. */
export async function migrate(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('contract_migrations', 0))");
    await client.query(storeSchema);
    return { result: undefined, commit: true };
  });
}

/** The time of the database. */
const databaseNow = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/**
 * Deletes windows and responses that are over, by the time of the database; to be called now and then.
 *
 * @returns rows that went
 */
export async function purge(pool: Pool): Promise<number> {
  const windows = await pool.query(
    `delete from contract_rate_limits where resets_at <= ${databaseNow}`,
  );
  const responses = await pool.query(
    `delete from contract_idempotency where expires_at <= ${databaseNow}`,
  );
  return (windows.rowCount ?? 0) + (responses.rowCount ?? 0);
}

/** Counts in a table, in one statement: two servers never get the same count. */
export class PostgresRateLimitStore implements RateLimitStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = withErrorListeners(pool);
  }

  async hit({ key, window, now }: RateLimitHit): Promise<RateLimitState> {
    // A window that ended, or that ends later than a window from now can, as after a clock was set back, is replaced.
    const { rows } = await this.#pool.query<{ count: number; resets_at: string }>(
      `insert into contract_rate_limits as held (key, count, resets_at) values ($1, 1, $2)
       on conflict (key) do update set
         count = case when held.resets_at > $3 and held.resets_at <= $4 then held.count + 1 else 1 end,
         resets_at = case when held.resets_at > $3 and held.resets_at <= $4 then held.resets_at else $2 end
       returning count, resets_at`,
      [key, now + window, now, now + 2 * window],
    );
    const [row] = rows;
    if (!row) throw new Error("The database returned no count.");
    return { count: row.count, resetsAt: Number(row.resets_at) };
  }
}

interface Remembered {
  fingerprint: string;
  status: number;
  body: string;
}

/**
 * Remembers responses in the transaction that handlers get: their writes and the response are committed together. A key is
 * locked while its first request runs; a second one is answered at once. Each request with a key holds a connection while its
 * handler runs, so give it a separate pool: calls that need no transaction then never wait for one.
 */
export class PostgresIdempotencyStore implements IdempotencyStore<PoolClient> {
  readonly #pool: Pool;
  readonly #lookups: Pool | undefined;

  /** @param lookups another pool, which finds remembered responses while all connections of the first run handlers */
  constructor(pool: Pool, { lookups }: { lookups?: Pool } = {}) {
    this.#pool = withErrorListeners(pool);
    this.#lookups = lookups && withErrorListeners(lookups);
  }

  async run<Result>(
    request: IdempotentRequest,
    work: (transaction: PoolClient) => Promise<Work<Result>>,
  ): Promise<IdempotentOutcome<Result>> {
    const { idleCount, totalCount, options } = this.#pool;
    if (this.#lookups && idleCount === 0 && totalCount >= options.max) {
      const earlier = await findEarlier(this.#lookups, request);
      if (earlier) return earlier;
    }
    return inTransaction(this.#pool, (client) => this.#runIn(client, request, work));
  }

  async #runIn<Result>(
    client: PoolClient,
    request: IdempotentRequest,
    work: (transaction: PoolClient) => Promise<Work<Result>>,
  ): Promise<Ended<IdempotentOutcome<Result>>> {
    const { id, fingerprint, now, expiresAt } = request;
    // Held until the transaction ends. Taken before the key is read: its holder sees what was committed.
    const lock = await client.query<{ free: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free",
      [id],
    );
    const earlier = await findEarlier(client, request);
    if (earlier) return { result: earlier, commit: false };
    if (!lock.rows[0]?.free) return { result: { kind: "running", retryAfter: 1 }, commit: false };
    const { result, keep } = await work(client);
    if (keep) {
      await client.query(
        `insert into contract_idempotency (id, fingerprint, status, body, expires_at)
         values ($1, $2, $3, $4, ${databaseNow} + $5)
         on conflict (id) do update set fingerprint = excluded.fingerprint, status = excluded.status,
           body = excluded.body, expires_at = excluded.expires_at`,
        [id, fingerprint, keep.status, keep.body, expiresAt - now],
      );
    }
    return { result: { kind: "ran", result }, commit: keep !== undefined };
  }
}

/** How a key was answered before, if it was. */
async function findEarlier(
  client: Pool | PoolClient,
  { id, fingerprint }: IdempotentRequest,
): Promise<Exclude<IdempotentOutcome<never>, { kind: "ran" }> | undefined> {
  const { rows } = await client.query<Remembered>(
    `select fingerprint, status, body from contract_idempotency where id = $1 and expires_at > ${databaseNow}`,
    [id],
  );
  const [earlier] = rows;
  if (!earlier) return undefined;
  if (earlier.fingerprint !== fingerprint) return { kind: "conflict" };
  return { kind: "replayed", response: { status: earlier.status, body: earlier.body } };
}
