import type { FastifyBaseLogger } from "fastify";

/** Milliseconds without a failure after which an outage is over. */
const quietTime = 1_000;

/** The kind of a call: a database may answer lookups and refuse writes. */
export type CallKind = "read" | "write";

/** Logs an outage in two lines: its cause when it begins, and how many calls have failed when it is over. */
export class OutageLog {
  readonly #log: FastifyBaseLogger | undefined;
  readonly #now: () => number;
  readonly #failing = new Set<CallKind>();
  #failures = 0;
  #begin = 0;
  #lastFailure = 0;

  /** @param now milliseconds */
  constructor(log: FastifyBaseLogger | undefined, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  failed(cause: Error, kind: CallKind = "write"): void {
    this.#failing.add(kind);
    this.#lastFailure = this.#now();
    this.#failures += 1;
    if (this.#failures > 1) return;
    this.#begin = this.#lastFailure;
    this.#log?.error(
      { err: cause.cause },
      `${cause.message} Calls fail until the database answers again.`,
    );
  }

  succeeded(kind: CallKind = "write"): void {
    if (this.#failures === 0 || this.#now() - this.#lastFailure < quietTime) return;
    this.#failing.delete(kind);
    if (this.#failing.size > 0) return;
    const seconds = Math.round((this.#now() - this.#begin) / 1_000);
    this.#log?.warn(
      `The database answers again after ${seconds} s. Calls that failed: ${this.#failures}.`,
    );
    this.#failures = 0;
  }
}
