import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { continueIds, momentIn } from "../identifiers.ts";
import { leaseTime } from "./lease.ts";
import type { Database } from "./tables.ts";

/** Milliseconds that a clock may go back without being set: two readings of it differ by so much at most. */
const maxWobble = 1_000;

/**
 * A clock that follows another one forward, and never goes back. If the other one is set back, it goes on from where it was, at
 * the same pace, until the other one has caught up.
 *
 * @param read epoch milliseconds of the other clock
 * @param start a moment that was shown before; it shows none before this
 */
export function makeSteadyTime(
  read: () => number,
  start: number,
  log?: Pick<FastifyBaseLogger, "warn">,
): () => number {
  let lastRead = start;
  let last = start;
  /** Milliseconds by which the other clock is behind. */
  let lag = 0;
  return () => {
    const time = read();
    if (lastRead - time > maxWobble) {
      lag += lastRead - time;
      const seconds = Math.round((lastRead - time) / 1_000);
      log?.warn(
        `The clock of the machine or its database was set back by ${seconds} s. The sandbox's clock goes on from where it was.`,
      );
    }
    lastRead = time;
    if (time >= last) lag = 0;
    last = Math.max(last, time + lag);
    return last;
  };
}

/** Tables whose identifiers begin with the real time at which a row was made. */
const datedTables = ["charges", "transfers", "outbox_notifications", "requests"] as const;

/**
 * The last moment of the real time that the stored rows show. Identifiers that this process makes from now on sort behind
 * those that are stored.
 */
export async function readLastMoment(db: Database): Promise<number> {
  const newest = datedTables.map(
    (table) => sql`select max(id) as id, cast(null as bigint) as until from ${sql.table(table)}`,
  );
  const { rows } = await sql<{ id: string | null; until: number | null }>`
    ${sql.join(newest, sql` union all `)} union all select null, max(until) from leases`.execute(
    db,
  );
  const moments = rows.flatMap(({ id, until }) => [
    ...(id === null ? [] : [momentIn(id)]),
    // Its holder renewed it then.
    ...(until === null ? [] : [until - leaseTime]),
  ]);
  const last = Math.max(0, ...moments);
  continueIds(last);
  return last;
}
