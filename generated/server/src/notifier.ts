// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import {
  makeNotifier,
  type NotificationRules,
  type Notifier,
  type NotifierOptions,
} from "@packages/server/src/notifier/notifier.ts";
import type { NotificationRow } from "@packages/server/src/notifier/tables.ts";
import {
  type ActiveReceiver,
  buildNotificationRows,
  type EventOccurrence,
} from "@packages/server/src/notifier/write.ts";
import { makeNotificationWriter } from "@packages/server/src/request/check-body.ts";
import { bindings } from "./bindings.ts";
import { type NotificationBodies, signatureRule } from "./notifications.ts";

export * from "@packages/server/src/notifier/entry.ts";

const rules: NotificationRules = {
  delivery: {
    timeout: 10,
    schedule: [0, 5, 300, 1800, 7200, 18000, 36000, 36000],
    jitter: 0.2,
    disabledAfter: 432000,
  },
  signature: signatureRule,
  bindings,
};

/**
 * Makes a notifier of PIX payments: what it is given in a transaction is delivered at least once, signed, by the
 * contract's schedule.
 */
export function createPixNotifier<Transaction>(
  options: NotifierOptions<Transaction>,
): Notifier<Transaction, NotificationBodies> {
  return makeNotifier(rules, options);
}

const write = makeNotificationWriter(bindings);

/**
 * Makes the rows of a change's notifications, for a server that writes them by itself.
 *
 * @param make `now`: epoch milliseconds; `makeId`: of a notification
 * @throws {InvalidNotificationError} if a body breaks the contract
 */
export function makeNotificationRows(
  receivers: readonly ActiveReceiver[],
  change: EventOccurrence,
  make: { now: number; makeId(): string },
): NotificationRow[] {
  return buildNotificationRows(receivers, change, { ...make, write });
}
