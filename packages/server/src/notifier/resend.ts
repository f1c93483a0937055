import { type Outbox, query, run } from "./outbox.ts";
import { sql } from "./sql.ts";

/** What became of a wish to send a notification again. */
export type Resent = "resent" | "not-found" | "receiver-inactive" | "receiver-deleted";

/**
 * Makes a notification due now, delivered before or not: the same id and body, further attempts, the schedule from its
 * start. An attempt that is under way counts as the first.
 */
export async function resend<Transaction>(
  transaction: Transaction,
  outbox: Outbox<Transaction>,
  id: string,
): Promise<Resent> {
  const [row] = await query<{ receiverId: string | null }, Transaction>(
    outbox,
    transaction,
    sql`select "receiverId" from "notifications" where "id" = ${id}`,
  );
  if (!row) return "not-found";
  if (row.receiverId !== null) {
    const [receiver] = await query<{ active: number }, Transaction>(
      outbox,
      transaction,
      sql`select "active" from "receivers" where "id" = ${row.receiverId}`,
    );
    if (!receiver) return "receiver-deleted";
    if (receiver.active !== 1) return "receiver-inactive";
  }
  await run(
    outbox,
    transaction,
    sql`update "notifications" set "status" = 'pending', "step" = 0, "nextAt" = ${outbox.clock.now()},
      "deliveredAt" = null where "id" = ${id}`,
  );
  await outbox.onChange?.(transaction);
  return "resent";
}
