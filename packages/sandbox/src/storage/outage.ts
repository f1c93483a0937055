import type { FastifyBaseLogger } from "fastify";

/** Milliseconds without a failure after which an outage is over. */
const quiet = 1_000;

interface Current {
  since: number;
  failures: number;
  lastFailure: number;
}

/** Logs an outage in two lines: its cause when it begins, and how many calls have failed when it is over. */
export class OutageLog {
  readonly #log: FastifyBaseLogger | undefined;
  readonly #now: () => number;
  #current: Current | undefined;

  /** @param now milliseconds */
  constructor(log: FastifyBaseLogger | undefined, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** A call has failed. */
  failed(cause: Error): void {
    const now = this.#now();
    if (!this.#current) {
      this.#log?.error({ err: cause.cause }, `${cause.message} Calls fail until the database answers again.`);
    }
    const { since, failures } = this.#current ?? { since: now, failures: 0 };
    this.#current = { since, failures: failures + 1, lastFailure: now };
  }

  /** A call has succeeded. */
  succeeded(): void {
    const current = this.#current;
    if (!current) return;
    const now = this.#now();
    if (now - current.lastFailure < quiet) return;
    this.#current = undefined;
    const seconds = Math.round((now - current.since) / 1_000);
    this.#log?.info(`The database answers again after ${seconds} s. Calls that failed: ${current.failures}.`);
  }
}
