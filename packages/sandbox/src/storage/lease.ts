import { sql } from "kysely";
import type { Storage } from "./storage.ts";

/** Milliseconds for which a process has a lease without renewing it. */
export const leaseTime = 2_000;

/** Milliseconds between two attempts to get or renew it: several of them may fail before it runs out. */
const renewInterval = 500;

/**
 * A lease by name, for work that one process at a time does for all that share a database. If the storage belongs to
 * one process, that one always has it.
 */
export function makeLease(
  storage: Pick<Storage, "db" | "now" | "shared">,
  name: string,
  holder: string,
  monotonicNow: () => number = () => performance.now(),
) {
  let heldUntil = Number.NEGATIVE_INFINITY;
  let nextAttempt = Number.NEGATIVE_INFINITY;
  return {
    /** Whether this process has it now; queries the database twice a second at the most. */
    hold: async (): Promise<boolean> => {
      if (!storage.shared) return true;
      const calledAt = monotonicNow();
      if (calledAt >= nextAttempt) {
        nextAttempt = calledAt + renewInterval;
        // The processes compare times of the database; how long this one has the lease, it counts itself.
        const now = storage.now();
        const { rows } =
          await sql`insert into leases (name, holder, until) values (${name}, ${holder}, ${now + leaseTime})
          on conflict (name) do update set holder = excluded.holder, until = excluded.until
          where leases.holder = excluded.holder or leases.until <= ${now} returning holder`.execute(
            storage.db,
          );
        heldUntil = rows.length > 0 ? calledAt + leaseTime : Number.NEGATIVE_INFINITY;
      }
      return monotonicNow() < heldUntil;
    },
    /** Lets another process have it at once. */
    release: async (): Promise<void> => {
      if (heldUntil === Number.NEGATIVE_INFINITY) return;
      heldUntil = Number.NEGATIVE_INFINITY;
      await storage.db
        .deleteFrom("leases")
        .where("name", "=", name)
        .where("holder", "=", holder)
        .execute();
    },
  };
}
