import type { FastifyBaseLogger } from "fastify";

/** Milliseconds without a failure after which an outage is over. */
const quiet = 1_000;

export type OutageLog = ReturnType<typeof makeOutageLog>;

/**
 * Logs an outage in two lines: its cause when it begins, and how many calls have failed when it is over.
 *
 * @param now milliseconds
 */
export function makeOutageLog(
  log: FastifyBaseLogger | undefined,
  now: () => number = () => performance.now(),
) {
  const outage = { failures: 0, begin: 0, lastFailure: 0 };
  return {
    /** A call has failed. */
    failed: (cause: Error): void => {
      outage.lastFailure = now();
      outage.failures += 1;
      if (outage.failures > 1) return;
      outage.begin = outage.lastFailure;
      log?.error(
        { err: cause.cause },
        `${cause.message} Calls fail until the database answers again.`,
      );
    },
    /** A call has succeeded. */
    succeeded: (): void => {
      if (outage.failures === 0 || now() - outage.lastFailure < quiet) return;
      const seconds = Math.round((now() - outage.begin) / 1_000);
      log?.warn(
        `The database answers again after ${seconds} s. Calls that failed: ${outage.failures}.`,
      );
      outage.failures = 0;
    },
  };
}
