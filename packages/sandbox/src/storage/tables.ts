import type { TransactionStatus, TransferStatus } from "@pix-contract/server";
import type { Generated, Kysely, Selectable } from "kysely";

// Every table, for SQLite and PostgreSQL alike: times are epoch milliseconds, amounts are centavos, truth is 0 or 1,
// and what ends in `Json` is a text of JSON.

/** How the sandbox is set, by name; see `settings.ts`. */
export interface SettingsTable {
  name: string;
  valueJson: string;
}

/** Who may call. Of an API secret only the hash is stored. */
export interface CompaniesTable {
  id: string;
  name: string;
  city: string;
  apiKey: string;
  secretHash: string;
  suspended: number;
  createdAt: number;
}

/** PIX IN. */
export interface ChargesTable {
  id: string;
  companyId: string;
  status: `${TransactionStatus}`;
  amount: number;
  fees: number;
  description: string;
  customerJson: string;
  itemsJson: string | null;
  postbackUrl: string | null;
  emv: string;
  /** Last segment of the URL in the BR Code, and the `txid` behind it; unguessable. */
  location: string;
  endToEndId: string | null;
  payerJson: string | null;
  refundJson: string | null;
  /** When the status moves by itself, as a trigger asked; null where nothing is planned but the expiry. */
  nextAt: number | null;
  /** The status that the charge moves to at `nextAt`. */
  nextStatus: `${TransactionStatus}` | null;
  createdAt: number;
  updatedAt: number;
  paidAt: number | null;
  expiresAt: number;
}

/** PIX OUT. */
export interface TransfersTable {
  id: string;
  companyId: string;
  status: `${TransferStatus}`;
  amount: number;
  fees: number;
  pixKey: string;
  description: string;
  postbackUrl: string | null;
  reason: string | null;
  endToEndId: string | null;
  /** When the next step is due; null where the transfer is final or is moved by hand. */
  nextAt: number | null;
  /** How the transfer is to end: `completed`, `refused` or `canceled`. */
  outcome: `${TransferStatus}`;
  /** Why, where it does not complete. */
  outcomeReason: string | null;
  createdAt: number;
  updatedAt: number;
  completedAt: number | null;
}

/** Money of a company that is free to be sent. The only account whose balance is kept; others are sums of entries. */
export interface BalancesTable {
  companyId: string;
  amount: number;
}

/** What a company has sent on a day of São Paulo. */
export interface DailyTotalsTable {
  companyId: string;
  /** `yyyy-MM-dd`. */
  day: string;
  amount: number;
}

/** Double entry: the entries of a posting sum to zero. */
export interface LedgerTable {
  id: Generated<number>;
  posting: string;
  account: string;
  amount: number;
  createdAt: number;
}

/** Registered URLs. Their secrets are derived, not stored. */
export interface WebhooksTable {
  id: string;
  companyId: string;
  url: string;
  eventsJson: string;
  name: string;
  active: number;
  createdAt: number;
  /** Since when every attempt has failed; null after a success. */
  failingSince: number | null;
}

/** What is to be delivered: written with the change that causes it. One row for each URL that is told. */
export interface NotificationsTable {
  /** `wh_` and the same on every retry. */
  id: string;
  companyId: string;
  event: string;
  /** The transaction or transfer that is told of. */
  objectId: string;
  scope: "postback" | "user";
  webhookId: string | null;
  url: string;
  /** Host and port of the URL: receivers are served side by side. */
  host: string;
  body: string;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  /** Failed attempts since it was written or sent anew: the place in the schedule. */
  step: number;
  /** When the next attempt is due; null once delivered or given up. */
  nextAt: number | null;
  /** Until when one process has the notification for itself, in real time (not the sandbox's); null where none has. */
  claimedUntil: number | null;
  createdAt: number;
  deliveredAt: number | null;
}

/** Each try to deliver a notification. */
export interface AttemptsTable {
  id: Generated<number>;
  notificationId: string;
  number: number;
  at: number;
  /** Milliseconds. */
  duration: number;
  /** HTTP status; null where there was no answer. */
  status: number | null;
  /** Why there was no answer, in a sentence. */
  error: string | null;
  /** Start of the answer's body. */
  answer: string | null;
  /** Headers that were sent, by name; null where nothing was, and for attempts before they were kept. */
  headersJson: string | null;
}

export interface IdempotencyTable {
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  expiresAt: number;
}

export interface RateLimitsTable {
  key: string;
  count: number;
  resetsAt: number;
}

/** Faults that are still to be injected; see the control plane. */
export interface FaultsTable {
  id: string;
  /** Operation id, or `*`. */
  operation: string;
  kind: string;
  /** How often still; null for always. */
  remaining: number | null;
  /** Parameters of the kind. */
  optionsJson: string;
  createdAt: number;
}

/** The last requests, for the console. */
export interface RequestsTable {
  id: string;
  at: number;
  method: string;
  path: string;
  operation: string | null;
  companyId: string | null;
  status: number;
  /** Milliseconds. */
  duration: number;
  /** `{ headers, body }`, credentials redacted. */
  requestJson: string;
  /** The same of the answer. */
  responseJson: string;
}

export interface Tables {
  settings: SettingsTable;
  companies: CompaniesTable;
  charges: ChargesTable;
  transfers: TransfersTable;
  balances: BalancesTable;
  dailyTotals: DailyTotalsTable;
  ledger: LedgerTable;
  webhooks: WebhooksTable;
  notifications: NotificationsTable;
  attempts: AttemptsTable;
  idempotency: IdempotencyTable;
  rateLimits: RateLimitsTable;
  faults: FaultsTable;
  requests: RequestsTable;
}

/** Every table's name. */
export const tableNames = [
  ...["settings", "companies", "charges", "transfers", "balances", "dailyTotals", "ledger", "webhooks"],
  ...["notifications", "attempts", "idempotency", "rateLimits", "faults", "requests"],
];

export type Company = Selectable<CompaniesTable>;
export type ChargeRow = Selectable<ChargesTable>;
export type TransferRow = Selectable<TransfersTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type NotificationRow = Selectable<NotificationsTable>;
export type AttemptRow = Selectable<AttemptsTable>;
export type FaultRow = Selectable<FaultsTable>;
export type RequestRow = Selectable<RequestsTable>;

/** The tables, or an open transaction on them. */
export type Database = Kysely<Tables>;
