import { giveUp } from "./claim.ts";
import { type Outbox, query, run } from "./outbox.ts";
import { columns, rowsOf, sql } from "./sql.ts";
import { type ReceiverRow, receiverColumns } from "./tables.ts";

/** A registered URL. */
export interface Receiver<Event extends string = string> {
  id: string;
  companyId: string;
  url: string;
  /** The events that it asks for; empty for all. */
  events: Event[];
  name: string;
  /** False once it was switched off, by hand or because every attempt failed for too long. */
  active: boolean;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** A URL to register. */
export interface NewReceiver<Event extends string = string> {
  id: string;
  companyId: string;
  url: string;
  /** The events that it asks for; all if absent or empty. */
  events?: readonly Event[];
  name: string;
  /** True if absent. */
  active?: boolean;
}

/** The registered URLs of companies. Each takes the transaction of its caller. */
export interface Receivers<Transaction, Event extends string = string> {
  /** Registers a URL; undefined where the company has as many as it may. @param most that a company may have */
  add(transaction: Transaction, receiver: NewReceiver<Event>, most: number): Promise<Receiver<Event> | undefined>;
  /** Those of a company, the oldest first. */
  list(companyId: string): Promise<Receiver<Event>[]>;
  /** Deletes one, with what was still to be delivered to it; false where the company has no such one. */
  remove(transaction: Transaction, companyId: string, id: string): Promise<boolean>;
  /** Switches one on or off; false where there is no such one. What waits for one that is off is given up. */
  setActive(transaction: Transaction, id: string, active: boolean): Promise<boolean>;
}

export function makeReceivers<Transaction>(outbox: Outbox<Transaction>): Receivers<Transaction> {
  return {
    add: async (transaction, { events = [], active = true, ...given }, most) => {
      const { companyId } = given;
      // Two calls at once are counted one after the other.
      if (outbox.storage.dialect === "postgres") {
        const lock = `receivers ${companyId}`;
        await run(outbox, transaction, sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
      }
      const [counted] = await query<{ count: number }, Transaction>(
        outbox,
        transaction,
        sql`select count(*) as "count" from "receivers" where "companyId" = ${companyId}`,
      );
      if ((counted?.count ?? 0) >= most) return undefined;
      const row: ReceiverRow = {
        ...given,
        eventsJson: JSON.stringify([...new Set(events)]),
        active: active ? 1 : 0,
        createdAt: outbox.clock.now(),
        failingSince: null,
      };
      const inserted = rowsOf([row], receiverColumns);
      await run(outbox, transaction, sql`insert into "receivers" (${columns(receiverColumns)}) values ${inserted}`);
      return viewReceiver(row);
    },
    list: async (companyId) => {
      const rows = await query<ReceiverRow, Transaction>(
        outbox,
        undefined,
        sql`select ${columns(receiverColumns)} from "receivers" where "companyId" = ${companyId}
          order by "createdAt", "id"`,
      );
      return rows.map(viewReceiver);
    },
    remove: async (transaction, companyId, id) => {
      const { count } = await run(
        outbox,
        transaction,
        sql`delete from "receivers" where "id" = ${id} and "companyId" = ${companyId}`,
      );
      if (count > 0) await giveUp(transaction, outbox, sql`"receiverId" = ${id} and "status" = 'pending'`);
      return count > 0;
    },
    setActive: async (transaction, id, active) => {
      const { count } = await run(
        outbox,
        transaction,
        sql`update "receivers" set "active" = ${active ? 1 : 0}, "failingSince" = null where "id" = ${id}`,
      );
      if (!active) await giveUp(transaction, outbox, sql`"receiverId" = ${id} and "status" = 'pending'`);
      return count > 0;
    },
  };
}

function viewReceiver({ id, companyId, url, eventsJson, name, active, createdAt }: ReceiverRow): Receiver {
  const events = JSON.parse(eventsJson) as string[];
  return { id, companyId, url, events, name, active: active === 1, createdAt };
}
