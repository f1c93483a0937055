/** A request that is counted. */
export interface RateLimitHit {
  /** The key of the counter: the operation up to a colon, and the values that the limit counts by. Holds no secret. */
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
 * has to count and read in one step. A window that would last longer than its length is ignored, as the clock was ahead
 * when it began; a shared store lets it last twice as long, because the clocks of servers differ.
 */
export interface RateLimitStore {
  hit(request: RateLimitHit): RateLimitState | Promise<RateLimitState>;
}

/** Message for a caller over a limit. */
export function limitMessage(seconds: number): string {
  return `Too many requests. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
}

interface Window extends RateLimitState {
  limit: number;
  /** Epoch milliseconds. */
  startedAt: number;
}

/** Whether a window is over, or began in the future: the clock was ahead then. */
const isOver = ({ startedAt, resetsAt }: Window, now: number): boolean =>
  now >= resetsAt || now < startedAt;

/**
 * Counts in memory, for one process, in a time that does not grow with the callers. If there are too many, a caller with
 * few requests is forgotten, and never one that has used its limit up; if all have, new callers share one window for each
 * operation.
 */
export class MemoryRateLimitStore implements RateLimitStore {
  readonly #windows = new Map<string, Window>();
  readonly #visit = makeVisit(this.#windows);
  readonly #maxWindows: number;

  /** @param maxWindows windows that are held at a time */
  constructor(maxWindows = 100_000) {
    this.#maxWindows = maxWindows;
  }

  /** Counts a request in the window of its key, which begins now if there is none. */
  hit({ key, limit, window, now }: RateLimitHit): RateLimitState {
    const current = this.#windows.get(key);
    if (current && !isOver(current, now)) {
      current.count += 1;
      return current;
    }
    if (!current && !this.#makeRoom(now)) return this.#hitShared({ key, limit, window, now });
    const started = { count: 1, limit, startedAt: now, resetsAt: now + window };
    this.#windows.set(key, started);
    return started;
  }

  /** Windows that are held. */
  get size(): number {
    return this.#windows.size;
  }

  /**
   * Forgets windows that are over; if none is, the one with the fewest requests below its limit.
   *
   * @returns false if all windows are full
   */
  #makeRoom(now: number): boolean {
    let leastUsed: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    this.#visit(this.#maxWindows, (key, held) => {
      if (isOver(held, now)) this.#windows.delete(key);
      else if (held.count < held.limit && held.count < fewest) {
        leastUsed = key;
        fewest = held.count;
      }
    });
    if (this.#windows.size < this.#maxWindows) return true;
    if (leastUsed === undefined) return false;
    this.#windows.delete(leastUsed);
    return true;
  }

  /** Counts a request in the window that the new callers of its operation share. */
  #hitShared(request: RateLimitHit): RateLimitState {
    const key = `${request.key.slice(0, request.key.indexOf(":") + 1)}*`;
    const shared = this.#windows.get(key);
    if (shared && !isOver(shared, request.now)) shared.count += 1;
    else
      this.#windows.set(key, {
        count: 1,
        limit: request.limit,
        startedAt: request.now,
        resetsAt: request.now + request.window,
      });
    return this.#windows.get(key) as Window;
  }
}

/**
 * Visits the entries of a map round and round, a few at each call, so that no call takes longer the more there are: two, or
 * eight in a map that is a quarter full.
 *
 * @returns a function that takes the most entries that there may be, and is called for each
 */
export function makeVisit<Key, Value>(
  entries: Map<Key, Value>,
): (max: number, see: (key: Key, value: Value) => void) => void {
  let place = entries.entries();
  return (max, see) => {
    const count = entries.size * 4 < max ? 2 : 8;
    for (let left = Math.min(count, entries.size); left > 0; left--) {
      let next = place.next();
      if (next.done) {
        place = entries.entries();
        next = place.next();
      }
      if (!next.done) see(next.value[0], next.value[1]);
    }
  };
}
