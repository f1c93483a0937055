import { endDeliveries } from "./claim.ts";
import { type Outbox, sql, statementsFor } from "./outbox.ts";
import type { ReceiverRow } from "./tables.ts";

/** A registered URL. */
export interface Receiver<Event extends string = string> {
  id: string;
  callerId: string;
  url: string;
  /** The events that it subscribes to; empty for all. */
  events: Event[];
  name: string;
  /** False once it was switched off, by a call or because every attempt failed for too long. */
  active: boolean;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** A URL to register; it subscribes to all events and is active by default. */
export type NewReceiver<Event extends string = string> = Pick<
  Receiver,
  "id" | "callerId" | "url" | "name"
> &
  Partial<Pick<Receiver<Event>, "events" | "active">>;

/** The registered URLs of callers. Each method takes the transaction in which it works. */
export interface Receivers<Transaction, Event extends string = string> {
  /** Registers a URL; undefined if the caller has reached its limit. @param maxReceivers of a caller */
  add(
    transaction: Transaction,
    receiver: NewReceiver<Event>,
    maxReceivers: number,
  ): Promise<Receiver<Event> | undefined>;
  /** Those of a caller, the oldest first. */
  list(callerId: string): Promise<Receiver<Event>[]>;
  /** Deletes one, with the notifications that wait for it; false if the caller has no such receiver. */
  remove(transaction: Transaction, callerId: string, id: string): Promise<boolean>;
  /** Switches one on or off; false if there is no such receiver. Switching off gives up the notifications that wait for it. */
  setActive(transaction: Transaction, id: string, active: boolean): Promise<boolean>;
}

export function makeReceivers<Transaction>(outbox: Outbox<Transaction>): Receivers<Transaction> {
  return {
    add: async (transaction, { events = [], active = true, ...given }, maxReceivers) => {
      const tx = statementsFor(outbox, transaction);
      const { callerId } = given;
      // Two calls at once are counted one after the other.
      if (tx.dialect === "postgres") {
        await tx.query`select pg_advisory_xact_lock(hashtextextended(${`receivers ${callerId}`}, 0))`;
      }
      const [counted] = await tx.query<{ count: number }>`
        select count(*) as count from outbox_receivers where "callerId" = ${callerId}`;
      if ((counted?.count ?? 0) >= maxReceivers) return undefined;
      const row: ReceiverRow = {
        ...given,
        eventsJson: JSON.stringify([...new Set(events)]),
        active: active ? 1 : 0,
        createdAt: tx.now(),
        failingSince: null,
      };
      await tx.insert("outbox_receivers", [row]);
      return viewReceiver(row);
    },
    list: async (callerId) => {
      const rows = await statementsFor(outbox).query<ReceiverRow>`
        select * from outbox_receivers where "callerId" = ${callerId} order by "createdAt", id`;
      return rows.map(viewReceiver);
    },
    remove: async (transaction, callerId, id) => {
      const tx = statementsFor(outbox, transaction);
      const count =
        await tx.run`delete from outbox_receivers where id = ${id} and "callerId" = ${callerId}`;
      if (count === 0) return false;
      await endDeliveries(
        tx,
        sql`"callerId" = ${callerId} and "receiverId" = ${id} and status = 'pending'`,
      );
      return true;
    },
    setActive: async (transaction, id, active) => {
      const tx = statementsFor(outbox, transaction);
      const count = await tx.run`
        update outbox_receivers set active = ${active ? 1 : 0}, "failingSince" = null where id = ${id}`;
      if (!active) await endDeliveries(tx, sql`"receiverId" = ${id} and status = 'pending'`);
      return count > 0;
    },
  };
}

function viewReceiver({
  id,
  callerId,
  url,
  eventsJson,
  name,
  active,
  createdAt,
}: ReceiverRow): Receiver {
  const events = JSON.parse(eventsJson) as string[];
  return { id, callerId, url, events, name, active: active === 1, createdAt };
}
