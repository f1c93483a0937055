// The tables, for SQLite and PostgreSQL alike: times are epoch milliseconds, amounts are centavos, booleans are 0 or 1, and
// a column whose name ends in `Json` holds JSON as a string. `migrations/` creates them.
import type { TransactionStatus, TransferStatus } from "@pix-contract/server";
import type { notifierTables } from "@pix-contract/server/notifier";
import type { Generated, Kysely, Selectable } from "kysely";

/** How the sandbox is set, by name; see `settings.ts`. */
interface SettingsTable {
  name: string;
  valueJson: string;
}

/** The callers. Only the hash of an API secret is stored. */
interface CompaniesTable {
  id: string;
  name: string;
  city: string;
  apiKey: string;
  secretHash: string;
  suspended: number;
  createdAt: number;
}

/** PIX IN. */
interface ChargesTable {
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
  endToEndId: string | null;
  payerJson: string | null;
  refundJson: string | null;
  /** When the status moves by itself: when the charge expires, or earlier by a trigger; null once it does not. */
  nextAt: number | null;
  /** The status that the charge moves to at `nextAt`. */
  nextStatus: `${TransactionStatus}` | null;
  createdAt: number;
  updatedAt: number;
  paidAt: number | null;
  expiresAt: number;
}

/** PIX OUT. */
interface TransfersTable {
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
  /** When the next step is due; null if the transfer is final or stays until it is moved. */
  nextAt: number | null;
  /** How the transfer is to end: `completed`, `refused` or `canceled`. */
  outcome: `${TransferStatus}`;
  /** Why, if it does not complete. */
  outcomeReason: string | null;
  createdAt: number;
  updatedAt: number;
  processedAt: number | null;
  completedAt: number | null;
}

/** The account of each company: money that is free to be sent. */
interface BalancesTable {
  companyId: string;
  amount: number;
}

/**
 * The sum of each other account, in a part for each company whose postings it holds: those of two companies do not wait
 * for each other.
 */
interface AccountSumsTable {
  account: string;
  companyId: string;
  amount: number;
}

/** The amount that a company has sent on a day in São Paulo. */
interface DailyTotalsTable {
  companyId: string;
  /** `yyyy-MM-dd`. */
  day: string;
  amount: number;
}

/** Double entry: the entries of a posting sum to zero. */
interface LedgerTable {
  id: Generated<number>;
  posting: string;
  account: string;
  amount: number;
  createdAt: number;
}

interface IdempotencyTable {
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  expiresAt: number;
}

interface RateLimitsTable {
  key: string;
  count: number;
  resetsAt: number;
}

/** Faults that are still to be injected; see the control plane. */
interface FaultsTable {
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

/** Moves of the clock: its time before and after, and whether it stood then. */
interface ClockMovesTable {
  id: string;
  at: number;
  until: number;
  frozen: number;
}

/** The last requests, for the console. */
interface RequestsTable {
  id: string;
  at: number;
  method: string;
  path: string;
  operation: string | null;
  companyId: string | null;
  /** The charge, transfer or registration that it is about. */
  objectId: string | null;
  status: number;
  /** Milliseconds. */
  duration: number;
  /** `{ headers, body }`, credentials redacted. */
  requestJson: string;
  /** The same of the answer. */
  responseJson: string;
}

/** Work that one process does for all of them: the holder has it until then, by the database's time. */
interface LeasesTable {
  name: string;
  holder: string;
  until: number;
}

type SelectedRow<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends { readonly value?: infer Value }
    ? Exclude<Value, undefined>
    : never;
};

/** Registered URLs, whose secrets are derived; notifications; and attempts, here with a separate number. */
type NotifierTables = {
  [Name in keyof typeof notifierTables]: SelectedRow<(typeof notifierTables)[Name]>;
};

export interface Tables extends Omit<NotifierTables, "outbox_attempts"> {
  settings: SettingsTable;
  companies: CompaniesTable;
  charges: ChargesTable;
  transfers: TransfersTable;
  balances: BalancesTable;
  accountSums: AccountSumsTable;
  dailyTotals: DailyTotalsTable;
  ledger: LedgerTable;
  outbox_attempts: NotifierTables["outbox_attempts"] & { id: Generated<number> };
  idempotency: IdempotencyTable;
  rateLimits: RateLimitsTable;
  faults: FaultsTable;
  clockMoves: ClockMovesTable;
  requests: RequestsTable;
  leases: LeasesTable;
}

/** Every table's name. */
export const tableNames = [
  "settings",
  "companies",
  "charges",
  "transfers",
  "balances",
  "accountSums",
  "dailyTotals",
  "ledger",
  "outbox_notifications",
  "outbox_attempts",
  "outbox_receivers",
  "idempotency",
  "rateLimits",
  "faults",
  "clockMoves",
  "requests",
  "leases",
] as const satisfies (keyof Tables)[];

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
