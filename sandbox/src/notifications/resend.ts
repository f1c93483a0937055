import type { Sandbox } from "../context.ts";
import { NotAllowedError, NotFoundError } from "../service/errors.ts";
import type { Database } from "../storage/tables.ts";

/**
 * Makes a notification due now, delivered before or not: the same id and body, further attempts, the schedule from its
 * start. An attempt that is under way counts as the first.
 *
 * @throws {NotFoundError} where there is no such notification
 * @throws {NotAllowedError} where its registration was switched off or deleted
 */
export async function resend(tx: Database, { clock, storage }: Sandbox, id: string): Promise<void> {
  const row = await tx.selectFrom("notifications").select("webhookId").where("id", "=", id).executeTakeFirst();
  if (!row) throw new NotFoundError(`There is no notification ${id}.`);
  if (row.webhookId !== null) {
    const webhook = await tx.selectFrom("webhooks").select("active").where("id", "=", row.webhookId).executeTakeFirst();
    if (!webhook?.active) {
      const what = webhook ? "switched off" : "deleted";
      throw new NotAllowedError(`The registration ${row.webhookId} of the notification ${id} was ${what}.`);
    }
  }
  await tx
    .updateTable("notifications")
    .set({ status: "pending", step: 0, nextAt: clock.now(), deliveredAt: null })
    .where("id", "=", id)
    .execute();
  await storage.announce(tx);
}
