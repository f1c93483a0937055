import { randomUUID } from "node:crypto";
import type { Sandbox } from "./context.ts";
import type { SandboxNotifier } from "./notifications/notifier.ts";
import { nextDue, runDueTransitions } from "./service/due.ts";
import { sweep } from "./service/sweep.ts";
import { afterChanges } from "./storage/after-changes.ts";
import { shareRuns } from "./storage/batcher.ts";
import { makeLease } from "./storage/lease.ts";
import { clearTimeout, setTimeout } from "./timers.ts";

/** Milliseconds between looks for due work, if nothing else calls for one. */
const maxSleep = 1_000;

/** Milliseconds between two sweeps. */
const sweepInterval = 60_000;

/** Milliseconds between two looks after changes: each of many charges a second need not be looked at by itself. */
const workerPollInterval = 50;

/**
 * Moves objects when they are due, and has notifications delivered. Of the processes that share a database one
 * moves due objects and deletes rows that have run out while it holds a lease; the others stand by. Each process delivers the
 * notifications of its own transactions at once, and looks for others' once a second.
 */
export function startWorker(sandbox: Sandbox, notifier: Pick<SandboxNotifier, "wake">) {
  const { storage, settings, clock, log } = sandbox;
  const lease = makeLease(storage, "due", randomUUID());
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let hasOwnChange = true;
  let nextSweep = performance.now() + sweepInterval;
  let sweeping: Promise<void> | undefined;
  let stopped = false;

  /** Gives when something is due next. */
  const runDue = async (isEnough: () => Promise<boolean>): Promise<number | undefined> => {
    await settings.refresh();
    // Mostly nothing is due, which is one look.
    const next = await nextDue(sandbox);
    if (next === undefined || next > clock.now()) return next;
    await runDueTransitions(sandbox, isEnough);
    return nextDue(sandbox);
  };
  /** The process that moves the clock does the work that becomes due on the way, and reports it. */
  const isClockMoved = (): boolean => {
    const { clockMove } = settings.current;
    return storage.shared && clockMove !== null && storage.now() < clockMove.until;
  };
  const round = async (): Promise<number | undefined> => {
    let next: number | undefined;
    if (await lease.hold()) {
      // Much may be due at once: another process may have the lease by then, and to close does not wait for all of it.
      if (!isClockMoved()) next = await runDue(async () => stopped || !(await lease.hold()));
      if (performance.now() >= nextSweep) {
        nextSweep = performance.now() + sweepInterval;
        // Work that falls due meanwhile does not wait for it.
        sweeping = sweep(sandbox, () => stopped).catch((error: unknown) => {
          if (!stopped)
            log.error({ err: error }, "What has run out could not be deleted; it is tried again.");
        });
      }
    }
    if (hasOwnChange) notifier.wake();
    hasOwnChange = false;
    return next;
  };
  const schedule = (next: number | undefined): void => {
    clearTimeout(timer);
    if (stopped) return;
    const wait = next === undefined ? maxSleep : next - clock.now();
    timer = setTimeout(wake, Math.min(maxSleep, Math.max(wait, 5)));
    timer.unref();
  };
  const look = shareRuns(async () => {
    if (stopped) return;
    try {
      schedule(await round());
    } catch (error) {
      if (!stopped) log.error({ err: error }, "What is due could not be done; it is tried again.");
      schedule(undefined);
    }
  });
  const wake = (): void => {
    running = look();
  };
  const forget = [
    storage.onChange((isOwn) => {
      hasOwnChange ||= isOwn;
    }),
    afterChanges(storage, workerPollInterval, wake),
  ];
  wake();
  return {
    /** Moves all that is due now, or as much as is enough. */
    run: async (isEnough?: () => Promise<boolean>): Promise<void> => {
      await running;
      await runDue(async () => stopped || ((await isEnough?.()) ?? false));
      notifier.wake();
    },
    stop: async (): Promise<void> => {
      stopped = true;
      for (const end of forget) end();
      clearTimeout(timer);
      await Promise.all([running, sweeping]);
      await lease.release().catch(() => {});
    },
  };
}
