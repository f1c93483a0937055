// What the entry of a package has beside the notifier of its contract.
export type { Destinations } from "./destinations.ts";
export type {
  Change,
  MadeAttempt,
  NotificationState,
  Notifier,
  NotifierOptions,
} from "./notifier.ts";
export type { OutboxStorage, QueryResult } from "./outbox.ts";
export type { NewReceiver, Receiver, Receivers } from "./receivers.ts";
export type { Resent } from "./resend.ts";
export type { SecretOwner, Secrets } from "./send.ts";
export { postgresOutbox, sqliteOutbox } from "./storages.ts";
export type { Attempt } from "./tables.ts";
export type { Addressed } from "./write.ts";
