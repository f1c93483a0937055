import { type ClientError, type FailureClass, TimeoutError } from "./errors.ts";
import { pause } from "./interrupt.ts";

/** Names of the response headers that report a rate limit. */
export type LimitHeaders = Partial<Record<"limit" | "remaining" | "reset" | "window", string>>;

/** Limits by operation: requests in a window of so many seconds. */
export type Limits = Readonly<Record<string, readonly [requests: number, seconds: number]>>;

/** State of the rate limit of an operation. */
export interface RateLimitState {
  /** Requests that a window allows, as the service last reported, or else the contract. */
  limit: number;
  /** Length of a window in seconds. */
  window: number;
  /** Requests left in the current window, as the service last reported. */
  remaining: number | undefined;
  /** When the current window ends, as the service last reported. */
  reset: Date | undefined;
}

/** Keeps calls within the rate limits of the service. */
export interface Pacing<Operation extends string = string> {
  /** The last seen state; the contract's until a response has more; undefined for an operation without a limit. */
  rateLimit(operation: Operation): RateLimitState | undefined;
  /** Takes the limit's headers of a response; `retryAfter`, in milliseconds, if it refuses a request because of the limit. */
  observe(operation: string, headers: Headers, retryAfter?: number): void;
  /** Milliseconds until there is room for a request; 0 takes the room. */
  reserve(operation: string): number;
  /** Waits until there is room for the request of a call. Rejects at once if it would wait longer than its time. */
  admit(call: PacedCall): Promise<void>;
}

/** The part of a call that pacing needs. */
export interface PacedCall {
  operation: { id: string };
  signal: AbortSignal | undefined;
  timeLeft(): number;
  fail(Class: FailureClass, message: string): ClientError;
}

/** Keeps the rate limits of a client. The clock is monotonic: a wrong wall clock does not matter. */
export function keepLimits(limits: Limits, names: LimitHeaders): Pacing {
  // When the window ends, and how many of its requests are used.
  const known = new Map(
    Object.entries(limits).map(([id, [limit, window]]) => [
      id,
      { state: { limit, window } as RateLimitState, end: 0, used: 0 },
    ]),
  );
  const reserve = (operation: string): number => {
    const one = known.get(operation);
    if (!one) return 0;
    const { limit, window } = one.state;
    const now = performance.now();
    if (one.end <= now) {
      one.end = now + window * 1000;
      one.used = 0;
    }
    if (one.used >= limit) return one.end - now;
    one.used++;
    return 0;
  };
  return {
    reserve,
    rateLimit: (operation) => known.get(operation)?.state,
    observe(operation, headers, retryAfter) {
      const one = known.get(operation);
      if (!one) return;
      // An impossible value of a header is ignored.
      const read = (name = "-", min = 0, max = Number.MAX_SAFE_INTEGER): number | undefined => {
        const value = Number(headers.get(name) ?? Number.NaN);
        return value >= min && value <= max ? value : undefined;
      };
      const [usual, length] = limits[operation] as Limits[string];
      const limit = read(names.limit, 1) ?? usual;
      const window = read(names.window, 1, length * 10) ?? length;
      const remaining = read(names.remaining);
      const reset = read(names.reset, 0, 1e11);
      one.state = {
        limit,
        window,
        remaining,
        reset: reset === undefined ? reset : new Date(reset * 1000),
      };
      const now = performance.now();
      // The service counted the first request when it came in, so its window ends before this one.
      if (one.used === 1) one.end = now + window * 1000;
      one.used = Math.max(one.used, limit - (remaining ?? limit));
      // A window is over when it is over, whatever `Retry-After` a gateway sends.
      if (retryAfter !== undefined) {
        one.end = now + Math.min(retryAfter, window * 1000);
        one.used = limit;
      }
    },
    async admit(call) {
      for (let wait = reserve(call.operation.id); wait > 0; wait = reserve(call.operation.id)) {
        // There will be no room in time: no need to wait for that.
        if (wait >= call.timeLeft())
          throw call.fail(TimeoutError, `the rate limit has room in ${Math.ceil(wait / 1000)} s`);
        await pause(wait, call.signal);
      }
    },
  };
}
