import type { Database, FaultRow } from "./storage/tables.ts";

/** The parameters of a stored fault. */
export interface FaultOptions {
  /** Milliseconds of `latency`; at least so many if there is a `maxDelay`. */
  delay?: number;
  maxDelay?: number;
  code?: string;
  /** From 0 to 1. */
  probability?: number;
  /** Decides the draws of a fault that is random. */
  seed?: number;
  /** How often it was drawn. */
  draws?: number;
}

/** A fault that happens now. */
export interface Fault {
  kind: string;
  options: { delay?: number; code?: string };
}

/** The key of an operation's faults: its own id, or `*` for every operation; deliveries are `notification`. */
const faultKeys = (operation: string): string[] =>
  operation === "notification" ? [operation] : [operation, "*"];

/** A number from 0 to 1, below 1, which a seed and a position decide. Source: mulberry32, by Tommy Ettinger. */
function drawAt(seed: number, position: number): number {
  let state = (seed + Math.imul(position + 1, 0x6d2b79f5)) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
}

/** Whether a fault happens now, and how: two draws of its sequence decide. */
function draw({ seed = 0, draws = 0, probability = 1, delay, maxDelay, ...options }: FaultOptions) {
  const happens = drawAt(seed, 2 * draws) < probability;
  const range = maxDelay === undefined ? 0 : maxDelay - (delay ?? 0) + 1;
  const drawn = (delay ?? 0) + Math.floor(drawAt(seed, 2 * draws + 1) * range);
  const isDelayed = delay !== undefined || maxDelay !== undefined;
  return { happens, options: { ...options, ...(isDelayed && { delay: drawn }) } };
}

/** Takes the oldest fault that is meant for an operation and happens now, and counts it; undefined if none does. */
export async function takeFault(db: Database, operation: string): Promise<Fault | undefined> {
  for (;;) {
    const faults = await db
      .selectFrom("faults")
      .selectAll()
      .where("operation", "in", faultKeys(operation))
      .where((eb) => eb.or([eb("remaining", "is", null), eb("remaining", ">", 0)]))
      .orderBy("createdAt")
      .orderBy("id")
      .execute();
    const taken = await takeFirst(db, faults);
    if (taken !== "again") return taken;
  }
}

/** @returns "again" if another process has changed one of the faults meanwhile */
async function takeFirst(
  db: Database,
  faults: readonly FaultRow[],
): Promise<Fault | "again" | undefined> {
  for (const { id, kind, remaining, optionsJson } of faults) {
    const stored = JSON.parse(optionsJson) as FaultOptions;
    const { happens, options } = draw(stored);
    const isRandom = stored.seed !== undefined;
    if (isRandom || remaining !== null) {
      const next = isRandom ? { ...stored, draws: (stored.draws ?? 0) + 1 } : stored;
      const { numUpdatedRows } = await db
        .updateTable("faults")
        .set({
          optionsJson: JSON.stringify(next),
          ...(happens && remaining !== null && { remaining: remaining - 1 }),
        })
        .where("id", "=", id)
        .where("optionsJson", "=", optionsJson)
        .where((eb) => (remaining === null ? eb.lit(true) : eb("remaining", "=", remaining)))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return "again";
    }
    if (!happens) continue;
    await db.deleteFrom("faults").where("id", "=", id).where("remaining", "=", 0).execute();
    return { kind, options };
  }
  return undefined;
}
