import type { Exchange } from "../http/exchange.ts";
import { clearTimeout, monotonicNow, setTimeout } from "../timers.ts";

/** A request that took longer than it may. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";

  constructor(operation: string, milliseconds: number) {
    super(`${operation} did not answer within ${milliseconds} ms.`);
  }
}

/**
 * Waits for a part of a request, as long as the request's time lasts: one deadline for authenticators, stores,
 * transactions and the handler together. Waiting for the client to send its body does not count. A response that comes
 * later is dropped, but remembered under its idempotency key.
 *
 * @throws {DeadlineError} once the time is over. It comes by a promise: the timer has the `AsyncLocalStorage` of
 *   another request.
 */
export function waitFor<Value>(
  { deadlinesFor, running }: { deadlinesFor: () => Deadlines; running: Running },
  exchange: Exchange,
  pending: PromiseLike<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const deadlines = deadlinesFor();
    const wait = deadlines.start(exchange.timeLeft, (deadline) =>
      reject(new DeadlineError(exchange.operation?.id ?? "A request", deadline)),
    );
    running.start();
    const end = (): boolean => {
      running.end();
      exchange.timeLeft = deadlines.end(wait);
      return exchange.timeLeft !== undefined;
    };
    Promise.resolve(pending).then(
      (value) => {
        end();
        resolve(value);
      },
      (failure: unknown) => {
        if (end()) reject(failure);
        else exchange.logFailure(failure);
      },
    );
  });
}

/** A request that waits for something. */
interface PendingPart {
  /** Milliseconds of `monotonicNow`. */
  readonly endsAt: number;
  readonly fail: (deadline: number) => void;
}

/** The longest time of a timer, in milliseconds. */
const maxTimer = 2 ** 31 - 1;

/**
 * The deadlines of a service. All requests share one timer, which is set anew when it fires: a request costs an entry of a
 * set, and is ended up to a hundredth of the deadline late.
 */
export class Deadlines {
  readonly #deadline: number;
  readonly #isShared: boolean;
  readonly #waits = new Set<PendingPart>();
  #timer: NodeJS.Timeout | undefined;
  /** Milliseconds of `monotonicNow`. */
  #firesAt = Number.POSITIVE_INFINITY;

  /** @param deadline milliseconds; 0 for an endless one @param isShared false if only one request has it */
  constructor(deadline: number, isShared = true) {
    this.#deadline = deadline > 0 ? deadline : Number.POSITIVE_INFINITY;
    this.#isShared = isShared;
  }

  /**
   * Begins a wait.
   *
   * @param left milliseconds; the whole deadline if absent
   * @param fail called with the deadline when they are over
   */
  start(left: number | undefined, fail: PendingPart["fail"]): PendingPart {
    const wait = { endsAt: monotonicNow() + (left ?? this.#deadline), fail };
    if (this.#waits.size === 0) this.#timer?.ref?.();
    this.#waits.add(wait);
    if (wait.endsAt < this.#firesAt) this.#setTimer(wait.endsAt);
    return wait;
  }

  /** Ends a wait. @returns the milliseconds that it left, or undefined if they were over */
  end(wait: PendingPart): number | undefined {
    const wasUnderWay = this.#waits.delete(wait);
    if (this.#waits.size === 0) {
      // The next request finds the timer set, which keeps no process alive meanwhile.
      if (this.#isShared) this.#timer?.unref?.();
      else clearTimeout(this.#timer);
    }
    return wasUnderWay ? Math.max(0, wait.endsAt - monotonicNow()) : undefined;
  }

  #setTimer(at: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = at;
    this.#timer = setTimeout(() => this.#endOver(), Math.min(at - monotonicNow(), maxTimer));
  }

  #endOver(): void {
    const now = monotonicNow();
    this.#firesAt = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const wait of this.#waits) {
      if (wait.endsAt > now) {
        next = Math.min(next, wait.endsAt);
      } else {
        this.#waits.delete(wait);
        wait.fail(this.#deadline);
      }
    }
    if (next < Number.POSITIVE_INFINITY) this.#setTimer(Math.max(next, now + this.#deadline / 100));
  }
}

/** Counts the parts of requests that run, answered or not. */
export class Running {
  #count = 0;
  #waiting: (() => void)[] = [];

  start(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) for (const done of this.#waiting.splice(0)) done();
  }

  /** Waits until nothing runs. @param milliseconds how long at most @returns whether nothing runs */
  async settled(milliseconds: number): Promise<boolean> {
    if (this.#count > 0 && milliseconds > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return this.#count === 0;
  }
}
