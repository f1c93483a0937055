import type { TransactionStatus, TransferStatus } from "@pix-contract/server";
import { notifierIndexes, notifierTables } from "@pix-contract/server/notifier";
import type { Generated, Kysely, Selectable } from "kysely";

/** A column, with the type of its values. */
export interface Column<Value> {
  readonly kind: "text" | "integer" | "key" | "serial";
  readonly isNullable: boolean;
  /** For the type alone. */
  readonly value?: Value;
}

const text = <Value = string>(): Column<Value> => ({ kind: "text", isNullable: false });
const optionalText = <Value = string>(): Column<Value | null> => ({
  kind: "text",
  isNullable: true,
});
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
  /** The callers. Only the hash of an API secret is stored. */
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
    endToEndId: optionalText(),
    payerJson: optionalText(),
    refundJson: optionalText(),
    /** When the status moves by itself: when the charge expires, or earlier as a trigger asked; null once it does not. */
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
    /** When the next step is due; null where the transfer is final or stays until it is moved. */
    nextAt: optionalInteger(),
    /** How the transfer is to end: `completed`, `refused` or `canceled`. */
    outcome: text<`${TransferStatus}`>(),
    /** Why, where it does not complete. */
    outcomeReason: optionalText(),
    createdAt: integer(),
    updatedAt: integer(),
    processedAt: optionalInteger(),
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
  ledger: {
    id: serial(),
    posting: text(),
    account: text(),
    amount: integer(),
    createdAt: integer(),
  },
  /** Registered URLs, whose secrets are derived; notifications; and attempts, here with a number of their own. */
  ...notifierTables,
  outbox_attempts: { id: serial(), ...notifierTables.outbox_attempts },
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
  /** Moves of the clock: what it showed before and after, and whether it stood then. */
  clockMoves: { id: key(), at: integer(), until: integer(), frozen: integer() },
  /** The last requests, for the console. */
  requests: {
    id: key(),
    at: integer(),
    method: text(),
    path: text(),
    operation: optionalText(),
    companyId: optionalText(),
    /** The charge, transfer or registration that it is about. */
    objectId: optionalText(),
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
  `create index "chargesByCompany" on charges ("companyId", id)`,
  `create index "chargesByStatus" on charges (status, id)`,
  `create index "chargesByPayment" on charges ("endToEndId") where "endToEndId" is not null`,
  `create index "chargesToMove" on charges ("nextAt") where "nextAt" is not null`,
  `create index "transfersByCompany" on transfers ("companyId", id)`,
  `create index "transfersByStatus" on transfers (status, id)`,
  `create index "transfersByPayment" on transfers ("endToEndId") where "endToEndId" is not null`,
  `create index "transfersToMove" on transfers ("nextAt") where "nextAt" is not null`,
  `create unique index "dailyTotalsByDay" on "dailyTotals" (day, "companyId")`,
  `create index "ledgerByAccount" on ledger (account)`,
  ...notifierIndexes,
  // A move of the clock looks through it alone. With its status: SQLite would else prefer the index by status.
  `create index "notificationsByTime" on outbox_notifications (status, "nextAt", id, "objectId") where status = 'pending'`,
  `create index "notificationsByCompany" on outbox_notifications ("callerId", id)`,
  `create index "notificationsByStatus" on outbox_notifications (status, id)`,
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
export type WebhookRow = Selectable<Tables["outbox_receivers"]>;
export type NotificationRow = Selectable<Tables["outbox_notifications"]>;
export type AttemptRow = Selectable<Tables["outbox_attempts"]>;
export type FaultRow = Selectable<Tables["faults"]>;
export type RequestRow = Selectable<Tables["requests"]>;

/** The tables, or an open transaction on them. */
export type Database = Kysely<Tables>;
