// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { type SignatureRule, type SigningOptions, signWith } from "@packages/contract/src/signature.ts";
import type { webhooks } from "../../openapi/types.d.ts";

/** The body of each notification, by event. */
export interface NotificationBodies {
  transaction_created: webhooks["transaction_created"]["post"]["requestBody"]["content"]["application/json"];
  transaction_paid: webhooks["transaction_paid"]["post"]["requestBody"]["content"]["application/json"];
  transaction_canceled: webhooks["transaction_canceled"]["post"]["requestBody"]["content"]["application/json"];
  transaction_refunded: webhooks["transaction_refunded"]["post"]["requestBody"]["content"]["application/json"];
  transfer_created: webhooks["transfer_created"]["post"]["requestBody"]["content"]["application/json"];
  transfer_updated: webhooks["transfer_updated"]["post"]["requestBody"]["content"]["application/json"];
  transfer_completed: webhooks["transfer_completed"]["post"]["requestBody"]["content"]["application/json"];
  transfer_canceled: webhooks["transfer_canceled"]["post"]["requestBody"]["content"]["application/json"];
}

/** Name of an event. */
export type NotificationEventName = keyof NotificationBodies;

/** Builds the body of a notification; fields that can have one value only are filled in. */
export const notifications = {
  /** Charge created: sent when a charge was created. */
  transactionCreated: (
    fields: Omit<NotificationBodies["transaction_created"], "type" | "event">,
  ): NotificationBodies["transaction_created"] => ({
    ...fields,
    type: "transaction",
    event: "transaction_created",
  }),
  /** Charge paid: sent when a charge was paid. */
  transactionPaid: (
    fields: Omit<NotificationBodies["transaction_paid"], "type" | "event">,
  ): NotificationBodies["transaction_paid"] => ({
    ...fields,
    type: "transaction",
    event: "transaction_paid",
  }),
  /** Charge canceled: sent when a charge was canceled, or expired without payment. */
  transactionCanceled: (
    fields: Omit<NotificationBodies["transaction_canceled"], "type" | "event">,
  ): NotificationBodies["transaction_canceled"] => ({
    ...fields,
    type: "transaction",
    event: "transaction_canceled",
  }),
  /** Charge refunded: sent when a paid charge was refunded. */
  transactionRefunded: (
    fields: Omit<NotificationBodies["transaction_refunded"], "type" | "event">,
  ): NotificationBodies["transaction_refunded"] => ({
    ...fields,
    type: "transaction",
    event: "transaction_refunded",
  }),
  /** Transfer created: sent when a transfer was created and validated. */
  transferCreated: (
    fields: Omit<NotificationBodies["transfer_created"], "type" | "event">,
  ): NotificationBodies["transfer_created"] => ({
    ...fields,
    type: "transfer",
    event: "transfer_created",
  }),
  /** Transfer updated: sent when the status of a transfer changed. */
  transferUpdated: (
    fields: Omit<NotificationBodies["transfer_updated"], "type" | "event">,
  ): NotificationBodies["transfer_updated"] => ({
    ...fields,
    type: "transfer",
    event: "transfer_updated",
  }),
  /** Transfer completed: sent when a transfer was completed. */
  transferCompleted: (
    fields: Omit<NotificationBodies["transfer_completed"], "type" | "event">,
  ): NotificationBodies["transfer_completed"] => ({
    ...fields,
    type: "transfer",
    event: "transfer_completed",
  }),
  /** Transfer canceled: sent when a transfer was canceled. */
  transferCanceled: (
    fields: Omit<NotificationBodies["transfer_canceled"], "type" | "event">,
  ): NotificationBodies["transfer_canceled"] => ({
    ...fields,
    type: "transfer",
    event: "transfer_canceled",
  }),
};

/** How notifications are signed. */
export const signatureRule: SignatureRule = {
  header: "Pix-Signature",
  signed: "{timestamp}.{body}",
  timestamp: "t",
  version: "v1",
};

/** Name of the request header that carries the signature. */
export const signatureHeader = signatureRule.header;

/**
 * The value of the signature header for a notification.
 *
 * @param body the text that is sent, byte for byte
 * @throws {RangeError} if there is no secret, or an empty one
 */
export function signNotification(body: string, options: SigningOptions): string {
  return signWith(signatureRule, "", body, options)[signatureHeader] as string;
}
