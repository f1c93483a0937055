import type { FastifyBaseLogger } from "fastify";

/** Milliseconds without a failure after which an outage is over. */
const quiet = 1_000;

/** Logs an outage in two lines: its cause when it begins, and how many calls have failed when it is over. */
export class OutageLog {
  readonly #log: FastifyBaseLogger | undefined;
  readonly #now: () => number;
  #failures = 0;
  #since = 0;
  #lastFailure = 0;

  /** @param now milliseconds */
  constructor(log: FastifyBaseLogger | undefined, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** A call has failed. */
  failed(cause: Error): void {
    this.#lastFailure = this.#now();
    if (this.#failures === 0) {
      this.#since = this.#lastFailure;
      this.#log?.error({ err: cause.cause }, `${cause.message} Calls fail until the database answers again.`);
    }
    this.#failures += 1;
  }

  /** A call has succeeded. */
  succeeded(): void {
    if (this.#failures === 0 || this.#now() - this.#lastFailure < quiet) return;
    const seconds = Math.round((this.#now() - this.#since) / 1_000);
    this.#log?.info(`The database answers again after ${seconds} s. Calls that failed: ${this.#failures}.`);
    this.#failures = 0;
  }
}
