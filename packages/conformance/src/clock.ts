import { setTimeout as sleep } from "node:timers/promises";
import { type Budget, endWith } from "./budget.ts";
import type { ServerControl } from "./control.ts";
import { StopError } from "./errors.ts";

/** Milliseconds by which the server's clock may differ from the suite's. */
export const tolerance = 5_000;

/** Whether a time of the server lies between two moments of the suite, as far as clocks agree. Epoch milliseconds. */
export function isBetween(time: number, from: number, to: number): boolean {
  return time >= from - tolerance && time <= to + tolerance;
}

/** The server's time as far as the suite knows it, in epoch milliseconds. */
export class ServerClock {
  #offset = 0;
  #passing: Promise<void> = Promise.resolve();
  readonly #budget: Budget;
  /** Requests that have no response yet. */
  readonly #inFlight: () => number;
  control: ServerControl | undefined;

  constructor(budget: Budget, inFlight: () => number) {
    this.#budget = budget;
    this.#inFlight = inFlight;
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  set(now: number): void {
    this.#offset = now - Date.now();
  }

  /** Takes the time from the control plane; if the answer was slow, that of the fastest of some. */
  async read(control: ServerControl, ask = () => control.now()): Promise<void> {
    let fastest = Number.POSITIVE_INFINITY;
    for (let look = 0; look < 5 && fastest > 250; look++) {
      const askedAt = Date.now();
      const now = await (look === 0 ? ask() : control.now());
      const took = Date.now() - askedAt;
      if (took >= fastest) continue;
      fastest = took;
      this.set(now);
    }
  }

  /**
   * Lets time pass: by the control plane if there is one, else by waiting.
   *
   * @param what it waits for, in words
   * @throws {StopError} if the budget is too short for it
   */
  async pass(milliseconds: number, what: string): Promise<void> {
    this.#budget.check();
    const { control } = this;
    const { signal, left } = this.#budget;
    if (!control) {
      if (milliseconds > left) {
        const seconds = Math.ceil(milliseconds / 1000);
        throw new StopError(
          `The budget has ${Math.floor(left / 1000)} s left; ${what} takes ${seconds} s.`,
        );
      }
      await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
      return;
    }
    const target = this.now() + milliseconds;
    this.#passing = this.#passing.then(async () => {
      // Nothing is on its way while the clock moves: each exchange has a time that is known.
      while (this.#inFlight() > 0) await sleep(1);
      const remaining = target - this.now();
      if (remaining >= 0) await this.read(control, () => control.advance(Math.ceil(remaining)));
    });
    const passed = this.#passing;
    // A failure ends those that wait for it now, not those that wait later.
    this.#passing = passed.catch(() => {});
    await endWith(signal, passed);
  }

  /** Waits until the clock stands where it will stay. */
  async settled(): Promise<void> {
    await this.#passing;
  }
}
