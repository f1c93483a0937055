import type { Dialect } from "../storage.ts";

/**
 * The tables of 0.1.0: each column with its kind, `?` if it may be null. This file does not change any more; changes of
 * the tables are further migrations.
 */
const columnsOfTables: Readonly<Record<string, string>> = {
  settings: "name key, valueJson text",
  companies:
    "id key, name text, city text, apiKey text, secretHash text, suspended integer, createdAt integer",
  charges: `id key, companyId text, status text, amount integer, fees integer, description text, customerJson text,
    itemsJson text?, postbackUrl text?, emv text, endToEndId text?, payerJson text?, refundJson text?, nextAt integer?,
    nextStatus text?, createdAt integer, updatedAt integer, paidAt integer?, expiresAt integer`,
  transfers: `id key, companyId text, status text, amount integer, fees integer, pixKey text, description text,
    postbackUrl text?, reason text?, endToEndId text?, nextAt integer?, outcome text, outcomeReason text?,
    createdAt integer, updatedAt integer, processedAt integer?, completedAt integer?`,
  balances: "companyId key, amount integer",
  dailyTotals: "companyId text, day text, amount integer",
  ledger: "id serial, posting text, account text, amount integer, createdAt integer",
  outbox_notifications: `id key, callerId text, event text, objectId text, receiverId text?, url text, lane text,
    body text, status text, attempts integer, step integer, nextAt integer?, claimedUntil integer?, createdAt integer,
    deliveredAt integer?`,
  outbox_attempts: `id serial, notificationId text, number integer, at integer, duration integer, status integer?,
    error text?, response text?, headersJson text?`,
  outbox_receivers: `id key, callerId text, url text, eventsJson text, name text, active integer, createdAt integer,
    failingSince integer?`,
  idempotency: "id key, fingerprint text, status integer, body text, expiresAt integer",
  rateLimits: "key key, count integer, resetsAt integer",
  faults:
    "id key, operation text, kind text, remaining integer?, optionsJson text, createdAt integer",
  clockMoves: "id key, at integer, until integer, frozen integer",
  requests: `id key, at integer, method text, path text, operation text?, companyId text?, objectId text?,
    status integer, duration integer, requestJson text, responseJson text`,
  leases: "name key, holder text, until integer",
};

/**
 * Indexes for each statement that finds rows of a table that grows. The partial ones stay as small as the work that is still to
 * be done; a statement uses one only if its SQL names the status, as `sql.lit` does: a parameter is not known when
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
  `create index "notificationsDue" on outbox_notifications ("callerId", lane, "nextAt") where status = 'pending'`,
  `create index "notificationsByReceiver" on outbox_notifications ("receiverId") where status = 'pending'`,
  `create index "notificationsByObject" on outbox_notifications ("objectId")`,
  `create index "attemptsByNotification" on outbox_attempts ("notificationId")`,
  `create index "receiversByCaller" on outbox_receivers ("callerId")`,
  // A move of the clock looks through it alone. With its status: SQLite would else prefer the index by status.
  `create index "notificationsByTime" on outbox_notifications (status, "nextAt", id, "objectId") where status = 'pending'`,
  `create index "notificationsByCompany" on outbox_notifications ("callerId", id)`,
  `create index "notificationsByStatus" on outbox_notifications (status, id)`,
  `create index "idempotencyByExpiry" on idempotency ("expiresAt")`,
  `create index "rateLimitsByEnd" on "rateLimits" ("resetsAt")`,
];

/** On PostgreSQL strings sort by their bytes, as on SQLite: identifiers sort by age, and are found by their beginning. */
const columnTypes: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  postgres: {
    text: 'text collate "C"',
    integer: "bigint",
    key: 'text collate "C" primary key',
    serial: "bigserial primary key",
  },
  sqlite: {
    text: "text",
    integer: "integer",
    key: "text primary key",
    serial: "integer primary key autoincrement",
  },
};

/** The statement that creates a table. @param columns name and kind of each, as above */
export function createTable(dialect: Dialect, name: string, columns: string): string {
  const list = columns.split(",").map((column) => {
    const [field = "", kind = ""] = column.trim().split(" ");
    const isNullable = kind.endsWith("?");
    const type = columnTypes[dialect][isNullable ? kind.slice(0, -1) : kind];
    return `"${field}" ${type}${isNullable ? "" : " not null"}`;
  });
  // PostgreSQL refuses values of another type by itself.
  return `create table "${name}" (${list.join(", ")})${dialect === "sqlite" ? " strict" : ""}`;
}

export function makeTables(dialect: Dialect): string[] {
  const created = Object.entries(columnsOfTables).map(([name, columns]) =>
    createTable(dialect, name, columns),
  );
  return [...created, ...indexes];
}
