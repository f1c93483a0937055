import type { FastifyBaseLogger } from "fastify";

/** Milliseconds between two reports while an outage lasts. */
const interval = 30_000;

/** Milliseconds without a failure after which an outage is over. */
const quiet = 1_000;

interface Current {
  since: number;
  failures: number;
  lastFailure: number;
  nextReport: number;
}

/** Logs an outage as one thing: its cause once, then how many calls have failed, then that it is over. */
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
    const current = this.#current;
    if (!current) {
      this.#current = { since: now, failures: 1, lastFailure: now, nextReport: now + interval };
      this.#log?.error({ err: cause.cause }, `${cause.message} Calls fail until the database answers again.`);
      return;
    }
    current.failures += 1;
    current.lastFailure = now;
    if (now < current.nextReport) return;
    current.nextReport = now + interval;
    this.#log?.warn(`The database still does not answer after ${secondsOf(now - current.since)}${countOf(current)}.`);
  }

  /** A call has succeeded. */
  succeeded(): void {
    const current = this.#current;
    if (!current) return;
    const now = this.#now();
    if (now - current.lastFailure < quiet) return;
    this.#current = undefined;
    this.#log?.info(`The database answers again after ${secondsOf(now - current.since)}${countOf(current)}.`);
  }
}

function secondsOf(milliseconds: number): string {
  return `${Math.round(milliseconds / 1_000)} s`;
}

function countOf({ failures }: Current): string {
  return `; ${failures} ${failures === 1 ? "call has" : "calls have"} failed meanwhile`;
}
