import { randomUUID } from "node:crypto";
import { offsetBy, timeBy, timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { NotAllowedError } from "../service/errors.ts";
import type { Settings } from "../settings.ts";
import { clearInterval, setInterval, sleep } from "../timers.ts";

/** Milliseconds that the clock is held without a sign of life of the one who holds it. */
const moveLease = 5_000;

/** Milliseconds between two signs of life. */
const progressInterval = 1_000;

/** Milliseconds to wait for somebody else who moves the clock. */
const maxMoveTime = 300_000;

/** The clock, held by one caller among all processes. */
export interface HeldClock {
  /** The time that it showed when it was taken. */
  readonly start: number;
  /** The offset from the real time, or null if the clock is frozen. */
  readonly offset: number | null;
  /** Puts it forward to a moment, where it stands. @throws {NotAllowedError} if somebody else holds it now */
  put(moment: number): Promise<void>;
  /** Lets it run with an offset from now on, or stand at a moment; in neither case it goes back. */
  release(to: { offset: number } | { frozenAt: number }): Promise<void>;
}

/**
 * Has one caller at a time move the clock, in whichever process. The lease belongs to the database: if the caller's
 * process dies, the clock runs on from where it stands as soon as the lease is over, and the next caller gets it.
 */
export async function holdClock(
  sandbox: Sandbox,
  work: (clock: HeldClock) => Promise<void>,
): Promise<void> {
  const id = randomUUID();
  const taken = await take(sandbox, id);
  const { clockFrozenAt, clockMove } = taken;
  const timer = setInterval(() => {
    // If the database is away, the lease ends by itself.
    changeClock(sandbox, id, () => ({})).catch(() => {});
  }, progressInterval).unref();
  let isReleased = false;
  const release: HeldClock["release"] = async (to) => {
    clearInterval(timer);
    await changeClock(sandbox, id, (current, realTime) => {
      const time = timeBy(current, realTime);
      if ("frozenAt" in to) {
        const frozenAt = Math.max(to.frozenAt, time);
        return { clockMove: null, clockFrozenAt: frozenAt, clockOffset: frozenAt - realTime };
      }
      return {
        clockMove: null,
        clockFrozenAt: null,
        clockOffset: Math.max(to.offset, time - realTime),
      };
    });
    isReleased = true;
  };
  try {
    await work({
      start: clockFrozenAt ?? clockMove?.heldAt ?? 0,
      offset: clockFrozenAt === null ? taken.clockOffset : null,
      put: (moment) =>
        changeClock(sandbox, id, (current, realTime) => {
          const time = Math.max(moment, timeBy(current, realTime));
          if (current.clockFrozenAt !== null)
            return { clockFrozenAt: time, clockOffset: time - realTime };
          return { clockMove: { id, until: realTime + moveLease, heldAt: time } };
        }),
      release,
    });
  } finally {
    clearInterval(timer);
    if (!isReleased) {
      const { current } = sandbox.settings;
      const to =
        current.clockFrozenAt === null
          ? { offset: taken.clockOffset }
          : { frozenAt: current.clockFrozenAt };
      await release(to).catch(() => {});
    }
  }
}

async function take(sandbox: Sandbox, id: string): Promise<Settings> {
  const end = performance.now() + maxMoveTime;
  for (;;) {
    const taken = await writeClock(sandbox, (current, realTime) => {
      const { clockFrozenAt, clockMove } = current;
      if (clockMove && realTime < clockMove.until) return undefined;
      const heldAt = clockFrozenAt === null ? timeBy(current, realTime) : null;
      // The time that a broken-off move had reached is kept.
      return {
        clockOffset: offsetBy(current),
        clockMove: { id, until: realTime + moveLease, heldAt },
      };
    });
    if (taken) return taken;
    if (performance.now() > end)
      throw new NotAllowedError("Another call keeps moving the clock; try again later.");
    await sleep(50);
  }
}

/** Changes the clock for the one who holds it, whose lease begins again. */
async function changeClock(
  sandbox: Sandbox,
  id: string,
  make: (current: Settings, realTime: number) => Partial<Settings>,
): Promise<void> {
  const changed = await writeClock(sandbox, (current, realTime) => {
    const { clockMove } = current;
    if (clockMove?.id !== id) return undefined;
    return { clockMove: { ...clockMove, until: realTime + moveLease }, ...make(current, realTime) };
  });
  if (changed) return;
  const now = timestamp(sandbox.clock.now());
  throw new NotAllowedError(
    `The clock was moved or reset by another call meanwhile; it shows ${now}.`,
  );
}

/** Changes settings by their present values, one caller after another; undefined for no change. */
async function writeClock(
  { storage, settings }: Sandbox,
  make: (current: Settings, realTime: number) => Partial<Settings> | undefined,
): Promise<Settings | undefined> {
  return settings.change(async (tx) => {
    // Others who write wait here.
    await tx
      .updateTable("settings")
      .set((eb) => ({ valueJson: eb.ref("valueJson") }))
      .where("name", "=", "started")
      .execute();
    const changes = make(await settings.read(tx), storage.now());
    if (!changes) return undefined;
    return settings.write(tx, changes);
  });
}
