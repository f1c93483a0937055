// The tables of a notifier, for PostgreSQL and SQLite alike: times are epoch milliseconds, truth is 0 or 1, and what ends
// in `Json` is a text of JSON.

/** What is to be delivered to one URL: written with the change that causes it. */
export interface NotificationRow {
  /** The same on every attempt. */
  id: string;
  companyId: string;
  event: string;
  /** What the notification is about. */
  objectId: string;
  /** The registered receiver; null where an operation named the URL. */
  receiverId: string | null;
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
  /** Until when one process has the notification for itself, in real time; null where none has. */
  claimedUntil: number | null;
  createdAt: number;
  deliveredAt: number | null;
}

/** One try to deliver a notification. */
export interface Attempt {
  at: number;
  /** Milliseconds. */
  duration: number;
  /** HTTP status; null where there was no response. */
  status: number | null;
  /** Why it counts as failed, in a sentence; null where it succeeded. */
  error: string | null;
  /** Start of the response's body. */
  response: string | null;
  /** The headers that were sent, by name; null where nothing was. */
  headersJson: string | null;
}

/** An attempt as it is stored. */
export interface AttemptRow extends Attempt {
  notificationId: string;
  /** The first is 1. */
  number: number;
}

/** A registered URL. */
export interface ReceiverRow {
  id: string;
  companyId: string;
  url: string;
  /** The events that it asks for; empty for all. */
  eventsJson: string;
  name: string;
  active: number;
  createdAt: number;
  /** Since when every attempt has failed; null after a success. */
  failingSince: number | null;
}

export const notificationColumns = [
  ...["id", "companyId", "event", "objectId", "receiverId", "url", "host", "body", "status", "attempts", "step"],
  ...["nextAt", "claimedUntil", "createdAt", "deliveredAt"],
];
export const attemptColumns = [
  ...["notificationId", "number", "at", "duration", "status", "error", "response", "headersJson"],
];
export const receiverColumns = [
  ...["id", "companyId", "url", "eventsJson", "name", "active", "createdAt", "failingSince"],
];

/** Columns that hold integers, but for the statuses of attempts, which no database has as large ones. */
export const numericColumns: ReadonlySet<string> = new Set([
  ...["attempts", "step", "nextAt", "claimedUntil", "createdAt", "deliveredAt"],
  ...["number", "at", "duration", "active", "failingSince", "count"],
]);

/** What each version of the tables added: a database runs what it does not have yet. */
export const migrations: readonly (readonly string[])[] = [
  [
    `create table "notifications" (
      "id" text primary key, "companyId" text not null, "event" text not null, "objectId" text not null,
      "receiverId" text, "url" text not null, "host" text not null, "body" text not null, "status" text not null,
      "attempts" integer not null, "step" integer not null, "nextAt" bigint, "claimedUntil" bigint,
      "createdAt" bigint not null, "deliveredAt" bigint
    )`,
    `create table "notificationAttempts" (
      "notificationId" text not null, "number" integer not null, "at" bigint not null, "duration" integer not null,
      "status" integer, "error" text, "response" text, "headersJson" text
    )`,
    `create table "receivers" (
      "id" text primary key, "companyId" text not null, "url" text not null, "eventsJson" text not null,
      "name" text not null, "active" integer not null, "createdAt" bigint not null, "failingSince" bigint
    )`,
    `create index "notificationsDue" on "notifications" ("companyId", "host", "nextAt") where "status" = 'pending'`,
    `create index "notificationsByObject" on "notifications" ("objectId")`,
    `create index "notificationsByReceiver" on "notifications" ("receiverId") where "status" = 'pending'`,
    `create index "notificationsByTime" on "notifications" ("createdAt")`,
    `create index "notificationAttemptsByNotification" on "notificationAttempts" ("notificationId")`,
    `create index "receiversByCompany" on "receivers" ("companyId")`,
  ],
];
