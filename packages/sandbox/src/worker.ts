import type { Sandbox } from "./context.ts";
import type { Dispatcher } from "./notifications/dispatcher.ts";
import { moveDue, nextDue } from "./service/due.ts";
import { sweep } from "./service/sweep.ts";
import { afterChanges } from "./storage/after-changes.ts";
import { clearTimeout, setTimeout } from "./timers.ts";

/** Milliseconds between looks at what is due, where nothing else calls for one. */
const longestSleep = 1_000;

/** Milliseconds between two sweeps. */
const sweepInterval = 60_000;

/** Milliseconds between two looks after changes: each of many charges a second need not be looked at by itself. */
const pause = 50;

/** Moves what is due when it is due, and has what is owed delivered. */
export interface Worker {
  /** Moves all that is due now, or as much as is enough. */
  run(isEnough?: () => Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the worker. Every process has one: they do not get into each other's way. */
export function startWorker(sandbox: Sandbox, dispatcher: Dispatcher): Worker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let nextSweep = performance.now() + sweepInterval;
  let sweeping: Promise<void> | undefined;
  let stopped = false;

  /** Gives when something is due next. */
  const round = async (isEnough?: () => Promise<boolean>): Promise<number | undefined> => {
    await sandbox.settings.refresh();
    // Mostly nothing is due, which is one look.
    let next = await nextDue(sandbox);
    if (next !== undefined && next <= sandbox.clock.now()) {
      // Much may be due at once, and whoever closes the sandbox does not wait for all of it.
      await moveDue(sandbox, async () => stopped || ((await isEnough?.()) ?? false));
      next = await nextDue(sandbox);
    }
    dispatcher.wake();
    if (performance.now() >= nextSweep) {
      nextSweep = performance.now() + sweepInterval;
      // There may be much to delete, and what falls due meanwhile does not wait for it.
      sweeping = sweep(sandbox, () => stopped).catch((error: unknown) => {
        if (!stopped) sandbox.log.error({ err: error }, "What has run out could not be deleted; it is tried again.");
      });
    }
    return next;
  };
  const schedule = (next: number | undefined): void => {
    clearTimeout(timer);
    if (stopped) return;
    const wait = next === undefined ? longestSleep : next - sandbox.clock.now();
    timer = setTimeout(wake, Math.min(longestSleep, Math.max(wait, 5)));
    timer.unref();
  };
  const wake = (): void => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = round()
      .then(schedule)
      .catch((error: unknown) => {
        if (stopped) return;
        sandbox.log.error({ err: error }, "What is due could not be done; it is tried again.");
        timer = setTimeout(wake, longestSleep);
        timer.unref();
      })
      .finally(() => {
        running = undefined;
        if (again) {
          again = false;
          wake();
        }
      });
  };
  const forget = afterChanges(sandbox.storage, pause, wake);
  wake();
  return {
    run: async (isEnough) => {
      await running;
      await round(isEnough);
    },
    stop: async () => {
      stopped = true;
      forget();
      clearTimeout(timer);
      await Promise.all([running, sweeping]);
    },
  };
}
