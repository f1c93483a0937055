import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Dialect } from "../storage.ts";

type Columns = Record<string, "text" | "text?" | "integer" | "integer?" | "key" | "serial">;

const tables: Record<string, Columns> = {
  settings: { name: "key", valueJson: "text" },
  companies: {
    id: "key",
    name: "text",
    city: "text",
    apiKey: "text",
    secretHash: "text",
    suspended: "integer",
    createdAt: "integer",
  },
  charges: {
    id: "key",
    companyId: "text",
    status: "text",
    amount: "integer",
    fees: "integer",
    description: "text",
    customerJson: "text",
    itemsJson: "text?",
    postbackUrl: "text?",
    emv: "text",
    location: "text",
    endToEndId: "text?",
    payerJson: "text?",
    refundJson: "text?",
    nextAt: "integer?",
    nextStatus: "text?",
    createdAt: "integer",
    updatedAt: "integer",
    paidAt: "integer?",
    expiresAt: "integer",
  },
  transfers: {
    id: "key",
    companyId: "text",
    status: "text",
    amount: "integer",
    fees: "integer",
    pixKey: "text",
    description: "text",
    postbackUrl: "text?",
    reason: "text?",
    endToEndId: "text?",
    nextAt: "integer?",
    outcome: "text",
    outcomeReason: "text?",
    createdAt: "integer",
    updatedAt: "integer",
    completedAt: "integer?",
  },
  balances: { companyId: "key", amount: "integer" },
  dailyTotals: { companyId: "text", day: "text", amount: "integer" },
  ledger: { id: "serial", posting: "text", account: "text", amount: "integer", createdAt: "integer" },
  webhooks: {
    id: "key",
    companyId: "text",
    url: "text",
    eventsJson: "text",
    name: "text",
    active: "integer",
    createdAt: "integer",
    failingSince: "integer?",
  },
  notifications: {
    id: "key",
    companyId: "text",
    event: "text",
    objectId: "text",
    scope: "text",
    webhookId: "text?",
    url: "text",
    host: "text",
    body: "text",
    status: "text",
    attempts: "integer",
    step: "integer",
    nextAt: "integer?",
    claimedUntil: "integer?",
    createdAt: "integer",
    deliveredAt: "integer?",
  },
  attempts: {
    id: "serial",
    notificationId: "text",
    number: "integer",
    at: "integer",
    duration: "integer",
    status: "integer?",
    error: "text?",
    answer: "text?",
  },
  idempotency: { id: "key", fingerprint: "text", status: "integer", body: "text", expiresAt: "integer" },
  rateLimits: { key: "key", count: "integer", resetsAt: "integer" },
  faults: {
    id: "key",
    operation: "text",
    kind: "text",
    remaining: "integer?",
    optionsJson: "text",
    createdAt: "integer",
  },
  requests: {
    id: "key",
    at: "integer",
    method: "text",
    path: "text",
    operation: "text?",
    companyId: "text?",
    status: "integer",
    duration: "integer",
    requestJson: "text",
    responseJson: "text",
  },
};

/** Indexes for what is looked up or due; the partial ones stay as small as what is still to be done. */
const indexes = [
  `create unique index "companiesByKey" on companies ("apiKey")`,
  `create unique index "chargesByLocation" on charges (location)`,
  `create index "chargesByTime" on charges ("companyId", "createdAt")`,
  `create index "chargesToExpire" on charges ("expiresAt") where status = 'pending'`,
  `create index "chargesToMove" on charges ("nextAt") where "nextAt" is not null`,
  `create index "transfersByTime" on transfers ("companyId", "createdAt")`,
  `create index "transfersToMove" on transfers ("nextAt") where "nextAt" is not null`,
  `create unique index "dailyTotalsByDay" on "dailyTotals" ("companyId", day)`,
  `create index "ledgerByAccount" on ledger (account)`,
  `create index "webhooksByCompany" on webhooks ("companyId")`,
  `create index "notificationsDue" on notifications (host, "nextAt") where status = 'pending'`,
  `create index "notificationsByTime" on notifications ("companyId", "createdAt")`,
  `create index "notificationsByObject" on notifications ("objectId")`,
  `create index "attemptsByNotification" on attempts ("notificationId")`,
  `create index "idempotencyByExpiry" on idempotency ("expiresAt")`,
];

/** The tables of the first release. Released migrations do not change: what comes later is a file of its own. */
export async function firstRelease(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const [name, columns] of Object.entries(tables)) {
    let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
    for (const [column, type] of Object.entries(columns)) table = addColumn(table, column, type, dialect);
    await table.execute();
  }
  for (const index of indexes) await sql.raw(index).execute(db);
}

function addColumn(
  table: CreateTableBuilder<string, string>,
  name: string,
  type: Columns[string],
  dialect: Dialect,
): CreateTableBuilder<string, string> {
  const integer = dialect === "postgres" ? "bigint" : "integer";
  if (type === "key") return table.addColumn(name, "text", (column) => column.primaryKey().notNull());
  if (type === "serial") {
    return dialect === "postgres"
      ? table.addColumn(name, "bigserial", (column) => column.primaryKey())
      : table.addColumn(name, "integer", (column) => column.primaryKey().autoIncrement());
  }
  const kind = type.startsWith("text") ? "text" : integer;
  return table.addColumn(name, kind, (column) => (type.endsWith("?") ? column : column.notNull()));
}
