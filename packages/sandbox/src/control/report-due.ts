import type { Sandbox } from "../context.ts";
import type { ClockControl } from "./clock.ts";
import type { FallenDue, MovedClock } from "./types.ts";

/** The clock, and what fell due while it was moved. */
export interface ReportingClockControl extends ClockControl {
  advance(by: string | number): Promise<MovedClock>;
  set(now: Date | string): Promise<MovedClock>;
}

/** Adds to a move of the clock what fell due on the way: what this process moved meanwhile, and all attempts of deliveries. */
export function reportDue({ storage: { db }, moved }: Sandbox, clock: ClockControl): ReportingClockControl {
  const report = async (move: () => ReturnType<ClockControl["read"]>): Promise<MovedClock> => {
    const before = { ...moved };
    const { last } = await db
      .selectFrom("outbox_attempts")
      .select((eb) => eb.fn.max("id").as("last"))
      .executeTakeFirstOrThrow();
    const view = await move();
    const { count } = await db
      .selectFrom("outbox_attempts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("id", ">", last ?? 0)
      .executeTakeFirstOrThrow();
    const due: FallenDue = {
      charges: moved.charges - before.charges,
      transfers: moved.transfers - before.transfers,
      attempts: Number(count),
    };
    return { ...view, due };
  };
  return {
    ...clock,
    advance: (by) => report(() => clock.advance(by)),
    set: (now) => report(() => clock.set(now)),
  };
}
