// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { keepLimits, type Pacing } from "@packages/client/src/pacing.ts";

export type { Pacing, RateLimitState } from "@packages/client/src/pacing.ts";

/** Operations whose rate limit the contract knows. */
export type LimitedOperation =
  | "issueToken"
  | "createCharge"
  | "createTransfer"
  | "listWebhooks"
  | "createWebhook"
  | "deleteWebhook";

/**
 * Lets the calls of a client wait until the rate limit has room for them. One for each pair of credentials.
 *
 * @example
 * const pacing = createPacing();
 * const pix = createPixClient({ pacing });
 * const { remaining, reset } = pacing.rateLimit("issueToken") ?? {};
 */
export function createPacing(): Pacing<LimitedOperation> {
  return keepLimits(
    {
      issueToken: [5, 60],
      createCharge: [100, 60],
      createTransfer: [50, 60],
      listWebhooks: [30, 60],
      createWebhook: [10, 60],
      deleteWebhook: [10, 60],
    },
    {
      limit: "X-RateLimit-Limit",
      remaining: "X-RateLimit-Remaining",
      reset: "X-RateLimit-Reset",
      window: "X-RateLimit-Window",
    },
  );
}
