// The longest pause that timers know, 2 ** 31 - 1; a longer one would end at once.
const maxTimeout = 2_147_483_647;

/** The start of a response: its status and headers. */
export interface ResponseHead {
  status: number;
  headers: Headers;
}

/** Why work was given up: its time ran out, the user's signal said so, or a response was too large. */
export class Interruption {
  /** The signal that said so; none if the time ran out. */
  declare readonly signal: AbortSignal | undefined;
  /** The start of the response that was too large. */
  declare readonly head: ResponseHead | undefined;

  constructor(signal?: AbortSignal, head?: ResponseHead) {
    this.signal = signal;
    this.head = head;
  }
}

/**
 * Does work that ends after some milliseconds, or when a signal says so, whatever the work does: a `fetch` that ignores
 * nothing waits for its signal. Rejects with an `Interruption` then.
 *
 * @param work gets a signal that is aborted when the work has to end
 */
export function within<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    };
    // A timer calls it with nothing, a signal with an event.
    const stop = (aborted?: unknown): void => {
      end();
      reject(new Interruption(aborted ? outer : undefined));
      controller.abort();
    };
    // Work that has no time is not begun: it might send something.
    if (outer?.aborted || milliseconds <= 0) return stop(outer?.aborted);
    timer = setTimeout(stop, Math.min(milliseconds, maxTimeout));
    outer?.addEventListener("abort", stop);
    // Not `finally`, which costs every call two promises more.
    work(controller.signal).then(
      (value) => {
        end();
        resolve(value);
      },
      (error) => {
        end();
        reject(error);
      },
    );
  });
}

/** Waits some milliseconds. Rejects with an `Interruption` when the signal says so, or ends when `woken` comes earlier. */
export function pause(
  milliseconds: number,
  signal: AbortSignal | undefined,
  woken?: Promise<void>,
): Promise<void> {
  return within(milliseconds, signal, () => woken ?? new Promise<void>(() => {})).catch(
    (interruption: Interruption) => {
      if (interruption.signal) throw interruption;
    },
  );
}
