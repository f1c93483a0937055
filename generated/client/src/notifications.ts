// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import {
  createHandler,
  type HandlerOptions as GenericHandlerOptions,
  type NotificationHandler,
} from "@packages/client/src/notifications/handler.ts";
import { type EventObjects, parse, type RawBody } from "@packages/client/src/notifications/parse.ts";
import type { VerifyOptions } from "@packages/client/src/notifications/signature.ts";
import {
  checkRequest,
  checkSignature,
  type SignatureScheme,
  sign,
} from "@packages/client/src/notifications/signature.ts";
import type {
  Notification,
  TransactionCanceledNotification,
  TransactionCreatedNotification,
  TransactionPaidNotification,
  TransactionRefundedNotification,
  TransferCanceledNotification,
  TransferCompletedNotification,
  TransferCreatedNotification,
  TransferUpdatedNotification,
} from "./types.ts";

export {
  type NotificationHandler,
  rememberInMemory,
  type SeenStore,
} from "@packages/client/src/notifications/handler.ts";
export * from "@packages/client/src/notifications/node.ts";
export { NotificationError, type NotificationRefusal, type RawBody } from "@packages/client/src/notifications/parse.ts";
export type { VerifyOptions } from "@packages/client/src/notifications/signature.ts";
export type * from "./types.ts";

const scheme: SignatureScheme = {
  header: "Pix-Signature",
  timestamp: "t",
  version: "v1",
  tolerance: 300,
};
/** Events, each with the fields that have to be objects. */
const events: EventObjects = {
  transaction_created: ["transaction"],
  transaction_paid: ["transaction"],
  transaction_canceled: ["transaction"],
  transaction_refunded: ["transaction"],
  transfer_created: ["transfer"],
  transfer_updated: ["transfer"],
  transfer_completed: ["transfer"],
  transfer_canceled: ["transfer"],
};
/** Fields that identify the change that a notification reports. */
const identity = ["event", "{type}.id", "{type}.status"];

/** Name of the header with the signature, unless the provider uses its own. */
export const signatureHeader: string = scheme.header;

/**
 * Reads a notification without checking who sent it.
 *
 * @throws {NotificationError} if the body is not a notification
 * @throws {TypeError} if the body was parsed already
 * @example
 * const notification = parseNotification(rawBody);
 * if (notification.event === "transaction_created") console.info(notification.id);
 */
export function parseNotification(rawBody: RawBody): Notification {
  return parse(rawBody, events) as Notification;
}

/**
 * Checks who sent a notification, and reads it.
 *
 * @param rawBody the body as it came in, not parsed and written again
 * @param header value of the signature header
 * @param secrets secrets that may have signed
 * @throws {NotificationError} if the signature is missing, wrong, too old or too new, or the body is not a notification
 * @throws {TypeError} if an argument is wrong: a body that was parsed already, an empty secret
 * @example
 * const notification = await verifyNotification(rawBody, request.headers.get(signatureHeader), secrets);
 */
export async function verifyNotification(
  rawBody: RawBody,
  header: string | null | undefined,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<Notification> {
  await checkSignature(scheme, rawBody, header, secrets, options);
  return parseNotification(rawBody);
}

/** Functions that handle notifications, by event. */
export interface NotificationHandlers {
  /** Charge created: sent when a charge was created. */
  transaction_created?: ((notification: TransactionCreatedNotification) => unknown) | undefined;

  /** Charge paid: sent when a charge was paid. */
  transaction_paid?: ((notification: TransactionPaidNotification) => unknown) | undefined;

  /** Charge canceled: sent when a charge was canceled, or expired without payment. */
  transaction_canceled?: ((notification: TransactionCanceledNotification) => unknown) | undefined;

  /** Charge refunded: sent when a paid charge was refunded. */
  transaction_refunded?: ((notification: TransactionRefundedNotification) => unknown) | undefined;

  /** Transfer created: sent when a transfer was created and validated. */
  transfer_created?: ((notification: TransferCreatedNotification) => unknown) | undefined;

  /** Transfer updated: sent when the status of a transfer changed. */
  transfer_updated?: ((notification: TransferUpdatedNotification) => unknown) | undefined;

  /** Transfer completed: sent when a transfer was completed. */
  transfer_completed?: ((notification: TransferCompletedNotification) => unknown) | undefined;

  /** Transfer canceled: sent when a transfer was canceled. */
  transfer_canceled?: ((notification: TransferCanceledNotification) => unknown) | undefined;
}

/** How to receive notifications. */
export type HandlerOptions = GenericHandlerOptions<NotificationHandlers, Notification>;

/**
 * Makes a handler that takes notifications as Fetch requests: checked, read, each change once.
 *
 * It answers 200 if the notification was handled, 401 to one without a valid signature, 400 to a body that is not a notification, and
 * 500 if a handler threw, so that the sender tries again.
 *
 * @throws {TypeError} if an option is wrong
 * @example
 * const handler = createNotificationHandler({
 *   secrets: [secret],
 *   on: { transaction_created: async (notification) => queue.add(notification) },
 * });
 */
export function createNotificationHandler(options: HandlerOptions): NotificationHandler {
  return createHandler(
    { events, identity, checkRequest: checkRequest(scheme) },
    options as GenericHandlerOptions<NotificationHandlers, never>,
  );
}

/**
 * Signs a notification as the service does, for tests of a receiver.
 *
 * @param timestamp time to sign, in epoch seconds; now, unless given
 * @returns value of the signature header
 * @throws {TypeError} if an argument is wrong
 * @example
 * headers.set(signatureHeader, await signNotification(rawBody, secret));
 */
export function signNotification(
  rawBody: RawBody,
  secrets: string | readonly string[],
  timestamp: number = Date.now() / 1000,
): Promise<string> {
  return sign(scheme, rawBody, secrets, timestamp);
}
