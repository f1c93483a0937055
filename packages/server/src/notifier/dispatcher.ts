import { clearTimeout, monotonicNow, setImmediate, setTimeout, sleep } from "../timers.ts";
import {
  type Batch,
  type Claimed,
  claim,
  type DeliveryInterceptor,
  dropClaims,
  endTooLongWaits,
  findLanes,
  isAnyDue,
} from "./claim.ts";
import { Active, type Allocation, allocate, nextAfter } from "./fair-schedule.ts";
import { type Outbox, type Statements, statementsFor } from "./outbox.ts";
import { type DeliveryOutcome, recordOutcomes } from "./record.ts";
import { makeSender, NoConnectionError, type Sender, type SenderOptions } from "./send.ts";
import type { Attempt, NotificationRow } from "./tables.ts";

/** How notifications are delivered. */
export interface DispatcherOptions<Transaction>
  extends Pick<SenderOptions, "signature" | "userAgent" | "secrets" | "destinations" | "lookup"> {
  /** Milliseconds that a receiver has for its response; the contract's if absent. */
  timeout?: number | undefined;
  interceptor?: DeliveryInterceptor<Transaction> | undefined;
  /** Whether the process stays until the dispatcher is stopped; not if absent. */
  keepsAlive?: boolean;
  /** Called with each outcome once it is recorded. */
  onOutcome?: (outcome: DeliveryOutcome) => unknown;
  /** Called when the storage fails. */
  onStorageFailure?: ((failure: unknown) => void) | undefined;
}

/** Milliseconds between looks for due notifications, and between tries if the storage fails. */
const maxLookInterval = 1_000;

/** Milliseconds between looks for notifications that wait too long: the clock of another process may have been ahead. */
const waitCheckInterval = 600_000;

/** Milliseconds until a notification is given back for which this process had no connection. */
const noConnectionDelay = 1_000;

/** Milliseconds between two lines of the log about that: each of many notifications is tried again every second. */
const noConnectionLogInterval = 60_000;

/** Milliseconds that attempts have to end when the dispatcher stops. */
const stopTimeLimit = 500;

/** Claims notifications that are due, sends them, and records each attempt. Every process has one. */
export class Dispatcher<Transaction> {
  readonly #outbox: Outbox<Transaction>;
  /** Each statement by itself. */
  readonly #statements: Statements;
  readonly #options: DispatcherOptions<Transaction>;
  readonly #timeout: number;
  readonly #sender: Sender;
  readonly #aborting = new AbortController();
  readonly #active = new Active();
  readonly #underWay = new Set<Promise<void>>();
  #outcomes: DeliveryOutcome[] = [];
  #turning: Promise<void> | undefined;
  #again = false;
  #failure: unknown;
  #hasOldClaims: boolean;
  #isWatching = false;
  #isStopped = false;
  #nextAt: number | undefined;
  /** Time of the latest round. */
  #roundAt = 0;
  /** When waits were compared with the schedule, by `monotonicNow`. */
  #checkedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  /** Attempts without a connection since the last line of the log about them, and when the next may come. */
  #unconnected = 0;
  #nextUnconnectedLine = Number.NEGATIVE_INFINITY;

  constructor(outbox: Outbox<Transaction>, options: DispatcherOptions<Transaction>) {
    this.#outbox = outbox;
    this.#statements = statementsFor(outbox);
    this.#options = options;
    this.#timeout = options.timeout ?? outbox.delivery.timeout * 1000;
    this.#sender = makeSender({
      ...options,
      timeout: this.#timeout,
      clock: outbox.clock,
      fetchFor: options.interceptor?.fetchFor,
    });
    this.#hasOldClaims = !outbox.storage.shared;
  }

  /** Looks for due notifications, soon; from then on every second by itself. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWatching = true;
    void this.#turn();
  }

  /**
   * Resolves when nothing that is due now is left and no attempt is under way.
   *
   * @param isEnough called after each round: if it returns true, `settle` resolves whatever is left
   * @throws if the storage fails
   */
  async settle(isEnough?: () => Promise<boolean>): Promise<void> {
    while (!this.#isStopped) {
      // Under load a turn does not end, nor the attempts: the condition is checked all the same.
      const pauses = isEnough ? [sleep(20, undefined, { ref: false })] : [];
      await Promise.race([this.#turn(), ...pauses]);
      if (this.#failure !== undefined) throw this.#failure;
      if (await isEnough?.()) return;
      if (this.#underWay.size > 0) await Promise.race([...this.#underWay, ...pauses]);
      else if (this.#outcomes.length > 0) continue;
      else if (await isAnyDue(this.#statements)) await sleep(20);
      else return;
    }
  }

  /** Begins no more attempts, waits for those under way, aborts them after the time limit, and records their outcomes. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.race([
      Promise.all(this.#underWay),
      sleep(stopTimeLimit, undefined, { ref: false }),
    ]);
    this.#aborting.abort();
    this.#sender.abort();
    await Promise.all(this.#underWay);
    // The last round records outcomes alone.
    await this.#turn();
    await this.#sender.close();
  }

  /** Does rounds until there is nothing to do; a call in the middle of one makes for another. Never rejects. */
  #turn(): Promise<void> {
    this.#again = true;
    this.#turning ??= this.#turnUntilDone();
    return this.#turning;
  }

  async #turnUntilDone(): Promise<void> {
    this.#failure = undefined;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#round();
      }
    } catch (error) {
      this.#failure = error;
      if (!this.#isStopped) {
        this.#outbox.log.error(
          { err: error },
          "Notifications could not be claimed or recorded; trying again.",
        );
      }
      void this.#notify("onStorageFailure", () => this.#options.onStorageFailure?.(error));
    } finally {
      // At once, so that no call meets a turn that has looked for the last time.
      this.#turning = undefined;
      this.#schedule();
    }
  }

  /** Records finished attempts and claims as many as there is room for, in one transaction. */
  async #round(): Promise<void> {
    // Deliveries that finish at about the same time are recorded together.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#hasOldClaims) await dropClaims(this.#statements);
    this.#hasOldClaims = false;
    const allocations = this.#isStopped ? [] : await this.#findAllocations();
    if (this.#outcomes.length === 0 && allocations.length === 0) return;
    const recorded = this.#outcomes;
    this.#outcomes = [];
    let batches: Batch[];
    try {
      batches = await this.#recordAndClaim(recorded, allocations);
    } catch (error) {
      this.#outcomes = [...recorded, ...this.#outcomes];
      throw error;
    }
    for (const { claimed, dropped } of batches) {
      for (const one of claimed) this.#start(one);
      // There may be more behind those that were given up.
      if (dropped > 0) this.#again = true;
    }
    for (const outcome of recorded)
      void this.#notify("onOutcome", () => this.#options.onOutcome?.(outcome));
  }

  #recordAndClaim(
    recorded: readonly DeliveryOutcome[],
    allocations: readonly Allocation[],
  ): Promise<Batch[]> {
    const { interceptor } = this.#options;
    return this.#outbox.storage.transaction(async (transaction) => {
      const tx = statementsFor(this.#outbox, transaction);
      if (recorded.length > 0) await recordOutcomes(tx, recorded);
      const batches: Batch[] = [];
      for (const allocation of allocations) {
        const plan = interceptor && ((row: NotificationRow) => interceptor.plan(transaction, row));
        batches.push(await claim(tx, { ...allocation, timeout: this.#timeout }, plan));
      }
      return batches;
    });
  }

  /** Calls a function of the provider's; its errors change nothing. */
  async #notify(name: string, call: () => unknown): Promise<void> {
    try {
      await call();
    } catch (error) {
      this.#outbox.log.error({ err: error }, `${name} failed.`);
    }
  }

  /** Finds the lanes that have due notifications, and how many attempts each may begin now. */
  async #findAllocations(): Promise<Allocation[]> {
    const now = this.#outbox.clock.now();
    const isCheckDue = monotonicNow() >= this.#checkedAt + waitCheckInterval;
    const wentBack = now < this.#roundAt;
    if (isCheckDue || wentBack) {
      await endTooLongWaits(this.#statements);
      this.#checkedAt = monotonicNow();
    }
    this.#roundAt = now;
    const lanes = await findLanes(this.#statements);
    this.#nextAt = nextAfter(lanes, now);
    return allocate(lanes, now, this.#active);
  }

  #start({ notification, plan }: Claimed): void {
    this.#active.add(notification, 1);
    const attempt = this.#deliver(notification, plan).then((attempts) => {
      this.#outcomes.push({ notification, attempts });
      this.#active.end(
        notification,
        attempts.every(({ error }) => error === null),
      );
      this.#underWay.delete(attempt);
      void this.#turn();
    });
    this.#underWay.add(attempt);
  }

  /** Sends a notification, or lets the plan of an interceptor do it. Without an attempt it is due again. Never rejects. */
  async #deliver(notification: NotificationRow, plan: Claimed["plan"]): Promise<Attempt[]> {
    const { signal } = this.#aborting;
    const { clock, log } = this.#outbox;
    const send = async () => (signal.aborted ? undefined : this.#sender.send(notification));
    try {
      return plan ? await plan.deliver(send, signal) : [(await send()) ?? []].flat();
    } catch (error) {
      if (error instanceof NoConnectionError) {
        this.#logUnconnected(error);
        // It is given back, and due as before.
        await sleep(noConnectionDelay, undefined, { ref: false });
        return [];
      }
      log.error({ err: error }, "An interceptor failed.");
      const noResponse = { headersJson: null, status: null, response: null };
      return [{ at: clock.now(), duration: 0, ...noResponse, error: "The interceptor failed." }];
    } finally {
      void this.#notify("delivered", () => this.#options.interceptor?.delivered?.());
    }
  }

  #logUnconnected(error: NoConnectionError): void {
    this.#unconnected += 1;
    if (monotonicNow() < this.#nextUnconnectedLine) return;
    this.#nextUnconnectedLine = monotonicNow() + noConnectionLogInterval;
    this.#outbox.log.error(
      { err: error, attempts: this.#unconnected },
      "Notifications could not be sent from here; trying again.",
    );
    this.#unconnected = 0;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || !this.#isWatching) return;
    const isRetry = this.#failure !== undefined || this.#nextAt === undefined;
    const wait = isRetry ? maxLookInterval : (this.#nextAt ?? 0) - this.#outbox.clock.now();
    this.#timer = setTimeout(() => void this.#turn(), Math.min(maxLookInterval, Math.max(wait, 1)));
    if (!this.#options.keepsAlive) this.#timer.unref();
  }
}
