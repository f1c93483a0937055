import type { Database } from "./storage/tables.ts";

/** A fault that happens now. */
export interface Fault {
  kind: string;
  options: { delay?: number; code?: string };
}

/** The key of an operation's faults: its own id, or `*` for every operation; deliveries are `notification`. */
const faultKeys = (operation: string): string[] =>
  operation === "notification" ? [operation] : [operation, "*"];

/** Takes the oldest fault that is meant for an operation, and counts it; undefined if there is none. */
export async function takeFault(db: Database, operation: string): Promise<Fault | undefined> {
  const oldest = db
    .selectFrom("faults")
    .select("id")
    .where("operation", "in", faultKeys(operation))
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1);
  const taken = await db
    .updateTable("faults")
    .set((eb) => ({ remaining: eb("remaining", "-", 1) }))
    .where("id", "=", oldest)
    // Another process may have had the last of it.
    .where((eb) => eb.or([eb("remaining", "is", null), eb("remaining", ">", 0)]))
    .returningAll()
    .executeTakeFirst();
  if (!taken) return undefined;
  if (taken.remaining === 0) await db.deleteFrom("faults").where("id", "=", taken.id).execute();
  return { kind: taken.kind, options: JSON.parse(taken.optionsJson) as Fault["options"] };
}
