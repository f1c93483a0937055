import { clearTimeout, setImmediate, setTimeout, sleep } from "../timers.ts";
import { type Batch, type Claimed, claim, dropClaims, findLanes, isAnyDue } from "./claim.ts";
import { makeDeliverer } from "./deliver.ts";
import type { DeliveryInterceptor } from "./intercept.ts";
import type { Outbox } from "./outbox.ts";
import { type Outcome, recordOutcomes } from "./record.ts";
import { makeSender, type SenderOptions } from "./send.ts";
import { Active, most, nextAfter, type Share, shareOut } from "./share-out.ts";

/** Delivers notifications: claims what is due, sends it, and records each attempt. */
export interface Dispatcher {
  /** Looks for what is due, soon; from then on every second by itself. */
  wake(): void;
  /**
   * Resolves when nothing that is due now is left and no attempt is under way.
   *
   * @param isEnough asked after each round: resolves where it says so, whatever is left
   * @throws where the storage fails
   */
  settle(isEnough?: () => Promise<boolean>): Promise<void>;
  /** Ends: no new attempts; those under way are finished or given up. */
  stop(): Promise<void>;
}

/** How notifications are delivered. */
export interface DispatcherOptions<Transaction>
  extends Pick<SenderOptions, "signature" | "userAgent" | "secrets" | "destinations" | "lookup"> {
  /** Milliseconds that a receiver has for its response; the contract's if absent. */
  timeout?: number;
  interceptor?: DeliveryInterceptor<Transaction>;
  /** Whether the process stays for it, until it is stopped; not if absent. */
  keepsAlive?: boolean;
  /** Told of each outcome once it is recorded. */
  onOutcome?: (outcome: Outcome) => void;
}

/** Milliseconds between looks at what is due, and between tries where the storage fails. */
const pause = 1_000;

/** Milliseconds that attempts have to end when the dispatcher stops. */
const grace = 500;

/** Starts a dispatcher. Every process has one: they do not get into each other's way. */
export function startDispatcher<Transaction>(
  outbox: Outbox<Transaction>,
  options: DispatcherOptions<Transaction>,
): Dispatcher {
  const { storage, clock, log } = outbox;
  const { timeout = outbox.delivery.timeout * 1000, interceptor, onOutcome, keepsAlive = false, ...rest } = options;
  const sender = makeSender({ ...rest, timeout, clock, connections: most.host });
  const deliverer = makeDeliverer(sender, interceptor);
  const active = new Active();
  const underWay = new Set<Promise<void>>();
  let outcomes: Outcome[] = [];
  let turning: Promise<void> | undefined;
  let again = false;
  let failure: unknown;
  let hasOldClaims = !storage.shared;
  let isWatching = false;
  let isStopped = false;
  let nextAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Does rounds until there is nothing to do; a call in the middle of one makes for another. Never rejects. */
  const turn = (): Promise<void> => {
    again = true;
    turning ??= turnUntilDone();
    return turning;
  };
  const turnUntilDone = async (): Promise<void> => {
    failure = undefined;
    try {
      while (again) {
        again = false;
        await round();
      }
    } catch (error) {
      failure = error;
      if (!isStopped) log.error({ err: error }, "Notifications could not be claimed or recorded; it is tried again.");
    } finally {
      // At once, so that no call meets a turn that has looked for the last time.
      turning = undefined;
      schedule();
    }
  };

  /** Records what is finished and claims what there is room for, in one transaction for all of it. */
  const round = async (): Promise<void> => {
    // What finishes at about the same time is recorded together.
    await new Promise((resolve) => setImmediate(resolve));
    if (hasOldClaims) await dropClaims(outbox);
    hasOldClaims = false;
    const shares = isStopped ? [] : await findShares();
    if (outcomes.length === 0 && shares.length === 0) return;
    const recorded = outcomes;
    outcomes = [];
    let batches: Batch[];
    try {
      batches = await storage.transaction(async (transaction) => {
        if (recorded.length > 0) await recordOutcomes(transaction, outbox, recorded);
        const made: Batch[] = [];
        for (const share of shares) made.push(await claim(transaction, outbox, { ...share, timeout }, interceptor));
        return made;
      });
    } catch (error) {
      outcomes = [...recorded, ...outcomes];
      throw error;
    }
    for (const { claimed, dropped } of batches) {
      for (const one of claimed) start(one);
      // There may be more behind what was given up.
      if (dropped > 0) again = true;
    }
    for (const outcome of recorded) tell(outcome);
  };

  /** What is recorded stays so, whatever the provider's function makes of it. */
  const tell = (outcome: Outcome): void => {
    try {
      onOutcome?.(outcome);
    } catch (error) {
      log.error({ err: error }, "What is told of each attempt has failed.");
    }
  };

  const findShares = async (): Promise<Share[]> => {
    const lanes = await findLanes(outbox);
    const now = clock.now();
    nextAt = nextAfter(lanes, now);
    return shareOut(lanes, now, active);
  };

  const start = (claimed: Claimed): void => {
    active.add(claimed.notification, 1);
    const attempt = deliverer.deliver(claimed).then((outcome) => {
      outcomes.push(outcome);
      active.add(claimed.notification, -1);
      underWay.delete(attempt);
      void turn();
    });
    underWay.add(attempt);
  };

  const schedule = (): void => {
    clearTimeout(timer);
    if (isStopped || !isWatching) return;
    const wait = failure !== undefined || nextAt === undefined ? pause : nextAt - clock.now();
    timer = setTimeout(() => void turn(), Math.min(pause, Math.max(wait, 1)));
    if (!keepsAlive) timer.unref();
  };

  return {
    wake: () => {
      if (isStopped) return;
      isWatching = true;
      void turn();
    },
    settle: async (isEnough) => {
      while (!isStopped) {
        // Under load a turn does not end, nor the attempts: whether it is enough is asked all the same.
        const pauses = isEnough ? [sleep(20, undefined, { ref: false })] : [];
        await Promise.race([turn(), ...pauses]);
        if (failure !== undefined) throw failure;
        if (await isEnough?.()) return;
        if (underWay.size > 0) await Promise.race([...underWay, ...pauses]);
        else if (outcomes.length > 0) continue;
        else if (await isAnyDue(outbox)) await sleep(20);
        else return;
      }
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await Promise.race([Promise.all(underWay), sleep(grace, undefined, { ref: false })]);
      deliverer.abort();
      await Promise.all(underWay);
      await turn();
      await sender.close();
    },
  };
}
