// The tables of a notifier, for PostgreSQL and SQLite alike: times are epoch milliseconds, booleans are 0 or 1, and a column
// whose name ends in `Json` holds JSON as text.

/** A column, with the type of its values. */
export interface Column<Value> {
  readonly kind: "key" | "text" | "integer";
  readonly isNullable: boolean;
  /** For the type alone. */
  readonly value?: Value;
}

const text = <Value = string>(): Column<Value> => ({ kind: "text", isNullable: false });
const optionalText = (): Column<string | null> => ({ kind: "text", isNullable: true });
const integer = (): Column<number> => ({ kind: "integer", isNullable: false });
const optionalInteger = (): Column<number | null> => ({ kind: "integer", isNullable: true });
const key = (): Column<string> => ({ kind: "key", isNullable: false });

export const notifierTables = {
  /** Notifications to deliver, one row for each URL. Written with the change that causes it. */
  outbox_notifications: {
    /** The same on every attempt. */
    id: key(),
    /** Who made the call that caused it, as the authenticator named it. */
    callerId: text(),
    event: text(),
    /** The subject of the notification. */
    objectId: text(),
    /** The registered receiver; null if the operation named the URL. */
    receiverId: optionalText(),
    url: text(),
    /** The receiver, or host and port of the URL that the operation named: lanes are served side by side. */
    lane: text(),
    body: text(),
    status: text<"pending" | "delivered" | "failed">(),
    attempts: integer(),
    /** Position in the schedule: failed attempts since the notification was written or resent. */
    step: integer(),
    /** When the next attempt is due; null once delivered or given up. */
    nextAt: optionalInteger(),
    /** Until when a process has claimed the notification, in real time; null if none has. */
    claimedUntil: optionalInteger(),
    createdAt: integer(),
    deliveredAt: optionalInteger(),
  },
  /** Each attempt to deliver a notification. */
  outbox_attempts: {
    notificationId: text(),
    /** The first is 1. */
    number: integer(),
    at: integer(),
    /** Milliseconds. */
    duration: integer(),
    /** HTTP status; null if there was no response. */
    status: optionalInteger(),
    /** Why the attempt failed, as a sentence; null if it succeeded. */
    error: optionalText(),
    /** Start of the response's body. */
    response: optionalText(),
    /** The headers that were sent, by name; null if nothing was sent. */
    headersJson: optionalText(),
  },
  /** Registered URLs. */
  outbox_receivers: {
    id: key(),
    callerId: text(),
    url: text(),
    /** The events that it subscribes to; empty for all. */
    eventsJson: text(),
    name: text(),
    active: integer(),
    createdAt: integer(),
    /** Since when every attempt has failed; null after a success. */
    failingSince: optionalInteger(),
  },
};

type RowOf<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

export type NotificationRow = RowOf<typeof notifierTables.outbox_notifications>;
export type AttemptRow = RowOf<typeof notifierTables.outbox_attempts>;
export type ReceiverRow = RowOf<typeof notifierTables.outbox_receivers>;
/** One attempt to deliver a notification. */
export type Attempt = Omit<AttemptRow, "notificationId" | "number">;

/** Indexes for the statements of a notifier. Partial ones are no larger than the notifications that wait. */
export const notifierIndexes = [
  `create index if not exists "notificationsDue" on outbox_notifications ("callerId", lane, "nextAt") where status = 'pending'`,
  `create index if not exists "notificationsByReceiver" on outbox_notifications ("receiverId") where status = 'pending'`,
  `create index if not exists "notificationsByObject" on outbox_notifications ("objectId")`,
  `create index if not exists "attemptsByNotification" on outbox_attempts ("notificationId")`,
  `create index if not exists "receiversByCaller" on outbox_receivers ("callerId")`,
];

const types = { key: "text primary key", text: "text", integer: "bigint" };

/** The statements that make the missing tables and indexes of a database. */
export const schema: readonly string[] = [
  ...Object.entries(notifierTables).map(([name, columns]) => {
    const list = Object.entries<Column<unknown>>(columns).map(([column, { kind, isNullable }]) => {
      return `"${column}" ${types[kind]}${isNullable ? "" : " not null"}`;
    });
    return `create table if not exists ${name} (${list.join(", ")})`;
  }),
  ...notifierIndexes,
  `create index if not exists "notificationsByAge" on outbox_notifications ("createdAt")`,
];
