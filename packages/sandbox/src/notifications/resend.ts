import { resend as resendFrom } from "../../../server/src/notifier/resend.ts";
import type { Sandbox } from "../context.ts";
import { NotAllowedError, NotFoundError } from "../service/errors.ts";
import type { Database } from "../storage/tables.ts";
import { makeOutbox } from "./outbox.ts";

/**
 * Makes a notification due now, delivered before or not: the same id and body, further attempts, the schedule from its
 * start. An attempt that is under way counts as the first.
 *
 * @throws {NotFoundError} where there is no such notification
 * @throws {NotAllowedError} where its registration was switched off or deleted
 */
export async function resend(tx: Database, sandbox: Sandbox, id: string): Promise<void> {
  const outcome = await resendFrom(tx, makeOutbox(sandbox), id);
  if (outcome === "not-found") throw new NotFoundError(`There is no notification ${id}.`);
  if (outcome === "resent") return;
  const what = outcome === "receiver-inactive" ? "switched off" : "deleted";
  throw new NotAllowedError(`The registration of the notification ${id} was ${what}.`);
}
