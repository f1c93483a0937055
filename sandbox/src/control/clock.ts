import { latestMoment, timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { nextDue } from "../service/due.ts";
import { NotAllowedError } from "../service/errors.ts";
import { setTimeout } from "../timers.ts";
import { checkInput } from "./check-input.ts";
import { readDuration } from "./durations.ts";
import { InvalidInputError } from "./invalid-input-error.ts";
import type { ClockView } from "./types.ts";

/** The sandbox's time. */
export interface ClockControl {
  read(): Promise<ClockView>;
  /**
   * Advances the clock. What falls due on the way happens at its moment and in order, deliveries included; resolves when
   * all of it is done.
   *
   * @param by `90s`, `1h30m`, `2d`, or milliseconds
   * @throws {InvalidInputError}
   */
  advance(by: string | number): Promise<ClockView>;
  /** Sets the clock, on the same way. @throws {InvalidInputError} @throws {NotAllowedError} where it shows a later time */
  set(now: Date | string): Promise<ClockView>;
  /** Lets the clock stand still. */
  freeze(): Promise<ClockView>;
  /** Lets the clock run on from the time that it shows. */
  resume(): Promise<ClockView>;
}

/** What the clock needs of the sandbox's parts. */
export interface ClockParts {
  /** Does all that is due now, deliveries included. */
  settle(): Promise<void>;
}

/** Milliseconds to wait for what another process does at the same moment. */
const patience = 15_000;

export function makeClockControl(sandbox: Sandbox, { settle }: ClockParts): ClockControl {
  const { storage, settings, clock } = sandbox;
  const view = (): ClockView => {
    const { clockOffset, clockFrozenAt } = settings.current;
    return { now: timestamp(clock.now()), offset: clockOffset, frozen: clockFrozenAt !== null };
  };
  /** Sets the clock to a moment, never backwards. */
  const put = async (moment: number, isFrozen: boolean): Promise<void> => {
    await storage.transaction(async (tx) => {
      // Other processes that set the clock wait here.
      await tx
        .updateTable("settings")
        .set((eb) => ({ valueJson: eb.ref("valueJson") }))
        .where("name", "=", "started")
        .execute();
      await settings.read(tx);
      const time = Math.max(moment, clock.now());
      await settings.write(tx, { clockFrozenAt: isFrozen ? time : null, clockOffset: time - Date.now() });
      await storage.announce(tx);
    });
    // Whoever read meanwhile has read what was there before the commit.
    await settings.refresh();
  };

  /** Moves the clock to a moment, and stops at each at which something is due. It does not run on the way. */
  const walk = async (target: number): Promise<void> => {
    const wasFrozen = settings.current.clockFrozenAt !== null;
    await put(clock.now(), true);
    try {
      for (;;) {
        const next = await settleAll();
        if (next === undefined || next > target) break;
        await put(next, true);
      }
      await put(target, true);
      await settle();
    } finally {
      if (!wasFrozen) await put(clock.now(), false);
    }
  };

  /**
   * Settles, and waits for what another process has taken upon itself at this moment. Returns the next one at which
   * something is due.
   */
  const settleAll = async (): Promise<number | undefined> => {
    const end = Date.now() + patience;
    for (;;) {
      await settle();
      const next = await nextMoment(sandbox);
      if (next === undefined || next > clock.now()) return next;
      if (Date.now() > end) {
        throw new NotAllowedError(
          `The clock stands at ${timestamp(clock.now())}: what is due then was not done within ${patience / 1000} seconds.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  // One walk at a time: each waits for the one before.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async (work: () => Promise<void>): Promise<ClockView> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    await turn;
    return view();
  };

  return {
    read: async () => {
      await settings.refresh();
      return view();
    },
    advance: async (by) => {
      await checkInput("advanceClock", { body: { by } });
      const duration = readDuration(by);
      return inTurn(async () => {
        await settings.refresh();
        await walk(checkMoment("by", clock.now() + duration));
      });
    },
    set: async (now) => {
      const given = now instanceof Date ? toText(now) : now;
      await checkInput("setClock", { body: { now: given } });
      return inTurn(async () => {
        await settings.refresh();
        const target = Date.parse(given);
        if (target < clock.now()) {
          throw new NotAllowedError(`The clock shows ${timestamp(clock.now())} and does not go back to ${given}.`);
        }
        await walk(checkMoment("now", target));
      });
    },
    freeze: () =>
      inTurn(async () => {
        await settings.refresh();
        await put(clock.now(), true);
      }),
    resume: () =>
      inTurn(async () => {
        await settings.refresh();
        await put(clock.now(), false);
      }),
  };
}

/** @throws {InvalidInputError} where the clock cannot show a moment */
function checkMoment(path: string, moment: number): number {
  if (moment > latestMoment) {
    throw new InvalidInputError([{ path, message: `must not lead beyond ${timestamp(latestMoment)}` }]);
  }
  return moment;
}

function toText(date: Date): string {
  return Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString();
}

/** When something is due next: a charge, a transfer or an attempt of a delivery; undefined where nothing is. */
async function nextMoment(sandbox: Sandbox): Promise<number | undefined> {
  const { attempt } = await sandbox.storage.db
    .selectFrom("notifications")
    .select((eb) => eb.fn.min("nextAt").as("attempt"))
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  const times = [await nextDue(sandbox), attempt === null ? undefined : Number(attempt)];
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
