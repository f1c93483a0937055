import type { Exchange } from "../http/exchange.ts";
import { clearTimeout, setTimeout } from "../timers.ts";

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
 */
export async function waitFor<Value>(
  { deadline, running }: { deadline: number; running: Running },
  exchange: Exchange,
  pending: PromiseLike<Value>,
): Promise<Value> {
  const { operation } = exchange;
  const left = exchange.timeLeft ?? deadline;
  const began = performance.now();
  const fail = (): void => {
    if (!exchange.isSent) exchange.fail(new DeadlineError(operation?.id ?? "A request", deadline));
  };
  const timer = deadline > 0 ? setTimeout(fail, left) : undefined;
  running.start();
  try {
    return await pending;
  } finally {
    running.end();
    clearTimeout(timer);
    if (deadline > 0) exchange.timeLeft = Math.max(0, left - (performance.now() - began));
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
