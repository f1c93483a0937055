// Exports of a package in addition to the notifier of its contract.
export { InvalidNotificationError } from "../request/check-body.ts";
export type { Backlog, DeliveryInterceptor, DeliveryOverride as Plan } from "./claim.ts";
export type { Destinations } from "./guarded-connector.ts";
export type { MadeAttempt, NotificationState, Notifier, NotifierOptions } from "./notifier.ts";
export type { OutboxStorage, QueryResult } from "./outbox.ts";
export type { NewReceiver, Receiver, Receivers } from "./receivers.ts";
export type { SecretOwner, SigningSecrets } from "./send.ts";
export { postgresOutbox, sqliteOutbox } from "./storages.ts";
export {
  type Attempt,
  type Column,
  type NotificationRow,
  notifierIndexes,
  notifierTables,
} from "./tables.ts";
export type { ActiveReceiver, Addressed, EventOccurrence, Resent } from "./write.ts";
