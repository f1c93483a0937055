import { sql } from "kysely";
import { latestMoment, timestamp, viewClock } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import { afterAllIds, type IdPrefix, lowestIdAt, makeId } from "../identifiers.ts";
import { nextDue } from "../service/due.ts";
import { NotAllowedError } from "../service/errors.ts";
import { type HeldClock, holdClock } from "./clock-move.ts";
import { refuse } from "./invalid-input-error.ts";
import { makeOperation } from "./operation.ts";

type ClockView = Schemas["Clock"];
type MovedClock = Schemas["MovedClock"];

/** Does all that is due now, deliveries included, or as much as is enough. */
export type Settle = (isEnough?: () => Promise<boolean>) => Promise<void>;

/** Milliseconds to wait at one moment for the work that is due then, such as a receiver that does not answer. */
const momentBudget = 15_000;

/**
 * Milliseconds after a call in which its move stops on the way. Work that is due then happens at its end, or afterwards; moves
 * that wait for others do not add up.
 */
const moveBudget = 60_000;

/**
 * Milliseconds before its end from which a move stops at fewer moments: at each, it does the work that has fallen due since the
 * one before. So much may be due on the way that it would not come through otherwise.
 */
const coarseBudget = 30_000;

/** Parts of the way that is left then, each with one stop. */
const coarseSteps = 50;

/** Milliseconds that are left in any case for the work that is due at the end. */
const finalBudget = 2_000;

/** Where a move led to, and the work that is due there and not done. */
interface Moved {
  target: number;
  left: MovedClock["left"];
}

/** Moves the clock: one move at a time, each after the one before. */
class ClockMover {
  readonly #sandbox: Sandbox;
  readonly #settle: Settle;
  #last: Promise<unknown> = Promise.resolve();

  constructor(sandbox: Sandbox, settle: Settle) {
    this.#sandbox = sandbox;
    this.#settle = settle;
  }

  view(): ClockView {
    return viewClock(this.#sandbox.settings.current, this.#sandbox.clock);
  }

  advance(duration: number): Promise<MovedClock> {
    return this.#move(async (held, end) => {
      const target = checkMoment("by", held.start + duration);
      const left = await this.#stepThroughDueMoments(held, target, end);
      // A clock that runs did not stand still for the work on the way.
      await held.release(
        held.offset === null ? { frozenAt: target } : { offset: held.offset + duration },
      );
      return { target, left };
    });
  }

  set(now: string): Promise<MovedClock> {
    const target = Date.parse(now);
    return this.#move(async (held, end) => {
      if (target < held.start) {
        throw new NotAllowedError(
          `The clock shows ${timestamp(held.start)} and does not go back to ${now}.`,
        );
      }
      const left = await this.#stepThroughDueMoments(held, checkMoment("now", target), end);
      const offset = target - this.#sandbox.storage.now();
      await held.release(
        held.offset === null ? { frozenAt: target } : { offset: Math.max(offset, held.offset) },
      );
      return { target, left };
    });
  }

  /** Lets the clock stand, or run on, without a step. */
  release(to: (held: HeldClock) => Parameters<HeldClock["release"]>[0]): Promise<ClockView> {
    return this.#serialize(async (held) => {
      await held.release(to(held));
      return held.start;
    });
  }

  /** Adds the work that fell due on the way: steps that this process moved meanwhile, and all attempts of deliveries. */
  async #move(work: (held: HeldClock, end: number) => Promise<Moved>): Promise<MovedClock> {
    const { transitionCounts: moved, storage } = this.#sandbox;
    const end = performance.now() + moveBudget;
    const attempts = storage.db.selectFrom("outbox_attempts");
    let due = { charges: 0, transfers: 0, attempts: 0 };
    let left = { charges: 0, transfers: 0, notifications: 0 };
    const view = await this.#serialize(async (held) => {
      const { charges, transfers } = moved;
      const newest = await attempts.select((eb) => eb.fn.max("id").as("id")).executeTakeFirst();
      const ended = await work(held, end);
      const { count } = await attempts
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("id", ">", newest?.id ?? 0)
        .executeTakeFirstOrThrow();
      left = ended.left;
      due = {
        charges: moved.charges - charges,
        transfers: moved.transfers - transfers,
        attempts: Number(count),
      };
      return ended.target;
    });
    const complete = Object.values(left).every((count) => count === 0);
    return { ...view, due, complete, left };
  }

  /** @param work moves the clock and gives the time that it was put to */
  async #serialize(work: (held: HeldClock) => Promise<number>): Promise<ClockView> {
    const { storage, settings } = this.#sandbox;
    const start = (): Promise<void> =>
      holdClock(this.#sandbox, async (held) => {
        const until = await work(held);
        const frozen = Number(settings.current.clockFrozenAt !== null);
        const row = { id: makeId("clk"), at: held.start, until, frozen };
        await storage.transaction((tx) => tx.insertInto("clockMoves").values(row).execute());
      });
    const turn = this.#last.then(start, start);
    this.#last = turn.catch(() => {});
    await turn;
    return this.view();
  }

  /**
   * Puts the clock to a moment, and stops on the way at each at which something is due that was there when the move
   * began, or comes of it. Work that others begin meanwhile happens afterwards: they would never let the move end.
   *
   * @param end when it stops no more, by `performance.now()`
   * @returns the work that is left
   */
  async #stepThroughDueMoments(
    held: HeldClock,
    target: number,
    end: number,
  ): Promise<MovedClock["left"]> {
    const { clock } = this.#sandbox;
    const begun = afterAllIds();
    const next = () => nextMoment(this.#sandbox, begun, target);
    let minStep = 1;
    for (;;) {
      const limit = Math.min(end, performance.now() + momentBudget);
      await this.#settle(
        async () => performance.now() > limit || ((await next()) ?? target) > clock.now(),
      );
      const moment = performance.now() > end ? undefined : await next();
      if (moment === undefined || moment >= target) break;
      if (minStep === 1 && performance.now() > end - coarseBudget)
        minStep = Math.max(1, Math.ceil((target - clock.now()) / coarseSteps));
      // If time runs out at a moment, its work is still due.
      await held.put(Math.min(target, Math.max(moment, clock.now() + minStep)));
    }
    await held.put(target);
    const limit = Math.max(end, performance.now() + finalBudget);
    await this.#settle(
      async () => performance.now() > limit || ((await next()) ?? target + 1) > target,
    );
    return countLeft(this.#sandbox, begun, target);
  }
}

/** The sandbox's time. */
export function makeClockControl(sandbox: Sandbox, settle: Settle) {
  const mover = new ClockMover(sandbox, settle);
  const advance = makeOperation("advanceClock", async ({ by }) => mover.advance(readDuration(by)));
  const set = makeOperation("setClock", async ({ now }) => mover.set(now));
  return {
    read: makeOperation("readClock", async () => {
      await sandbox.settings.refresh();
      return mover.view();
    }),
    /**
     * Advances the clock. Everything that falls due on the way happens at its moment and in order, deliveries included; after
     * half a minute at the end of larger steps. Resolves when all of it is done, or after about a minute with `complete: false`
     * and the work that is left.
     *
     * @param by `90s`, `1h30m`, `2d`, or milliseconds
     * @throws {InvalidInputError}
     */
    advance: Object.assign((by: string | number) => advance({ by }), { handler: advance }),
    /** Sets the clock, on the same way. @throws {InvalidInputError} @throws {NotAllowedError} if it shows a later time */
    set: Object.assign(
      (now: Date | string) => set({ now: now instanceof Date ? showDate(now) : now }),
      { handler: set },
    ),
    /** Lets the clock stand still. */
    freeze: makeOperation("freezeClock", () => mover.release((held) => ({ frozenAt: held.start }))),
    /** Lets the clock run on from the time that it shows. */
    resume: makeOperation("resumeClock", () =>
      mover.release((held) => ({ offset: held.start - sandbox.storage.now() })),
    ),
  };
}

const offsetUnits = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;

/** The longest advance, ten years: milliseconds. */
const maxAdvance = 315_360_000_000;

/** Milliseconds of `2d3h`, `90s`, `250ms`, …; a number is milliseconds. @throws {InvalidInputError} */
function readDuration(by: string | number): number {
  if (typeof by === "number") return by;
  const parts = [...by.matchAll(/(\d+)(ms|[dhms])/g)];
  const duration = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * offsetUnits[unit as keyof typeof offsetUnits],
    0,
  );
  if (duration > maxAdvance) refuse("by", "must be at most ten years");
  return duration;
}

/** @throws {InvalidInputError} if the clock cannot show a moment */
function checkMoment(path: string, moment: number): number {
  if (moment > latestMoment) refuse(path, `must not lead beyond ${timestamp(latestMoment)}`);
  return moment;
}

function showDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString();
}

/** Notifications that wait for an attempt, about objects made before a moment of the real time. */
function selectWaiting({ storage }: Sandbox, madeBefore: number, until: number) {
  return storage.db
    .selectFrom("outbox_notifications")
    .where("status", "=", sql.lit("pending"))
    .where("nextAt", "<=", until)
    .where((eb) =>
      eb.or([
        eb("id", "<", lowestIdAt("wh", madeBefore)),
        // Older objects may be notified later; a test event is about an object that is in no table.
        eb.and([eb("objectId", "<", lowestIdAt("txn", madeBefore)), eb("objectId", ">", "txn_")]),
        eb.and([eb("objectId", "<", lowestIdAt("trf", madeBefore)), eb("objectId", ">", "trf_")]),
      ]),
    );
}

/**
 * The next due moment of objects made before a moment of the real time: a charge, a transfer, or an attempt of a
 * delivery about one; undefined if nothing is until the target.
 */
async function nextMoment(
  sandbox: Sandbox,
  madeBefore: number,
  target: number,
): Promise<number | undefined> {
  const attempt = await selectWaiting(sandbox, madeBefore, target)
    .select("nextAt")
    .orderBy("nextAt")
    .limit(sql.lit(1))
    .executeTakeFirst();
  const due = await nextDue(sandbox, madeBefore);
  const times = [due, attempt?.nextAt].filter(
    (time) => typeof time === "number" && time <= target,
  ) as number[];
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Each kind is counted up to this number. */
const maxLeft = 10_000;

/** Counts the work that is due until a moment, of objects made before a moment of the real time. */
async function countLeft(
  sandbox: Sandbox,
  madeBefore: number,
  until: number,
): Promise<MovedClock["left"]> {
  const { db } = sandbox.storage;
  const find = (table: "charges" | "transfers", prefix: IdPrefix) =>
    db
      .selectFrom(table)
      .select("id")
      .where("nextAt", "<=", until)
      .where("id", "<", lowestIdAt(prefix, madeBefore))
      .limit(sql.lit(maxLeft))
      .execute();
  const waiting = selectWaiting(sandbox, madeBefore, until).select("id").limit(sql.lit(maxLeft));
  const [charges, transfers, notifications] = await Promise.all([
    find("charges", "txn"),
    find("transfers", "trf"),
    waiting.execute(),
  ]);
  return {
    charges: charges.length,
    transfers: transfers.length,
    notifications: notifications.length,
  };
}
