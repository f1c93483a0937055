import { AsyncLocalStorage } from "node:async_hooks";
import { StopError } from "./errors.ts";
import type { ConformanceOptions } from "./options.ts";

/** Milliseconds for a run without `budget`. */
const defaultBudget = 20 * 60_000;

/** The limits of a run and of each of its parts: time, requests, findings. */
export class Budget {
  readonly startedAt = Date.now();
  requests = 0;
  readonly #options: ConformanceOptions;
  readonly #hasFindings: () => boolean;
  readonly #stop = new AbortController();
  readonly #signals = new AsyncLocalStorage<AbortSignal>();
  /** Whether the limits of the run no longer count, because the suite cleans up. */
  #isCleaning = false;

  constructor(options: ConformanceOptions, hasFindings: () => boolean) {
    this.#options = options;
    this.#hasFindings = hasFindings;
    options.signal?.addEventListener("abort", () =>
      this.stop(new StopError("The run was interrupted.")),
    );
    if (options.signal?.aborted) this.stop(new StopError("The run was interrupted."));
  }

  /** Aborts when the run, or the current part of it, has to end. */
  get signal(): AbortSignal {
    return this.#signals.getStore() ?? this.#stop.signal;
  }

  /** Milliseconds that the run has left. */
  get left(): number {
    const { budget = defaultBudget } = this.#options;
    return this.#isCleaning ? Number.POSITIVE_INFINITY : this.startedAt + budget - Date.now();
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Ends the run: each further request fails with the reason. */
  stop(reason: StopError): void {
    this.#stop.abort(reason);
  }

  /**
   * Does a part of the run within its own time.
   *
   * @throws {StopError} when the time is over, whatever the part is waiting for
   */
  within(milliseconds: number, reason: string, work: () => Promise<void>): Promise<void> {
    return this.#run(milliseconds, reason, work, this.#stop.signal);
  }

  /** Cleans up within some time, whatever the run has used and however it ended. */
  async clean(milliseconds: number, work: () => Promise<void>): Promise<void> {
    this.#isCleaning = true;
    await this.#run(milliseconds, "Cleaning up took too long.", work).catch(() => {});
  }

  async #run(
    milliseconds: number,
    reason: string,
    work: () => Promise<void>,
    outer?: AbortSignal,
  ): Promise<void> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new StopError(reason)), milliseconds);
    const signal = AbortSignal.any([...(outer ? [outer] : []), deadline.signal]);
    try {
      await this.#signals.run(signal, () => endWith(signal, work()));
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws {StopError} if nothing more may be sent */
  check(): void {
    this.signal.throwIfAborted();
    if (this.#isCleaning) return;
    const { budget = defaultBudget, failFast } = this.#options;
    if (failFast && this.#hasFindings())
      throw new StopError("The first finding ended the run (--fail-fast).");
    if (this.left < 0) throw new StopError(`The budget of ${budget / 1000} s is used up.`);
  }
}

/** The value of a promise, unless a signal aborts first. */
export function endWith<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
