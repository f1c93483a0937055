import { type ClientError, type Failure, TimeoutError } from "./errors.ts";
import { pause } from "./interrupt.ts";

/** Names of the response headers that report a rate limit. */
export type LimitHeaders = Partial<Record<"limit" | "remaining" | "reset" | "window", string>>;

/** Limits by operation: requests in a window of so many seconds. */
export type Limits = Readonly<Record<string, readonly [requests: number, seconds: number]>>;

/** What is known of the rate limit of an operation. */
export interface RateLimitState {
  /** Requests that a window allows; what the service last said, or the contract. */
  limit: number;
  /** Length of a window in seconds. */
  window: number;
  /** Requests left in the current window, as the service last said. */
  remaining: number | undefined;
  /** When the current window ends, as the service last said. */
  reset: Date | undefined;
}

/** Keeps calls within the rate limits of the service. */
export interface Pacing<Operation extends string = string> {
  /** The last seen state; the contract's until a response says more; undefined for an operation without a limit. */
  rateLimit(operation: Operation): RateLimitState | undefined;
  /** Takes what a response says; `retryAfter`, in milliseconds, where it refuses a request because of the limit. */
  observe(operation: string, headers: Headers, retryAfter?: number): void;
  /** Milliseconds until there is room for a request; 0 takes the room. */
  reserve(operation: string): number;
  /** Waits until there is room for the request of a call. Rejects at once where there will be none in its time. */
  admit(call: PacedCall): Promise<void>;
}

/** What pacing needs of a call. */
export interface PacedCall {
  operation: { id: string };
  signal: AbortSignal | undefined;
  timeLeft(): number;
  fail(Class: Failure, message: string): ClientError;
}

/** Keeps the rate limits of a client. The clock is monotonic: a wrong wall clock does not matter. */
export function keepLimits(limits: Limits, names: LimitHeaders): Pacing {
  // With the last response, when the window ends and what was used of it.
  const known = new Map(
    Object.entries(limits).map(([id, limit]) => [
      id,
      { limit, headers: undefined as Headers | undefined, end: 0, used: 0 },
    ]),
  );
  const pacing: Pacing = {
    rateLimit(operation) {
      const one = known.get(operation);
      if (!one) return undefined;
      // A header that says what cannot be says nothing.
      const read = (name = "-", least = 0, most = Number.MAX_SAFE_INTEGER): number | undefined => {
        const value = Number(one.headers?.get(name) ?? Number.NaN);
        return value >= least && value <= most ? value : undefined;
      };
      const [limit, window] = one.limit;
      const reset = read(names.reset, 0, 1e11);
      return {
        limit: read(names.limit, 1) ?? limit,
        window: read(names.window, 1, window * 10) ?? window,
        remaining: read(names.remaining),
        reset: reset === undefined ? undefined : new Date(reset * 1000),
      };
    },
    observe(operation, headers, retryAfter) {
      const one = known.get(operation);
      if (!one) return;
      one.headers = headers;
      const { limit, window, remaining = limit } = pacing.rateLimit(operation) as RateLimitState;
      const now = performance.now();
      // The service counted the first request when it came in, so its window ends before this one.
      if (one.used === 1) one.end = now + window * 1000;
      one.used = Math.max(one.used, limit - remaining);
      // A window is over when it is over, whatever a gateway asks for.
      if (retryAfter !== undefined) {
        one.end = now + Math.min(retryAfter, window * 1000);
        one.used = limit;
      }
    },
    reserve(operation) {
      const one = known.get(operation);
      if (!one) return 0;
      const { limit, window } = pacing.rateLimit(operation) as RateLimitState;
      const now = performance.now();
      if (one.end <= now) {
        one.end = now + window * 1000;
        one.used = 0;
      }
      if (one.used >= limit) return one.end - now;
      one.used++;
      return 0;
    },
    async admit(call) {
      const reserve = (): number => pacing.reserve(call.operation.id);
      for (let wait = reserve(); wait > 0; wait = reserve()) {
        // There will be no room in time: no need to wait for that.
        if (wait >= call.timeLeft())
          throw call.fail(TimeoutError, `the rate limit has room in ${Math.ceil(wait / 1000)} s`);
        await pause(wait, call.signal);
      }
    },
  };
  return pacing;
}
