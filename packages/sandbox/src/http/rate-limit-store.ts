import {
  MemoryRateLimitStore,
  type RateLimitHit,
  type RateLimitState,
  type RateLimitStore,
} from "@pix-contract/server";
import { sql } from "kysely";
import type { Sandbox } from "../context.ts";
import type { Storage } from "../storage/storage.ts";

/**
 * Counts requests where all processes see it: in memory if there is one process, else in the database. The limits of
 * the contract are the stub's; the multiplier stretches them by counting less.
 */
export function makeRateLimitStore({
  storage,
  settings,
}: Pick<Sandbox, "storage" | "settings">): RateLimitStore & {
  /** Forgets every window. */
  clear(): Promise<void>;
} {
  let memory = new MemoryRateLimitStore();
  return {
    hit: (request) => {
      const { rateLimitMultiplier } = settings.current;
      if (rateLimitMultiplier === 0) return { count: 1, resetsAt: request.now + request.window };
      const stretch = (given: RateLimitState): RateLimitState => ({
        ...given,
        count: Math.ceil(given.count / rateLimitMultiplier),
      });
      return storage.shared
        ? hitDatabase(storage, request).then(stretch)
        : stretch(memory.hit(request));
    },
    clear: async () => {
      memory = new MemoryRateLimitStore();
      await storage.db.deleteFrom("rateLimits").execute();
    },
  };
}

async function hitDatabase(
  { db }: Storage,
  { key, now, window }: RateLimitHit,
): Promise<RateLimitState> {
  // A window that would last twice its length began when the clock was ahead.
  const isCurrent = sql<boolean>`held."resetsAt" > ${now} and held."resetsAt" <= ${now + 2 * window}`;
  // Counted and read in one statement, so that two processes never get the same count.
  const { rows } =
    await sql<RateLimitState>`insert into "rateLimits" as held (key, count, "resetsAt")
    values (${key}, 1, ${now + window}) on conflict (key) do update set
      count = case when ${isCurrent} then held.count + 1 else 1 end,
      "resetsAt" = case when ${isCurrent} then held."resetsAt" else excluded."resetsAt" end
    returning count, "resetsAt"`.execute(db);
  return rows[0] as RateLimitState;
}
