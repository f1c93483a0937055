import { giveUp } from "./claim.ts";
import { type Outbox, sql, within } from "./outbox.ts";
import type { ReceiverRow } from "./tables.ts";

/** A registered URL. */
export interface Receiver<Event extends string = string> {
  id: string;
  companyId: string;
  url: string;
  /** The events that it subscribes to; empty for all. */
  events: Event[];
  name: string;
  /** False once it was switched off, by a call or because every attempt failed for too long. */
  active: boolean;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** A URL to register. */
export interface NewReceiver<Event extends string = string> {
  id: string;
  companyId: string;
  url: string;
  /** The events that it subscribes to; all if absent or empty. */
  events?: readonly Event[];
  name: string;
  /** True if absent. */
  active?: boolean;
}

/** The registered URLs of companies. Each takes the transaction of its caller. */
export interface Receivers<Transaction, Event extends string = string> {
  /** Registers a URL; undefined if the company has reached its limit. @param most receivers of a company */
  add(transaction: Transaction, receiver: NewReceiver<Event>, most: number): Promise<Receiver<Event> | undefined>;
  /** Those of a company, the oldest first. */
  list(companyId: string): Promise<Receiver<Event>[]>;
  /** Deletes one, with what was still to be delivered to it; false if the company has no such receiver. */
  remove(transaction: Transaction, companyId: string, id: string): Promise<boolean>;
  /** Switches one on or off; false if there is no such receiver. What waits for one that is switched off is given up. */
  setActive(transaction: Transaction, id: string, active: boolean): Promise<boolean>;
}

export function makeReceivers<Transaction>(outbox: Outbox<Transaction>): Receivers<Transaction> {
  return {
    add: async (transaction, { events = [], active = true, ...given }, most) => {
      const tx = within(outbox, transaction);
      const { companyId } = given;
      // Two calls at once are counted one after the other.
      if (tx.dialect === "postgres") {
        await tx.query`select pg_advisory_xact_lock(hashtextextended(${`receivers ${companyId}`}, 0))`;
      }
      const [counted] = await tx.query<{ count: number }>`
        select count(*) as count from outbox_receivers where "companyId" = ${companyId}`;
      if ((counted?.count ?? 0) >= most) return undefined;
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
    list: async (companyId) => {
      const rows = await within(outbox).query<ReceiverRow>`
        select * from outbox_receivers where "companyId" = ${companyId} order by "createdAt", id`;
      return rows.map(viewReceiver);
    },
    remove: async (transaction, companyId, id) => {
      const tx = within(outbox, transaction);
      const count = await tx.run`delete from outbox_receivers where id = ${id} and "companyId" = ${companyId}`;
      if (count === 0) return false;
      await giveUp(tx, sql`"companyId" = ${companyId} and "receiverId" = ${id} and status = 'pending'`);
      return true;
    },
    setActive: async (transaction, id, active) => {
      const tx = within(outbox, transaction);
      const count = await tx.run`
        update outbox_receivers set active = ${active ? 1 : 0}, "failingSince" = null where id = ${id}`;
      if (!active) await giveUp(tx, sql`"receiverId" = ${id} and status = 'pending'`);
      return count > 0;
    },
  };
}

function viewReceiver({ id, companyId, url, eventsJson, name, active, createdAt }: ReceiverRow): Receiver {
  const events = JSON.parse(eventsJson) as string[];
  return { id, companyId, url, events, name, active: active === 1, createdAt };
}
