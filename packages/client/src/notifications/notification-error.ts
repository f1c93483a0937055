/** Why a notification is not accepted. */
export type NotificationRefusal =
  | "unreadable"
  | "unsigned"
  | "malformed-signature"
  | "wrong-signature"
  | "too-old"
  | "too-new";

/** The request holds no notification, or its sender cannot be verified. Holds no secrets. */
export class NotificationError extends Error {
  /** Why it is not accepted. */
  readonly reason: NotificationRefusal;

  constructor(reason: NotificationRefusal) {
    super(`The notification is not accepted: ${reason}.`);
    this.name = "NotificationError";
    this.reason = reason;
  }
}
