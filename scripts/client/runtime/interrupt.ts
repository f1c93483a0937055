// The longest pause that timers know; a longer one would end at once.
const longest = 2 ** 31 - 1;

/** Why work was given up: its time ran out, or the caller's signal said so. */
export class Interruption {
  readonly kind: "timeout" | "aborted";
  /** What the caller's signal says. */
  readonly reason: unknown;

  constructor(kind: "timeout" | "aborted", reason?: unknown) {
    this.kind = kind;
    this.reason = reason;
  }
}

/**
 * Does work that ends after some milliseconds, or when a signal says so, whatever the work does: a `fetch` that ignores
 * its signal holds nobody up. Rejects with an `Interruption` then.
 */
export function within<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const ending =
      <V>(settle: (value: V) => void) =>
      (value: V): void => {
        clearTimeout(timer);
        outer?.removeEventListener("abort", onAbort);
        settle(value);
      };
    const fail = ending(reject);
    const stop = (interruption: Interruption): void => {
      fail(interruption);
      controller.abort();
    };
    const onAbort = (): void => stop(new Interruption("aborted", outer?.reason));
    const timer = setTimeout(() => stop(new Interruption("timeout")), Math.min(milliseconds, longest));
    if (outer?.aborted) return onAbort();
    outer?.addEventListener("abort", onAbort);
    work(controller.signal).then(ending(resolve), fail);
  });
}

/** Waits some milliseconds. Rejects with an `Interruption` when the signal says so, or when `until` comes earlier. */
export function pause(milliseconds: number, signal: AbortSignal | undefined, woken?: Promise<void>): Promise<void> {
  return within(milliseconds, signal, () => woken ?? new Promise<void>(() => {})).catch(
    (interruption: Interruption) => {
      if (interruption.kind === "aborted") throw interruption;
    },
  );
}
