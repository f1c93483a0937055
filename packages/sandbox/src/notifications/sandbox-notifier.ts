import type { NotificationBodies } from "@pix-contract/server";
import { createPixNotifier, type Notifier } from "@pix-contract/server/notifier";
import { CompiledQuery } from "kysely";
import type { Sandbox } from "../context.ts";
import { delivery } from "../contract.ts";
import { NotAllowedError, NotFoundError } from "../service/errors.ts";
import type { Database } from "../storage/tables.ts";
import { makeDeliveryFaults } from "./delivery-faults.ts";
import { isInboxUrl } from "./destinations.ts";

/** How notifications are delivered, if that differs from the contract. */
export type DeliveryOptions = Pick<
  Parameters<typeof createPixNotifier<Database>>[0],
  "signatureHeader" | "timeout" | "lookup"
>;

/** Delivers and resends the sandbox's notifications. Every process has one. */
export type SandboxNotifier = Notifier<Database, NotificationBodies>;

/** Makes the notifier of a sandbox, on the sandbox's own tables. @param ownFetch calls the sandbox itself */
export function makeSandboxNotifier(
  sandbox: Sandbox,
  options: DeliveryOptions = {},
  ownFetch?: typeof globalThis.fetch,
): SandboxNotifier {
  const { secrets, storage, clock, log } = sandbox;
  return createPixNotifier<Database>({
    ...options,
    outbox: {
      dialect: storage.dialect,
      shared: storage.shared,
      now: storage.now,
      transaction: storage.transaction,
      query: async (tx, statement, values) => {
        const query = CompiledQuery.raw(statement, [...values]);
        const { rows, numAffectedRows } = await (tx ?? storage.db).executeQuery<object>(query);
        return { rows, count: Number(numAffectedRows ?? 0) };
      },
    },
    clock: clock.now,
    log,
    userAgent: "pix-sandbox",
    keepsAlive: false,
    destinations: () => sandbox.destinations,
    // A registration has its own secret, a `postbackUrl` has the company's.
    secrets: ({ callerId, receiverId }) =>
      receiverId === null ? secrets.postbackSecret(callerId) : secrets.webhookSecret(receiverId),
    interceptor: {
      ...makeDeliveryFaults(sandbox, options.timeout ?? delivery.timeout * 1_000),
      fetchFor: (url) => (isInboxUrl(sandbox, url) ? ownFetch : undefined),
    },
  });
}

/**
 * Makes a notification due now, delivered before or not: the same id and body, further attempts, the schedule from its
 * start. An attempt that is under way counts as the first.
 *
 * @throws {NotFoundError} if there is no such notification
 * @throws {NotAllowedError} if its registration was switched off or deleted
 */
export async function resend(tx: Database, notifier: SandboxNotifier, id: string): Promise<void> {
  const outcome = await notifier.resend(tx, id);
  if (outcome === "not-found") throw new NotFoundError(`There is no notification ${id}.`);
  if (outcome === "resent") return;
  const what = outcome === "receiver-inactive" ? "switched off" : "deleted";
  throw new NotAllowedError(`The registration of the notification ${id} was ${what}.`);
}
