import type { TransactionStatus, TransferStatus } from "@pix-contract/server";
import type { Generated, Kysely, Selectable } from "kysely";

/** A column, with the type of its values. */
export interface Column<Value> {
  readonly kind: "text" | "integer" | "key" | "serial";
  readonly isNullable: boolean;
  /** For the type alone. */
  readonly value?: Value;
}

const text = <Value = string>(): Column<Value> => ({ kind: "text", isNullable: false });
const optionalText = <Value = string>(): Column<Value | null> => ({ kind: "text", isNullable: true });
const integer = (): Column<number> => ({ kind: "integer", isNullable: false });
const optionalInteger = (): Column<number | null> => ({ kind: "integer", isNullable: true });
const key = (): Column<string> => ({ kind: "key", isNullable: false });
const serial = (): Column<Generated<number>> => ({ kind: "serial", isNullable: false });

/**
 * Every table, for SQLite and PostgreSQL alike: times are epoch milliseconds, amounts are centavos, booleans are 0 or 1,
 * and what ends in `Json` is a text of JSON.
 */
export const tables = {
  /** How the sandbox is set, by name; see `settings.ts`. */
  settings: { name: key(), valueJson: text() },
  /** Who may call. Of an API secret only the hash is stored. */
  companies: {
    id: key(),
    name: text(),
    city: text(),
    apiKey: text(),
    secretHash: text(),
    suspended: integer(),
    createdAt: integer(),
  },
  /** PIX IN. */
  charges: {
    id: key(),
    companyId: text(),
    status: text<`${TransactionStatus}`>(),
    amount: integer(),
    fees: integer(),
    description: text(),
    customerJson: text(),
    itemsJson: optionalText(),
    postbackUrl: optionalText(),
    emv: text(),
    /** Last segment of the URL in the BR Code, and the `txid` behind it; unguessable. */
    location: text(),
    endToEndId: optionalText(),
    payerJson: optionalText(),
    refundJson: optionalText(),
    /** When the status moves by itself, as a trigger asked; null where nothing is planned but the expiry. */
    nextAt: optionalInteger(),
    /** The status that the charge moves to at `nextAt`. */
    nextStatus: optionalText<`${TransactionStatus}`>(),
    createdAt: integer(),
    updatedAt: integer(),
    paidAt: optionalInteger(),
    expiresAt: integer(),
  },
  /** PIX OUT. */
  transfers: {
    id: key(),
    companyId: text(),
    status: text<`${TransferStatus}`>(),
    amount: integer(),
    fees: integer(),
    pixKey: text(),
    description: text(),
    postbackUrl: optionalText(),
    reason: optionalText(),
    endToEndId: optionalText(),
    /** When the next step is due; null where the transfer is final or is moved by hand. */
    nextAt: optionalInteger(),
    /** How the transfer is to end: `completed`, `refused` or `canceled`. */
    outcome: text<`${TransferStatus}`>(),
    /** Why, where it does not complete. */
    outcomeReason: optionalText(),
    createdAt: integer(),
    updatedAt: integer(),
    completedAt: optionalInteger(),
  },
  /** Money of a company that is free to be sent. The only account whose balance is kept; others are sums of entries. */
  balances: { companyId: key(), amount: integer() },
  /** What a company has sent on a day of São Paulo. */
  dailyTotals: {
    companyId: text(),
    /** `yyyy-MM-dd`. */
    day: text(),
    amount: integer(),
  },
  /** Double entry: the entries of a posting sum to zero. */
  ledger: { id: serial(), posting: text(), account: text(), amount: integer(), createdAt: integer() },
  /** Registered URLs. Their secrets are derived, not stored. */
  webhooks: {
    id: key(),
    companyId: text(),
    url: text(),
    eventsJson: text(),
    name: text(),
    active: integer(),
    createdAt: integer(),
    /** Since when every attempt has failed; null after a success. */
    failingSince: optionalInteger(),
  },
  /** What is to be delivered: written with the change that causes it. One row for each URL. */
  notifications: {
    /** `wh_` and the same on every retry. */
    id: key(),
    companyId: text(),
    event: text(),
    /** The transaction or transfer that it is about. */
    objectId: text(),
    scope: text<"postback" | "user">(),
    webhookId: optionalText(),
    url: text(),
    /** Host and port of the URL: receivers are served side by side. */
    host: text(),
    body: text(),
    status: text<"pending" | "delivered" | "failed">(),
    attempts: integer(),
    /** Failed attempts since it was written or sent anew: the place in the schedule. */
    step: integer(),
    /** When the next attempt is due; null once delivered or given up. */
    nextAt: optionalInteger(),
    /** Until when one process has the notification for itself, in real time (not the sandbox's); null where none has. */
    claimedUntil: optionalInteger(),
    createdAt: integer(),
    deliveredAt: optionalInteger(),
  },
  /** Each try to deliver a notification. */
  attempts: {
    id: serial(),
    notificationId: text(),
    number: integer(),
    at: integer(),
    /** Milliseconds. */
    duration: integer(),
    /** HTTP status; null where there was no answer. */
    status: optionalInteger(),
    /** Why there was no answer, in a sentence. */
    error: optionalText(),
    /** Start of the answer's body. */
    answer: optionalText(),
    /** Headers that were sent, by name; null where nothing was. */
    headersJson: optionalText(),
  },
  idempotency: {
    id: key(),
    fingerprint: text(),
    status: integer(),
    body: text(),
    expiresAt: integer(),
  },
  rateLimits: { key: key(), count: integer(), resetsAt: integer() },
  /** Faults that are still to be injected; see the control plane. */
  faults: {
    id: key(),
    /** Operation id, or `*`. */
    operation: text(),
    kind: text(),
    /** How often still; null for always. */
    remaining: optionalInteger(),
    /** Parameters of the kind. */
    optionsJson: text(),
    createdAt: integer(),
  },
  /** The last requests, for the console. */
  requests: {
    id: key(),
    at: integer(),
    method: text(),
    path: text(),
    operation: optionalText(),
    companyId: optionalText(),
    status: integer(),
    /** Milliseconds. */
    duration: integer(),
    /** `{ headers, body }`, credentials redacted. */
    requestJson: text(),
    /** The same of the answer. */
    responseJson: text(),
  },
  /** Work that one process does for all of them: the holder has it until then, by the database's time. */
  leases: { name: key(), holder: text(), until: integer() },
};

/**
 * Indexes for each statement that finds rows of a table that grows. The partial ones stay as small as what is still to
 * be done; a statement uses one only where its text names the status, as `sql.lit` does: a parameter is not known when
 * PostgreSQL plans.
 */
export const indexes = [
  `create unique index "companiesByKey" on companies ("apiKey")`,
  `create unique index "chargesByLocation" on charges (location)`,
  `create index "chargesByCompany" on charges ("companyId", id)`,
  `create index "chargesByStatus" on charges (status, id)`,
  `create index "chargesByPayment" on charges ("endToEndId") where "endToEndId" is not null`,
  `create index "chargesToExpire" on charges ("expiresAt") where status = 'pending'`,
  `create index "chargesToMove" on charges ("nextAt") where "nextAt" is not null`,
  `create index "transfersByCompany" on transfers ("companyId", id)`,
  `create index "transfersByStatus" on transfers (status, id)`,
  `create index "transfersByPayment" on transfers ("endToEndId") where "endToEndId" is not null`,
  `create index "transfersToMove" on transfers ("nextAt") where "nextAt" is not null`,
  `create unique index "dailyTotalsByDay" on "dailyTotals" (day, "companyId")`,
  `create index "ledgerByAccount" on ledger (account)`,
  `create index "webhooksByCompany" on webhooks ("companyId")`,
  `create index "notificationsDue" on notifications ("companyId", host, "nextAt") where status = 'pending'`,
  `create index "notificationsByTime" on notifications ("nextAt") where status = 'pending'`,
  `create index "notificationsByWebhook" on notifications ("webhookId") where status = 'pending'`,
  `create index "notificationsByCompany" on notifications ("companyId", id)`,
  `create index "notificationsByStatus" on notifications (status, id)`,
  `create index "notificationsByObject" on notifications ("objectId")`,
  `create index "attemptsByNotification" on attempts ("notificationId")`,
  `create index "idempotencyByExpiry" on idempotency ("expiresAt")`,
  `create index "rateLimitsByEnd" on "rateLimits" ("resetsAt")`,
];

type RowOf<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

export type Tables = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> };

/** Every table's name. */
export const tableNames = Object.keys(tables) as (keyof Tables)[];

export type Company = Selectable<Tables["companies"]>;
export type ChargeRow = Selectable<Tables["charges"]>;
export type TransferRow = Selectable<Tables["transfers"]>;
export type WebhookRow = Selectable<Tables["webhooks"]>;
export type NotificationRow = Selectable<Tables["notifications"]>;
export type AttemptRow = Selectable<Tables["attempts"]>;
export type FaultRow = Selectable<Tables["faults"]>;
export type RequestRow = Selectable<Tables["requests"]>;

/** The tables, or an open transaction on them. */
export type Database = Kysely<Tables>;
