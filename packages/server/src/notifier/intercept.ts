import type { Attempt, NotificationRow } from "./tables.ts";

/** What is to happen to a notification instead of a plain delivery. */
export interface Plan {
  /** Milliseconds by which the delivery may take longer. */
  delay: number;
  /** Makes its attempts. @param send makes one; undefined where that was given up */
  deliver(send: () => Promise<Attempt | undefined>, signal: AbortSignal): Promise<Attempt[]>;
}

/** Puts something else in place of deliveries, as a server for tests may want to. */
export interface DeliveryInterceptor<Transaction> {
  /** Asked for each notification in the transaction that claims it, until it says undefined: then for no more of them. */
  plan(transaction: Transaction, notification: NotificationRow): Promise<Plan | undefined>;
  /** Told of each delivery that is over. */
  delivered?(): void;
}
