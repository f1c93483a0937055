// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { makeNotifier, type Notifier, type NotifierOptions } from "../../../packages/server/src/notifier/notifier.ts";
import type { DeliveryRule } from "../../../packages/server/src/notifier/outbox.ts";
import { type NotificationBodies, signatureRule } from "./notifications.ts";

export * from "../../../packages/server/src/notifier/entry.ts";

const delivery: DeliveryRule = {
  timeout: 10,
  schedule: [0, 5, 300, 1800, 7200, 18000, 36000, 36000],
  jitter: 0.2,
  disabledAfter: 432000,
};

/**
 * Makes a notifier of PIX payments: what it is given in a transaction is delivered at least once, signed, by the
 * contract's schedule.
 */
export function createPixNotifier<Transaction>(
  options: NotifierOptions<Transaction>,
): Notifier<Transaction, NotificationBodies> {
  return makeNotifier({ delivery, signature: signatureRule }, options);
}
