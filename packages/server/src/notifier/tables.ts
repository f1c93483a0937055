// The tables of a notifier, for PostgreSQL and SQLite alike: times are epoch milliseconds, booleans are 0 or 1, and a column
// whose name ends in `Json` holds JSON as a string.

/** A column, with the type of its values. */
export interface Column<Value> {
  readonly kind: "key" | "text" | "integer";
  readonly isNullable: boolean;
  /** For the type alone. */
  readonly value?: Value;
}

const textColumn = <Value = string>(): Column<Value> => ({ kind: "text", isNullable: false });
const optionalText = (): Column<string | null> => ({ kind: "text", isNullable: true });
const integerColumn = (): Column<number> => ({ kind: "integer", isNullable: false });
const optionalInteger = (): Column<number | null> => ({ kind: "integer", isNullable: true });
const keyColumn = (): Column<string> => ({ kind: "key", isNullable: false });

export const notifierTables = {
  /** Notifications to deliver, one row for each URL. Written with the change that causes it. */
  outbox_notifications: {
    /** The same on every attempt. */
    id: keyColumn(),
    /** Who made the call that caused it, as the authenticator named it. */
    callerId: textColumn(),
    event: textColumn(),
    /** The subject of the notification. */
    objectId: textColumn(),
    /** The registered receiver; null if the operation named the URL. */
    receiverId: optionalText(),
    url: textColumn(),
    /** The receiver, or host and port of the URL that the operation named: lanes are served side by side. */
    lane: textColumn(),
    body: textColumn(),
    status: textColumn<"pending" | "delivered" | "failed">(),
    attempts: integerColumn(),
    /** Position in the schedule: failed attempts since the notification was written or resent. */
    step: integerColumn(),
    /** When the next attempt is due; null once delivered or given up. */
    nextAt: optionalInteger(),
    /** End of the claim of the process that holds the notification, in real time; null if none does. */
    claimedUntil: optionalInteger(),
    createdAt: integerColumn(),
    deliveredAt: optionalInteger(),
  },
  /** Each attempt to deliver a notification. */
  outbox_attempts: {
    notificationId: textColumn(),
    /** The first is 1. */
    number: integerColumn(),
    at: integerColumn(),
    /** Milliseconds. */
    duration: integerColumn(),
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
    id: keyColumn(),
    callerId: textColumn(),
    url: textColumn(),
    /** The events that it subscribes to; empty for all. */
    eventsJson: textColumn(),
    name: textColumn(),
    active: integerColumn(),
    createdAt: integerColumn(),
    /** Since when every attempt has failed; null after a success. */
    failingSince: optionalInteger(),
  },
};

type ColumnValues<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

export type NotificationRow = ColumnValues<typeof notifierTables.outbox_notifications>;
export type AttemptRow = ColumnValues<typeof notifierTables.outbox_attempts>;
export type ReceiverRow = ColumnValues<typeof notifierTables.outbox_receivers>;
/** One attempt to deliver a notification. */
export type Attempt = Omit<AttemptRow, "notificationId" | "number">;

/** Indexes for the statements of a notifier. Partial ones hold only the notifications that wait. */
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
