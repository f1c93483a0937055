import { randomUUID } from "node:crypto";
import type { LookupFunction } from "node:net";
import type { SignatureRule } from "@packages/contract/src/signature.ts";
import { checkClock } from "../check-setup.ts";
import { type Logger, makeLogger } from "../observe/logger.ts";
import { makeNotificationWriter } from "../request/check-body.ts";
import type { Bindings } from "../service.ts";
import { type Backlog, type DeliveryInterceptor, readBacklog } from "./claim.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { Destinations } from "./guarded-connector.ts";
import {
  type DeliveryPolicy,
  Fragment,
  type Outbox,
  type OutboxStorage,
  type Statements,
  statementsFor,
} from "./outbox.ts";
import { makeReceivers, type Receivers } from "./receivers.ts";
import type { SecretOwner, SigningSecrets } from "./send.ts";
import { type Attempt, schema } from "./tables.ts";
import {
  type EventOccurrence,
  purgeNotifications,
  type Resent,
  resendNotification,
  writeNotifications,
} from "./write.ts";

/** The notifications of a contract. */
export interface NotificationRules {
  readonly delivery: DeliveryPolicy;
  readonly signature: SignatureRule;
  readonly bindings: Pick<Bindings, "checks" | "formats">;
}

/** An attempt that was made. */
export interface MadeAttempt {
  notificationId: string;
  callerId: string;
  event: string;
  /** The registered receiver; null if an operation named the URL. */
  receiverId: string | null;
  url: string;
  /** Milliseconds. */
  duration: number;
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** Why it failed, as a sentence; null if it succeeded. */
  error: string | null;
}

/** How a notifier is set up. */
export interface NotifierOptions<Transaction> {
  /** Where notifications wait: `postgresOutbox(pool)` or `sqliteOutbox(database)`. */
  outbox: OutboxStorage<Transaction>;
  /**
   * The secret of a receiver, or of a caller for the URLs that its calls name; two while one is replaced, the new one
   * first. Called at each attempt.
   */
  secrets: (owner: SecretOwner) => SigningSecrets | Promise<SigningSecrets>;
  /** Where notifications may go in addition to public `https:` URLs; nowhere else if absent. */
  destinations?: Partial<Destinations> | (() => Partial<Destinations>);
  /** Makes the id of a notification; a UUID if absent. */
  makeId?: () => string;
  /** Milliseconds that a receiver has for its response; the contract's if absent. */
  timeout?: number;
  /** Name of the header with the signature; the contract's if absent. */
  signatureHeader?: string;
  userAgent?: string;
  /** Now, in epoch milliseconds; `Date.now` if absent. */
  clock?: () => number;
  /** Receives failures of the storage; JSON lines on the standard output if absent. */
  log?: Logger;
  /** How host names become addresses; the system's way if absent. */
  lookup?: LookupFunction;
  /** Called with every attempt once it is recorded, for metrics. */
  onAttempt?: (attempt: MadeAttempt) => void;
  /** Called each time the storage fails, for metrics. */
  onStorageFailure?: (failure: unknown) => void;
  /** Whether the process stays until `close`; true if absent. */
  keepsAlive?: boolean;
  /** Replaces deliveries, for servers that are used in tests. */
  interceptor?: DeliveryInterceptor<Transaction>;
}

/** The state of a notification. */
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
   * Writes the notifications of a change, for the URL that the operation named and every active receiver that subscribes to
   * the event, in the transaction of the change: both are committed, or neither. Returns the notifications' ids.
   *
   * @throws {InvalidNotificationError} if a body breaks the contract
   */
  notify<Event extends keyof Bodies & string>(
    transaction: Transaction,
    change: EventOccurrence<Event, Bodies[Event]>,
  ): Promise<string[]>;
  /** Starts to deliver: due notifications are found within a second. The process stays until `close`, even if the storage fails. */
  start(): void;
  /** Looks for due notifications at once, such as after a commit. Starts to deliver as well. */
  wake(): void;
  /** Makes a notification due now, delivered before or not, with the same id and body, as long as its receiver is active. */
  resend(transaction: Transaction, id: string): Promise<Resent>;
  /** How much waits to be delivered, and for how long. */
  backlog(): Promise<Backlog>;
  /** The state of a notification, with its attempts; undefined if there is none with the id. */
  find(id: string): Promise<NotificationState | undefined>;
  /**
   * Deletes notifications that are delivered or given up, at most a thousand; to be called now and then.
   *
   * @param before epoch milliseconds: those that were made earlier
   * @returns how many were deleted
   */
  purge(before: number): Promise<number>;
  /**
   * Resolves when nothing is due and no attempt is under way.
   *
   * @param isEnough called after each round: if it returns true, `settle` resolves whatever is left
   * @throws if the storage fails
   */
  settle(isEnough?: () => Promise<boolean>): Promise<void>;
  /** Ends: attempts under way have half a second, then they are given back. */
  close(): Promise<void>;
}

/** Makes a notifier for a contract. */
export function makeNotifier<Transaction, Bodies>(
  { delivery, signature, bindings }: NotificationRules,
  options: NotifierOptions<Transaction>,
): Notifier<Transaction, Bodies> {
  const { outbox: storage, secrets, makeId = randomUUID, clock = Date.now } = options;
  const log = options.log ?? makeLogger({ level: "warn" }, []);
  checkClock(clock);
  const { timeout, lookup, signatureHeader, userAgent, onAttempt, onStorageFailure, interceptor } =
    options;
  const { keepsAlive = true, destinations = {} } = options;
  const outbox: Outbox<Transaction> = { storage, delivery, clock: { now: clock }, log };
  const write = makeNotificationWriter(bindings, log);
  const dispatcher = new Dispatcher(outbox, {
    secrets,
    userAgent,
    keepsAlive,
    timeout,
    interceptor,
    onStorageFailure,
    destinations: () => ({
      ...nowhereElse,
      ...(typeof destinations === "function" ? destinations() : destinations),
    }),
    signature:
      signatureHeader === undefined ? signature : { ...signature, header: signatureHeader },
    ...(lookup && { lookup }),
    ...(onAttempt && {
      onOutcome: async ({ notification: { id, callerId, event, receiverId, url }, attempts }) => {
        for (const { duration, status, error } of attempts) {
          await onAttempt({
            notificationId: id,
            callerId,
            event,
            receiverId,
            url,
            duration,
            status,
            error,
          });
        }
      },
    }),
  });
  return {
    receivers: makeReceivers(outbox) as Receivers<Transaction, keyof Bodies & string>,
    migrate: () =>
      storage.transaction((transaction) => migrateTables(statementsFor(outbox, transaction))),
    notify: (transaction, change) =>
      writeNotifications(
        statementsFor(outbox, transaction),
        change as EventOccurrence,
        makeId,
        write,
      ),
    start: () => dispatcher.wake(),
    wake: () => dispatcher.wake(),
    resend: (transaction, id) => resendNotification(statementsFor(outbox, transaction), id),
    find: (id) => findState(statementsFor(outbox), id),
    backlog: () => readBacklog(statementsFor(outbox)),
    purge: (before) =>
      storage.transaction((transaction) =>
        purgeNotifications(statementsFor(outbox, transaction), before),
      ),
    settle: (isEnough) => dispatcher.settle(isEnough),
    close: () => dispatcher.stop(),
  };
}

const nowhereElse: Destinations = { loopback: false, privateNetworks: false };

async function findState(tx: Statements, id: string): Promise<NotificationState | undefined> {
  const [row] = await tx.query<Omit<NotificationState, "attempts">>`
    select status, "nextAt" from outbox_notifications where id = ${id}`;
  if (!row) return undefined;
  const attempts = await tx.query<Attempt>`
    select at, duration, status, error, response, "headersJson" from outbox_attempts
    where "notificationId" = ${id} order by number`;
  return { ...row, attempts };
}

async function migrateTables(tx: Statements): Promise<void> {
  if (tx.dialect === "postgres") {
    await tx.query`select pg_advisory_xact_lock(hashtextextended('contract_notifier', 0))`;
  }
  for (const statement of schema) await tx.run`${new Fragment([statement])}`;
}
