import { dayOf } from "../clock.ts";
import type { Sandbox } from "../context.ts";

/** Milliseconds of a day. */
const day = 24 * 60 * 60 * 1000;

/**
 * Forgets what has run out and nobody asks for any more, so that a sandbox that runs for months does not grow by it:
 * answers of idempotency keys, windows of rate limits, and what was sent on days before yesterday.
 */
export async function sweep({ storage, clock }: Sandbox): Promise<void> {
  const now = clock.now();
  await storage.transaction(async (tx) => {
    await tx.deleteFrom("idempotency").where("expiresAt", "<=", now).execute();
    await tx.deleteFrom("rateLimits").where("resetsAt", "<=", now).execute();
    await tx
      .deleteFrom("dailyTotals")
      .where("day", "<", dayOf(now - day))
      .execute();
  });
}
