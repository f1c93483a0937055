import { randomUUID } from "node:crypto";
import type { LookupFunction } from "node:net";
import { type Logger, makeLogger } from "../observe/logger.ts";
import type { SignatureRule } from "../signature.ts";
import type { Destinations } from "./destinations.ts";
import { startDispatcher } from "./dispatcher.ts";
import { type DeliveryRule, type Outbox, type OutboxStorage, query, run } from "./outbox.ts";
import { makeReceivers, type Receivers } from "./receivers.ts";
import { type Resent, resend } from "./resend.ts";
import type { SecretOwner, Secrets } from "./send.ts";
import { columns, Statement, sql } from "./sql.ts";
import { type Attempt, type AttemptRow, attemptColumns, migrations } from "./tables.ts";
import { type Addressed, purgeNotifications, writeNotifications } from "./write.ts";

/** What a contract says of notifications. */
export interface NotificationRules {
  readonly delivery: DeliveryRule;
  readonly signature: SignatureRule;
}

/** An attempt that was made. */
export interface MadeAttempt {
  notificationId: string;
  companyId: string;
  event: string;
  /** The registered receiver; null where an operation named the URL. */
  receiverId: string | null;
  url: string;
  /** Milliseconds. */
  duration: number;
  /** HTTP status; null where there was no response. */
  status: number | null;
  /** Why it failed, in a sentence; null where it succeeded. */
  error: string | null;
}

/** How a notifier is set up. */
export interface NotifierOptions<Transaction> {
  /** Where notifications wait: `postgresOutbox(pool)` or `sqliteOutbox(database)`. */
  outbox: OutboxStorage<Transaction>;
  /**
   * The secret of a receiver, or of a company for the URLs that its calls name; two while one is replaced, the new one
   * first. Asked for at each attempt.
   */
  secrets: (owner: SecretOwner) => Secrets | Promise<Secrets>;
  /** Where notifications may go beside public `https:` URLs; nowhere else if absent. */
  destinations?: Partial<Destinations>;
  /** Makes the id of a notification; a UUID if absent. */
  makeId?: () => string;
  /** Milliseconds that a receiver has for its response; the contract's if absent. */
  timeout?: number;
  /** Name of the header with the signature; the contract's if absent. */
  signatureHeader?: string;
  userAgent?: string;
  /** Now, in epoch milliseconds; `Date.now` if absent. */
  clock?: () => number;
  /** Takes what goes wrong with the storage; lines of JSON on the standard output if absent. */
  log?: Logger;
  /** How host names become addresses; the system's way if absent. */
  lookup?: LookupFunction;
  /** Told of every attempt once it is recorded, for metrics. */
  onAttempt?: (attempt: MadeAttempt) => void;
}

/** A change to notify of. */
export interface Change<Bodies, Event extends keyof Bodies> {
  companyId: string;
  event: Event;
  /** What the notification is about. */
  objectId: string;
  /** The URL that the operation named; none if absent or empty. */
  url?: string | null | undefined;
  /** Makes the body for one receiver. */
  body: (addressed: Addressed) => Bodies[Event];
}

/** How a notification stands. */
export interface NotificationState {
  status: "pending" | "delivered" | "failed";
  /** When the next attempt is due, in epoch milliseconds; null once delivered or given up. */
  nextAt: number | null;
  attempts: Attempt[];
}

/** Sends notifications: at least once, signed, and again by the contract's schedule until the receiver has them. */
export interface Notifier<Transaction, Bodies> {
  readonly receivers: Receivers<Transaction, keyof Bodies & string>;
  /** Makes the tables, or brings them up to date. Any number of processes may call it at once. */
  migrate(): Promise<void>;
  /**
   * Writes what is to be sent of a change, to the URL that the operation named and to every active receiver that asks for
   * the event, in the transaction of the change: both are there afterwards, or neither. Returns the notifications' ids.
   */
  notify<Event extends keyof Bodies & string>(
    transaction: Transaction,
    change: Change<Bodies, Event>,
  ): Promise<string[]>;
  /** Starts to deliver: what is due is found within a second. The process stays until `close`, even where the storage fails. */
  start(): void;
  /** Looks for what is due at once, such as after a commit. Starts to deliver as well. */
  wake(): void;
  /** Makes a notification due now, delivered before or not, with the same id and body, as long as its receiver is active. */
  resend(transaction: Transaction, id: string): Promise<Resent>;
  /** How a notification stands, with its attempts; undefined where there is no such one. */
  find(id: string): Promise<NotificationState | undefined>;
  /**
   * Deletes notifications that are delivered or given up, at most a thousand; to be called now and then.
   *
   * @param before epoch milliseconds: those that were made earlier
   * @returns how many went
   */
  purge(before: number): Promise<number>;
  /** Resolves when nothing is due and no attempt is under way. @throws where the storage fails */
  settle(): Promise<void>;
  /** Ends: attempts under way have half a second, then they are given back. */
  close(): Promise<void>;
}

/** Makes a notifier of what a contract says. */
export function makeNotifier<Transaction, Bodies>(
  { delivery, signature }: NotificationRules,
  options: NotifierOptions<Transaction>,
): Notifier<Transaction, Bodies> {
  const { outbox: storage, secrets, makeId = randomUUID, clock = Date.now } = options;
  const log = options.log ?? makeLogger({ level: "warn" }, []);
  const { timeout, lookup, signatureHeader, userAgent, onAttempt } = options;
  const destinations = { loopback: false, privateNetworks: false, ...options.destinations };
  const outbox: Outbox<Transaction> = { storage, delivery, clock: { now: clock }, log };
  const dispatcher = startDispatcher(outbox, {
    ...{ secrets, userAgent, destinations: () => destinations, keepsAlive: true },
    signature: signatureHeader === undefined ? signature : { ...signature, header: signatureHeader },
    ...(timeout !== undefined && { timeout }),
    ...(lookup && { lookup }),
    ...(onAttempt && {
      onOutcome: ({ notification: { id, companyId, event, receiverId, url }, attempts }) => {
        for (const { duration, status, error } of attempts) {
          onAttempt({ ...{ notificationId: id, companyId, event, receiverId, url }, duration, status, error });
        }
      },
    }),
  });
  return {
    receivers: makeReceivers(outbox) as Receivers<Transaction, keyof Bodies & string>,
    migrate: () => migrate(outbox),
    notify: (transaction, { url = null, body, ...change }) =>
      writeNotifications(
        transaction,
        outbox,
        { ...change, url, makeBody: body as (addressed: Addressed) => object },
        makeId,
      ),
    start: () => dispatcher.wake(),
    wake: () => dispatcher.wake(),
    resend: (transaction, id) => resend(transaction, outbox, id),
    find: (id) => findState(outbox, id),
    purge: (before) => purgeNotifications(outbox, before),
    settle: () => dispatcher.settle(),
    close: () => dispatcher.stop(),
  };
}

async function findState<Transaction>(outbox: Outbox<Transaction>, id: string): Promise<NotificationState | undefined> {
  const [row] = await query<Omit<NotificationState, "attempts">, Transaction>(
    outbox,
    undefined,
    sql`select "status", "nextAt" from "notifications" where "id" = ${id}`,
  );
  if (!row) return undefined;
  const attempts = await query<AttemptRow, Transaction>(
    outbox,
    undefined,
    sql`select ${columns(attemptColumns)} from "notificationAttempts" where "notificationId" = ${id} order by "number"`,
  );
  return { ...row, attempts: attempts.map(({ notificationId: _id, number: _number, ...attempt }) => attempt) };
}

async function migrate<Transaction>(outbox: Outbox<Transaction>): Promise<void> {
  const { storage } = outbox;
  await storage.transaction(async (transaction) => {
    if (storage.dialect === "postgres") {
      await run(outbox, transaction, sql`select pg_advisory_xact_lock(hashtextextended('contract_notifier', 0))`);
    }
    await run(
      outbox,
      transaction,
      sql`create table if not exists "notifierMigrations" ("version" integer primary key)`,
    );
    const rows = await query<{ version: number }, Transaction>(
      outbox,
      transaction,
      sql`select "version" from "notifierMigrations"`,
    );
    for (const [index, statements] of migrations.entries()) {
      if (rows.some(({ version }) => version === index + 1)) continue;
      for (const text of statements) await run(outbox, transaction, new Statement([text]));
      await run(outbox, transaction, sql`insert into "notifierMigrations" ("version") values (${index + 1})`);
    }
  });
}
