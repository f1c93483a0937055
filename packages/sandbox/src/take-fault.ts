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
  for (;;) {
    const fault = await db
      .selectFrom("faults")
      .selectAll()
      .where("operation", "in", faultKeys(operation))
      .where((eb) => eb.or([eb("remaining", "is", null), eb("remaining", ">", 0)]))
      .orderBy("createdAt")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!fault) return undefined;
    const taken = { kind: fault.kind, options: JSON.parse(fault.optionsJson) as Fault["options"] };
    if (fault.remaining === null) return taken;
    const { numUpdatedRows } = await db
      .updateTable("faults")
      .set((eb) => ({ remaining: eb("remaining", "-", 1) }))
      .where("id", "=", fault.id)
      .where("remaining", ">", 0)
      .executeTakeFirst();
    // Another process may have had the last of it.
    if (numUpdatedRows === 0n) continue;
    await db.deleteFrom("faults").where("id", "=", fault.id).where("remaining", "=", 0).execute();
    return taken;
  }
}
