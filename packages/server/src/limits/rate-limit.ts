/** A request that is counted. */
export interface RateLimitHit {
  /** What is counted: operation and caller. Holds no secret, at most 150 characters. */
  key: string;
  /** Requests allowed in a window. */
  limit: number;
  /** Length of the window in milliseconds. */
  window: number;
  /** Time of the request in epoch milliseconds. */
  now: number;
}

/** How a window stands after a request. */
export interface RateLimitState {
  /** Requests of the window, this one included. */
  count: number;
  /** End of the window in epoch milliseconds: the first moment of the next one. */
  resetsAt: number;
}

/**
 * Counts requests in fixed windows, each of which starts with its first request. A store that several servers share
 * has to count and read in one step.
 */
export interface RateLimitStore {
  hit(request: RateLimitHit): RateLimitState | Promise<RateLimitState>;
}

/** What a caller over a limit is told. */
export function limitMessage(seconds: number): string {
  return `Too many requests. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
}

/** Counts in memory, for one process. */
export class MemoryRateLimitStore implements RateLimitStore {
  readonly #windows = new Map<string, RateLimitState>();
  readonly #most: number;
  #nextSweep = 0;

  /** @param most windows that are held at a time; beyond it the oldest are forgotten */
  constructor(most = 100_000) {
    this.#most = most;
  }

  hit({ key, window, now }: RateLimitHit): RateLimitState {
    const current = this.#windows.get(key);
    if (current && now < current.resetsAt) {
      current.count += 1;
      return current;
    }
    if (now >= this.#nextSweep) this.#sweep(now);
    const started = { count: 1, resetsAt: now + window };
    // Deleted first, so that the map stays in the order in which windows start.
    this.#windows.delete(key);
    this.#windows.set(key, started);
    if (this.#windows.size > this.#most) this.#forgetOldest();
    return started;
  }

  /** Windows that are held. */
  get size(): number {
    return this.#windows.size;
  }

  #sweep(now: number): void {
    this.#nextSweep = now + 10_000;
    for (const [key, { resetsAt }] of this.#windows) if (now >= resetsAt) this.#windows.delete(key);
  }

  #forgetOldest(): void {
    for (const key of this.#windows.keys()) {
      this.#windows.delete(key);
      return;
    }
  }
}
