import type { Sandbox } from "../context.ts";
import type { Database } from "../storage/tables.ts";
import type { ClockControl } from "./clock.ts";
import type { FallenDue, MovedClock } from "./types.ts";

/** The clock, and what fell due while it was moved. */
export interface ReportingClockControl extends ClockControl {
  advance(by: string | number): Promise<MovedClock>;
  set(now: Date | string): Promise<MovedClock>;
}

/** Adds to a move of the clock what fell due on the way. */
export function reportDue({ storage }: Sandbox, clock: ClockControl): ReportingClockControl {
  const report = async (move: () => ReturnType<ClockControl["read"]>): Promise<MovedClock> => {
    const { now } = await clock.read();
    const moved = await move();
    return { ...moved, due: await countDue(storage.db, Date.parse(now)) };
  };
  return {
    ...clock,
    advance: (by) => report(() => clock.advance(by)),
    set: (now) => report(() => clock.set(now)),
  };
}

/** Counts what has happened after a moment of the sandbox's clock: objects that changed, and attempts of deliveries. */
async function countDue(db: Database, after: number): Promise<FallenDue> {
  const changed = async (table: "charges" | "transfers"): Promise<number> => {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("updatedAt", ">", after)
      .where("createdAt", "<=", after)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const { count } = await db
    .selectFrom("attempts")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("at", ">", after)
    .executeTakeFirstOrThrow();
  return { charges: await changed("charges"), transfers: await changed("transfers"), attempts: Number(count) };
}
