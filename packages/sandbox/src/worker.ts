import { randomUUID } from "node:crypto";
import type { Sandbox } from "./context.ts";
import type { SandboxNotifier } from "./notifications/sandbox-notifier.ts";
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
 * Moves objects when they are due, and has notifications delivered. If several processes share a database, one
 * does so while it holds a lease, a moment after any of them has changed something, and deletes rows that have run out. The
 * notifiers of the others look for themselves once a second: they take part in deliveries when there are many.
 */
export class BackgroundWorker {
  #sandbox: Sandbox;
  #notifier: Pick<SandboxNotifier, "wake">;
  #lease: ReturnType<typeof makeLease>;
  #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  #nextSweep = performance.now() + sweepInterval;
  #stopped = false;

  /** Starts to work. */
  constructor(sandbox: Sandbox, notifier: Pick<SandboxNotifier, "wake">) {
    const { storage } = sandbox;
    this.#sandbox = sandbox;
    this.#notifier = notifier;
    this.#lease = makeLease(storage, "due", randomUUID());
    this.#unsubscribe = afterChanges(storage, workerPollInterval, () => this.#wake());
    notifier.wake();
    this.#wake();
  }

  /** Moves all that is due now, or as much as is enough. */
  async run(isEnough?: () => Promise<boolean>): Promise<void> {
    await this.#running;
    await this.#runDue(async () => this.#stopped || ((await isEnough?.()) ?? false));
    this.#notifier.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await Promise.all([this.#running, this.#sweeping]);
    await this.#lease.release().catch(() => {});
  }

  #wake(): void {
    this.#running = this.#look();
  }

  #look = shareRuns(async () => {
    if (this.#stopped) return;
    try {
      this.#schedule(await this.#round());
    } catch (error) {
      this.#report(error, "Due work failed; it will be tried again.");
      this.#schedule(undefined);
    }
  });

  #schedule(next: number | undefined): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    const wait = next === undefined ? maxSleep : next - this.#sandbox.clock.now();
    this.#timer = setTimeout(() => this.#wake(), Math.min(maxSleep, Math.max(wait, 5)));
    this.#timer.unref();
  }

  /** Does the work that is due, and returns when something is due next. */
  async #round(): Promise<number | undefined> {
    if (!(await this.#lease.hold())) return undefined;
    this.#notifier.wake();
    if (performance.now() >= this.#nextSweep) this.#startSweep();
    if (this.#isClockMoved()) return undefined;
    // Much may be due at once: another process may have the lease by then, and to close does not wait for all of it.
    return this.#runDue(async () => this.#stopped || !(await this.#lease.hold()));
  }

  /** Gives when something is due next. */
  async #runDue(isEnough: () => Promise<boolean>): Promise<number | undefined> {
    const { settings, clock } = this.#sandbox;
    await settings.refresh();
    // Mostly nothing is due, which is one look.
    const next = await nextDue(this.#sandbox);
    if (next === undefined || next > clock.now()) return next;
    await runDueTransitions(this.#sandbox, isEnough);
    return nextDue(this.#sandbox);
  }

  /** The process that moves the clock does the work that becomes due on the way, and reports it. */
  #isClockMoved(): boolean {
    const { storage, settings } = this.#sandbox;
    const { clockMove } = settings.current;
    return storage.shared && clockMove !== null && storage.now() < clockMove.until;
  }

  /** Deletes rows that have run out. Work that falls due meanwhile does not wait for it. */
  #startSweep(): void {
    this.#nextSweep = performance.now() + sweepInterval;
    this.#sweeping = sweep(this.#sandbox, () => this.#stopped).catch((error: unknown) =>
      this.#report(error, "Expired data could not be deleted; it will be tried again."),
    );
  }

  #report(error: unknown, message: string): void {
    if (!this.#stopped) this.#sandbox.log.error({ err: error }, message);
  }
}
