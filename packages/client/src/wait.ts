import { fields, positive, signalCheck } from "./argument-checks.ts";
import { array, nonEmptyString } from "./check.ts";
import {
  AbortedError,
  ApiError,
  ClientError,
  type FailureClass,
  InvalidRequestError,
} from "./errors.ts";
import { Interruption, pause, within } from "./interrupt.ts";
import type { CallOptions } from "./options.ts";
import { isTransient } from "./retry-delay.ts";
import { check } from "./settings.ts";

/** The time of a wait ran out. */
export class WaitTimeoutError<T = unknown> extends ClientError {
  static override readonly name: string = "WaitTimeoutError";
  /** The object as it was last seen; undefined if no lookup succeeded. */
  declare readonly last: T | undefined;
}

/** The object has reached another final status, so the wait cannot succeed. */
export class WaitEndedError<T = unknown> extends ClientError {
  static override readonly name: string = "WaitEndedError";
  /** The object as it ended. */
  declare readonly last: T;
  /** Its status. */
  declare readonly status: string;
}

/** How to wait. @typeParam Further statuses that are final besides the contract's */
export interface WaitOptions<Further extends string = string> {
  /**
   * Further statuses of your provider that are final: they end the wait as those of the contract do.
   * @example { finalStatuses: ["banking_refused", "banking_error"] }
   */
  finalStatuses?: readonly Further[] | undefined;
  /**
   * Maximum milliseconds of the whole wait. Default: 900000, a quarter of an hour.
   * @example { timeout: 60_000 }
   */
  timeout?: number | undefined;
  /**
   * Ends the wait.
   * @example { signal: controller.signal }
   */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds between the first two lookups; each further pause is half as long again. Default: 1000.
   * @example { firstInterval: 500 }
   */
  firstInterval?: number | undefined;
  /**
   * Maximum milliseconds between two lookups. Default: 15000.
   * @example { maxInterval: 5_000 }
   */
  maxInterval?: number | undefined;
}

/** The object and the statuses of a wait. */
export interface WaitTarget {
  operation: string;
  /** The object's id. */
  id: string;
  /** Field of the object that holds the status. */
  field: string;
  /** Statuses that end the wait with success. */
  wanted: readonly string[];
  /** Other final statuses, which end it with an error; absent if any final status is wanted. */
  ended?: readonly string[];
}

const waitCheck = /* @__PURE__ */ fields({
  timeout: positive,
  firstInterval: positive,
  maxInterval: positive,
  signal: signalCheck,
  finalStatuses: /* @__PURE__ */ array(nonEmptyString),
});

/** The waits of a client. */
export interface Waits {
  /** Looks an object up until it has a wanted status. */
  wait<T extends object>(
    target: WaitTarget,
    lookup: (options: CallOptions) => Promise<object>,
    options: WaitOptions | undefined,
  ): Promise<T>;
  /** Wakes the waits for the object of a notification. Returns their number. */
  notify(notification: object): number;
}

/** Keeps the waits of a client. */
export function keepWaits(): Waits {
  const wakers = new Set<(notification: object) => boolean>();
  return {
    async wait<T>(
      { operation, id, field, wanted, ended }: WaitTarget,
      lookup: (options: CallOptions) => Promise<object>,
      options: WaitOptions = {},
    ): Promise<T> {
      check(operation, waitCheck(options));
      const {
        timeout = 900_000,
        firstInterval = 1_000,
        maxInterval = 15_000,
        finalStatuses = [],
      } = options;
      /** Whether a notification about the object has come since the latest lookup began. */
      let notified = false;
      let wake = (): void => {};
      let last: T | undefined;
      let failure: unknown;
      const fail = (Class: FailureClass, message: string, more: object): ClientError => {
        const facts = { operation, outcome: "unknown" as const, last, ...more };
        const why = failure instanceof Error ? `; the last lookup failed: ${failure.message}` : "";
        return new Class(message + why, facts);
      };
      /** Looks the object up until the wait ends; pauses grow, and a notification ends a pause. */
      const look = async (signal: AbortSignal): Promise<T> => {
        let interval = firstInterval;
        for (;;) {
          // Between half and all of the interval, so that waits that started together drift apart.
          let duration = interval * (1 - Math.random() / 2);
          notified = false;
          try {
            // The wait itself is the repetition.
            last = (await lookup({ signal, retry: false })) as T;
            failure = undefined;
            const status = String((last as Record<string, unknown>)[field]);
            const isFinal = finalStatuses.includes(status);
            if (wanted.includes(status) || (isFinal && !ended)) return last;
            if (isFinal || ended?.includes(status))
              throw fail(WaitEndedError, `ended as ${JSON.stringify(status)}`, { status });
          } catch (error) {
            if (!passes(error)) throw Object.assign(error as object, { last });
            failure = error;
            duration = Math.max(duration, error instanceof ApiError ? (error.retryAfter ?? 0) : 0);
          }
          const woken = new Promise<void>((resolve) => {
            wake = resolve;
          });
          if (!notified) await pause(duration, signal, woken);
          interval = notified ? firstInterval : Math.min(maxInterval, interval * 1.5);
        }
      };
      const waker = (notification: object): boolean => {
        const { type, ...rest } = Object(notification);
        const isAbout = rest.id === id || Object(rest[type]).id === id;
        notified ||= isAbout;
        if (isAbout) wake();
        return isAbout;
      };
      wakers.add(waker);
      try {
        return await within(timeout, options.signal, look);
      } catch (error) {
        if (!(error instanceof Interruption)) throw error;
        throw error.signal
          ? fail(AbortedError, "ended by its signal", { cause: error.signal.reason })
          : fail(WaitTimeoutError, "the time to wait ran out", { cause: failure });
      } finally {
        wakers.delete(waker);
      }
    },
    notify: (notification) => [...wakers].filter((waker) => waker(notification)).length,
  };
}

/** Whether a lookup that failed may succeed later. */
function passes(error: unknown): boolean {
  if (error instanceof ApiError) return isTransient(error.status);
  return (
    error instanceof ClientError &&
    !(
      error instanceof AbortedError ||
      error instanceof WaitEndedError ||
      error instanceof InvalidRequestError
    )
  );
}
